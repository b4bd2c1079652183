import type { ErrorText } from "./errors";

/** Texts of the gateways; part of the catalogue. */
export const apiTexts = {} satisfies Record<string, (facts: never) => ErrorText>;
