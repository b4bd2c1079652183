import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

export const scriptTexts = {
  "script-live-function": (_: object) => ({
    problem: "is a Function whose enableLiveDev is not false.",
    remedy:
      "Create it with enableLiveDev: false, because the deployment waits for its answer. Or pass the handler or props.",
  }),
  "script-timeout": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but Lambda ends a function after 900 seconds.`,
    remedy: "Split the work into several scripts, or start a Job, which may run for 8 hours.",
  }),
  "script-params-invalid": ({ value, reason }: { value: unknown; reason: string }) => ({
    problem: `is ${show(value)}, ${reason}.`,
    remedy:
      "Use strings, finite numbers, booleans, null, arrays and plain objects; of a construct its name or ARN.",
  }),
  "script-params-too-large": ({ bytes, limit }: { bytes: number; limit: number }) => ({
    problem: `has ${bytes} bytes as JSON; Lambda accepts ${limit}.`,
    remedy: "Put the data into a file that is packaged with the function (copyFiles), or into a Bucket.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...scriptTexts };

export const fail: Fail<typeof texts> = failWith(texts);
