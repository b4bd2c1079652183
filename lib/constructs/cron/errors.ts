import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { coreTexts } from "../../kit/core/errors";
import { eventsTexts } from "../../kit/events/errors";

/** Texts about cron jobs. */
export const cronTexts = {
  "cron-without-rule": (_: object) => ({
    problem: "does not exist: the job is started by a schedule of EventBridge Scheduler.",
    remedy: "Use cdk.schedule.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...eventsTexts, ...cronTexts };

export const fail: Fail<typeof texts> = failWith(texts);
