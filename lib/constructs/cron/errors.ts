import { coreTexts } from "../../core/errors";
import { type Fail, failWith } from "../../errors/error";

/** Refuses input of the caller. */
export const fail: Fail<typeof coreTexts> = failWith(coreTexts);
