import { coreTexts } from "../../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts about EventBus. */
export const eventBusTexts = {
  "event-bus-default": (_: object) => ({
    problem: 'is "default", the bus that each account has already.',
    remedy:
      'Import it: cdk: { eventBus: new DataAwsCloudwatchEventBus(stack, "DefaultBus", { name: "default" }) }.',
  }),
  "rule-without-trigger": (_: object) => ({
    problem: "says neither which events it hands over nor when.",
    remedy:
      'Give a pattern: { source: ["shop"] }. On the default bus also cdk.rule.schedule: "rate(5 minutes)".',
  }),
  "rule-schedule-bus": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but only the default bus has schedules.`,
    remedy: "Use Cron, or a bus imported as the data source of the bus default.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...eventBusTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
