import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, listOf, show } from "../../facts/errors/words";

/** Texts about rules and `serverform.policy.ts`. */
export const policyTexts = {
  "policy-file-failed": ({ reason }: { reason: string; cause?: unknown }) => ({
    problem: `could not be loaded: ${reason}`,
    remedy: "Correct the file. It runs before each build, and must not need a connection.",
  }),
  "policy-file-empty": ({ exports }: { exports: readonly string[] }) => ({
    problem:
      exports.length === 0
        ? "exports nothing."
        : `has no policy as its default export: it exports ${exports.join(", ")}.`,
    remedy: "Export the policy by default: export default definePolicy({ rules: [openRoutes()] }).",
  }),
  "policy-rule-failed": ({ value, reason }: { value: string; reason: string; cause: unknown }) => ({
    problem: `has the rule ${show(value)}, which failed: ${reason}`,
    remedy: "Correct the rule. Attributes of resources that the code does not set are undefined.",
  }),
  "policy-rule-twice": ({ value }: { value: string }) => ({
    problem: `has the rule ${show(value)} twice.`,
    remedy: "Leave one of them out, or give an own rule another id.",
  }),
  "policy-rule-unknown": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a rule.`,
    remedy: chooseFrom(value, known, (words, more) => `Known rules: ${listOf(words.map(show), more)}.`),
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof policyTexts> = failWith(policyTexts);
