import { bundleTexts } from "../../bundle/errors";
import { coreTexts } from "../../core/errors";
import { type Fail, failWith } from "../../errors/error";

const texts = { ...coreTexts, ...bundleTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
