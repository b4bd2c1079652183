import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

export const triggerTexts = {
  "trigger-log-loop": (_: object) => ({
    problem: "is the log group of the function that is called: each of its log lines would call it again.",
    remedy: "Pass another log group, or another function.",
  }),
  "trigger-conditions": ({ count, limit }: { count: number; limit: number }) => ({
    problem:
      count === 0
        ? "has no condition, so that the function would answer every request."
        : `has ${count} values; AWS allows ${limit} per rule.`,
    remedy:
      count === 0
        ? 'Write at least one: conditions: { paths: ["/notes/*"] }. For every request: { paths: ["/*"] }.'
        : "Create a second Trigger with the same function.",
  }),
  "trigger-sql": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which ${reason}.`,
    remedy: "Write the fields and the topic in single quotes: `SELECT * FROM 'devices/+/readings'`.",
  }),
  "trigger-skill-id": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not the id of a skill.`,
    remedy: 'Copy it from the console of Alexa: "amzn1.ask.skill.00000000-0000-0000-0000-000000000000".',
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...triggerTexts };

export const fail: Fail<typeof texts> = failWith(texts);
