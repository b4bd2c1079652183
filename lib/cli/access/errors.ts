import { type ErrorTexts, type Fail, failWith } from "../../errors/error";
import { chooseFrom, listOf, show } from "../../errors/words";

/** Texts about the commands that read who may do what. */
export const accessTexts = {
  "routes-caller-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, but no route names such a caller.`,
    remedy: chooseFrom(value, names, (words, more) => `Known callers: ${listOf(words.map(show), more)}.`),
  }),
  "routes-action-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not an action of IAM.`,
    remedy: 'Write a service and an action: "s3:DeleteObject", or "s3:Delete*" for any of several.',
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof accessTexts> = failWith(accessTexts);
