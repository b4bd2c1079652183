import { coreTexts } from "../../core/errors";
import { type Fail, failWith } from "../../errors/error";

/** Throws an error about the caller's input. */
export const fail: Fail<typeof coreTexts> = failWith(coreTexts);
