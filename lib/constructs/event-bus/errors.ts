import type { ErrorText } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts of EventBus; part of the catalogue. */
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
  "rule-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `gives the rule the name ${show(value)}, which a rule of ${other} has on the same bus.`,
    remedy: "Choose another key or id, or name one of them with cdk.rule.ruleName.",
  }),
  "rule-schedule-bus": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but only the default bus has schedules.`,
    remedy: "Use Cron, or a bus imported as the data source of the bus default.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
