import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

export const jobTexts = {
  "job-timeout": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, outside 5 minutes to 8 hours.`,
    remedy:
      "Choose a time within that range. For less than 15 minutes, a Function starts sooner and costs less.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...jobTexts };

export const fail: Fail<typeof texts> = failWith(texts);
