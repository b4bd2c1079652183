import { type Fail, failWith } from "../../facts/errors/error";
import { coreTexts } from "../../kit/core/errors";

/** Throws an error about the caller's input. */
export const fail: Fail<typeof coreTexts> = failWith(coreTexts);
