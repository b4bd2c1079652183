import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { raisedQuota, show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about EventBus. */
export const eventBusTexts = {
  "event-bus-default": (_: object) => ({
    problem:
      "is given for the default bus, which each account already has: the library does not create or change it.",
    remedy: 'Leave it out: cdk: { eventBus: { name: "default" } }.',
  }),
  "log-group-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `gives the log group the name ${show(value)}, which another log group has (of ${other}).`,
    remedy: "Set another name with cdk.logGroup.name, or choose another key for the rule or the target.",
  }),
  "rule-without-trigger": (_: object) => ({
    problem: "has neither a pattern nor a schedule.",
    remedy:
      'Add a pattern: { source: ["shop"] }; or, on the default bus, cdk.rule.schedule: "rate(5 minutes)".',
  }),
  "rule-schedule-bus": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but only the default bus supports schedules.`,
    remedy: 'Use Cron, or the default bus: cdk: { eventBus: { name: "default" } }.',
  }),
  "event-pattern-too-long": ({ length, limit }: { length: number; limit: number }) => ({
    problem: `has ${length} characters as JSON; AWS accepts ${limit}.`,
    remedy: `Use prefixes or wildcards instead of many values, or several rules.${raisedQuota("eventPatternLength", length)}`,
  }),
  "imported-event-bus": (_: object) => ({
    problem: "is given for an imported event bus, which this stack does not configure.",
    remedy: "Configure it where the bus is created, or leave cdk.eventBus to the library.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...eventBusTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
