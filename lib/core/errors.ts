import { type ErrorTexts, type Fail, failWith } from "../errors/error";
import {
  didYouMean,
  invalidProp,
  oneOf,
  outOfRange,
  partNotFound,
  requiredProp,
  show,
} from "../errors/words";

/** Texts about values and props of any construct. */
export const coreTexts = {
  "duration-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no duration.`,
    remedy: 'Write a whole number and a unit: "30 seconds", "5 minutes", "1 hour" or "3 days".',
  }),
  "size-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no size.`,
    remedy: 'Write a whole number and MB or GB: "512 MB" or "1 GB".',
  }),
  "out-of-range": outOfRange,
  "literal-unknown": ({ value, allowed }: { value: unknown; allowed: readonly string[] }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Use ${oneOf(allowed)}.${didYouMean(value, allowed)}`,
  }),
  "key-unknown": ({ key, allowed }: { key: string; allowed: readonly string[] }) => ({
    problem: `has the key ${show(key)}, which it does not know.`,
    remedy: `Known keys: ${[...allowed].sort().join(", ")}.${didYouMean(key, allowed)}`,
  }),
  "key-rejected": ({ key, remedy }: { key: string; remedy: string }) => ({
    problem: `has the key ${show(key)}, which the library computes or offers as a prop of its own.`,
    remedy,
  }),
  "prop-required": requiredProp,
  "prop-invalid": invalidProp,
  "import-wrong-type": ({ found, allowed }: { found: string; allowed: readonly string[] }) => ({
    problem: `is an object of type ${found}.`,
    remedy: `Pass an object of type ${oneOf(allowed)}, or a plain object with the keys to override.`,
  }),
  "part-not-found": partNotFound,
  "quota-exceeded": ({ what, count, limit }: { what: string; count: number; limit: number }) => ({
    problem: `makes ${count} ${what}; AWS takes ${limit}.`,
    remedy: `Keep to ${limit} ${what}, or spread them.`,
  }),
  "props-exclude": ({ other }: { other: string }) => ({
    problem: `is given together with ${other}.`,
    remedy: "Give one of the two.",
  }),
  "prop-needs": ({ needs }: { needs: string }) => ({
    problem: `is given without ${needs}.`,
    remedy: `Give ${needs} as well, or leave it out.`,
  }),
  "name-too-long": ({ value, length, limit }: { value: string; length: number; limit: number }) => ({
    problem: `is ${show(value)}, ${length} characters long; AWS takes ${limit}.`,
    remedy: `Shorten it to ${limit} characters.`,
  }),
  "event-pattern-invalid": ({ problem, remedy }: { problem: string; remedy: string }) => ({
    problem,
    remedy,
  }),
  // Named parts
  "part-duplicate": ({ part, value }: { part: string; value: string }) => ({
    problem: `names the ${part} ${show(value)}, which exists already.`,
    remedy: `Give each ${part} a name of its own.`,
  }),
  "part-id-taken": ({ id, path }: { id: string; path: string }) => ({
    problem: `needs the id ${show(id)} below ${path}, which is taken.`,
    remedy: "Choose another name.",
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof coreTexts> = failWith(coreTexts);
