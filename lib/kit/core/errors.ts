import {
  type ErrorTexts,
  type Fail,
  failWith,
  type Problem,
  problemWith,
  type Where,
} from "../../facts/errors/error";
import { faultTexts } from "../../facts/errors/fault-texts";
import { adviceForProp } from "../../facts/errors/foreign-names";
import { meantDuration, meantPeriod, meantSize } from "../../facts/errors/meant-units";
import {
  chooseFrom,
  invalidJson,
  invalidProp,
  listOf,
  oneOf,
  outOfRange,
  partNotFound,
  raisedQuota,
  requiredProp,
  show,
  unknownList,
} from "../../facts/errors/words";

const meant = (suggestion: string | undefined): string =>
  suggestion === undefined ? "" : `Did you mean ${show(suggestion)}? `;

/** Texts about values and props of any construct. */
export const coreTexts = {
  "duration-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a duration.`,
    remedy: `${meant(meantDuration(value))}Write a whole number and a unit: "30 seconds", "5 minutes", "1 hour" or "3 days".`,
  }),
  "size-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a size.`,
    remedy: `${meant(meantSize(value))}Write a whole number and MB or GB: "512 MB" or "1 GB".`,
  }),
  "out-of-range": outOfRange,
  "value-unknown": (_: object) => ({
    problem: "is a reference whose value is known only at deployment, but the library needs it now.",
    remedy: "Write the value out.",
  }),
  "path-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, ${reason}.`,
    remedy: "Correct the path.",
  }),
  "literal-unknown": ({ value, allowed }: { value: unknown; allowed: readonly string[] }) => ({
    problem: `is ${show(value)}.`,
    remedy: chooseFrom(meantPeriod(value, allowed) ?? value, allowed, (words, more) =>
      more === 0 ? `Use ${oneOf(words)}.` : `Use one of: ${listOf(words.map(show), more)}.`,
    ),
  }),
  "key-unknown": ({
    key,
    allowed,
    below,
  }: {
    key: string;
    allowed: readonly string[];
    below?: string | undefined;
  }) => {
    const advice = adviceForProp(key, allowed, below);
    // The equivalent of another library's name is more helpful than the most similar word.
    const near = advice === "" ? key : undefined;
    return {
      problem: `has the key ${show(key)}, which does not exist.`,
      remedy: `${chooseFrom(near, allowed, (words, more) => `Known keys: ${listOf([...words].sort(), more)}.`)}${advice}`,
    };
  },
  "template-syntax": ({ fault }: { fault: string }) => ({
    problem: `is not a template in VTL: ${fault}.`,
    remedy: "Close each block with #end and each parenthesis; where # is text, write \\#.",
  }),
  "json-invalid": invalidJson,
  "json-circular": (_: object) => ({
    problem: "contains itself.",
    remedy: "Write a value that JSON has.",
  }),
  "key-rejected": ({ key, remedy }: { key: string; remedy: string }) => ({
    problem: `has the key ${show(key)}, which the library sets itself or offers as another prop.`,
    remedy,
  }),
  "prop-required": requiredProp,
  "prop-invalid": invalidProp,
  "import-wrong-type": ({ found, allowed }: { found: string; allowed: readonly string[] }) => ({
    problem: `is an object of type ${found}.`,
    remedy: `Pass an object of type ${oneOf(allowed)}, or a plain object with the keys to override.`,
  }),
  "part-not-found": partNotFound,
  "quota-exceeded": ({
    what,
    count,
    limit,
    quota,
  }: {
    what: string;
    count: number;
    limit: number;
    quota?: string | undefined;
  }) => ({
    problem: `has ${count} ${what}; AWS allows ${limit}.`,
    remedy: `Use ${limit} ${what} or fewer.${raisedQuota(quota, count)}`,
  }),
  "list-mixed": (_: object) => ({
    problem: "has items beside a reference to an array that is known only at deployment.",
    remedy: 'Let Terraform join them: Fn.concat([list, ["item"]]).',
  }),
  "list-unknown": unknownList,
  "json-reference": ({ kind }: { kind: string }) => ({
    problem: `is ${kind === "array" ? "an" : "a"} ${kind} that is known only at deployment. In JSON that the library writes, only strings can be references.`,
    remedy: `Write the ${kind} out${kind === "array" ? ': ["a", "b"]; its items may be references to strings' : ""}.`,
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
    problem: `is ${show(value)}, ${length} characters long; AWS allows ${limit}.`,
    remedy: `Shorten it to ${limit} characters.`,
  }),
  "event-pattern-invalid": ({ problem, remedy }: { problem: string; remedy: string }) => ({
    problem,
    remedy,
  }),
  // Named parts
  "part-duplicate": ({ part, value }: { part: string; value: string }) => ({
    problem: `names the ${part} ${show(value)}, which exists already.`,
    remedy: `Give each ${part} a unique name.`,
  }),
  "part-id-taken": ({ id, path }: { id: string; path: string }) => ({
    problem: `needs the id ${show(id)} below ${path}, which is taken.`,
    remedy: "Choose another name.",
  }),
  ...faultTexts,
} satisfies ErrorTexts;

export const problem: Problem<typeof coreTexts> = problemWith(coreTexts);

export const fail: Fail<typeof coreTexts> = failWith(coreTexts);

/** Refuses a value, with the expected one. */
export function refuseValue(where: Where, prop: string, value: unknown, expected: string): never {
  return fail(where, "prop-invalid", prop, { value, expected });
}

export function requireProp<Value>(
  where: Where,
  prop: string,
  value: Value,
  remedy: string,
): asserts value is Exclude<Value, undefined> {
  if (value === undefined) fail(where, "prop-required", prop, { remedy });
}
