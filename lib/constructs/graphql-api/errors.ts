import { bundleTexts } from "../../bundle/errors";
import { type Fail, failWith } from "../../facts/errors/error";
import { coreTexts } from "../../kit/core/errors";

const texts = { ...coreTexts, ...bundleTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
