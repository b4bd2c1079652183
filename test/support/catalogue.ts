import { catalogue as ofLibrary } from "../../lib/catalogue";
import { migrateTexts } from "../../lib/migrate/errors";

/** Every text of an error: those of the library, and of the packages beside it. */
export const catalogue = { ...ofLibrary, ...migrateTexts };
