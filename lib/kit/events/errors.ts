import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, listOf, show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";
import { meantSchedule } from "./cron-expression";

function meant(value: unknown): string {
  const schedule = meantSchedule(value);
  return schedule === undefined || schedule === value ? "" : `Did you mean ${show(schedule)}? `;
}

/** Texts about patterns, rules, targets and schedules. */
export const eventsTexts = {
  "schedule-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a schedule.`,
    remedy: `${meant(value)}Write "rate(5 minutes)" or "cron(0 12 * * ? *)"; times are in UTC.`,
  }),
  "schedule-rate": ({ value, reason, instead }: { value: unknown; reason: string; instead: string }) => ({
    problem: `is ${show(value)}, which ${reason}.`,
    remedy: `Write ${show(instead)}. For intervals in seconds use a queue with a delay, or a function that waits.`,
  }),
  "schedule-fields": ({ value, count }: { value: string; count: number }) => ({
    problem: `is ${show(value)}, which has ${count} fields.`,
    remedy: `${meant(value)}Write six: minutes, hours, day of the month, month, day of the week, year; for example cron(0 12 * * ? *).`,
  }),
  "schedule-field": ({
    value,
    field,
    part,
    allowed,
  }: {
    value: string;
    field: string;
    part: string;
    allowed: string;
  }) => ({
    problem: `is ${show(value)}, whose ${field} is ${show(part)}.`,
    remedy: `${meant(value)}Allowed for the ${field}: ${allowed}.`,
  }),
  "time-zone-unknown": ({ value, known }: { value: unknown; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a time zone.`,
    remedy: chooseFrom(value, known, (words, more) => `Known time zones: ${listOf(words, more)}.`),
  }),
  "time-zone-rate": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but a rate has no time of day.`,
    remedy: 'Leave it out, or write schedule: "cron(0 8 * * ? *)".',
  }),
  "schedule-time": ({ value, expected }: { value: unknown; expected: string }) => ({
    problem: `is ${show(value)}, which is not a time.`,
    remedy: `Write ${expected}.`,
  }),
  "schedule-end": ({ value, start }: { value: unknown; start: unknown }) => ({
    problem: `is ${show(value)}, which is not after start (${show(start)}).`,
    remedy: "Write a later time.",
  }),
  "flexible-window": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a window of whole minutes from 1 minute to 24 hours.`,
    remedy: 'Write flexibleWindow: "15 minutes".',
  }),
  "event-input-twice": ({ other }: { other: string }) => ({
    problem: `is given together with ${other}.`,
    remedy: "Leave one of them out: a target gets only one input.",
  }),
  "input-placeholder": ({ name, known }: { name: string; known: readonly string[] }) => ({
    problem: `has the placeholder <${name}>, which is not in inputPaths.`,
    remedy: chooseFrom(name, known, (words, more) => `Known names: ${listOf(words, more)}.`),
  }),
  "event-input-too-long": ({ length, limit }: { length: number; limit: number }) => ({
    problem: `has ${length} characters as JSON; AWS accepts ${limit}.`,
    remedy: "Pass a name or URL of the data instead, and let the function read it.",
  }),
  "target-key-managed": ({ value }: { value: string }) => ({
    problem: `is encrypted with ${show(value)}, a key of AWS that other services may not use: nothing would arrive.`,
    remedy: "Leave kmsMasterKeyId out of it for the default encryption, or use your own key.",
  }),
  "dead-letter-fifo": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is FIFO: the service sends only to standard queues.`,
    remedy: "Use a standard queue.",
  }),
  "message-group": ({ problem, remedy }: { problem: string; remedy: string }) => ({ problem, remedy }),
  "rule-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `gives the rule the name ${show(value)}, which another rule on the same bus has (of ${other}).`,
    remedy: "Choose another key or id, or set the name of one of them with cdk.rule.ruleName.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...eventsTexts };

export const fail: Fail<typeof texts> = failWith(texts);
