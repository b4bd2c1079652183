import { inspect, isDeepStrictEqual, types } from "node:util";
import { isJson } from "../../facts/text/json";
import { isValues } from "../../model";

/** A difference between a value and what is wanted of it: `rule[0].status is "Off", not "On"`. */
export type Mismatch = string;

/** A condition for a value, made by `Match`. */
export class Matcher {
  /** @internal */
  constructor(readonly mismatches: (value: unknown, path: string) => readonly Mismatch[]) {}
}

const none: readonly Mismatch[] = [];

const expected = (value: unknown, path: string, what: string): readonly Mismatch[] => [
  `${path} is ${shown(value)}, not ${what}`,
];

const shown = (value: unknown): string => inspect(value, { depth: 2, breakLength: Number.POSITIVE_INFINITY });

/**
 * The differences of a value. A regular expression matches a text that contains it; an object, one that has at least its members; a
 * list, one of the same length whose elements match. Other values are equal.
 */
export function mismatchesOf(value: unknown, wanted: unknown, path = ""): readonly Mismatch[] {
  if (wanted instanceof Matcher) return wanted.mismatches(value, path);
  if (types.isRegExp(wanted))
    return typeof value === "string" && value.search(wanted) !== -1
      ? none
      : expected(value, path, `like ${String(wanted)}`);
  if (Array.isArray(wanted)) return mismatchesOfList(value, wanted, path);
  if (isValues(wanted)) return mismatchesOfObject(value, wanted, path);
  return isDeepStrictEqual(value, wanted) ? none : expected(value, path, shown(wanted));
}

function mismatchesOfList(value: unknown, wanted: readonly unknown[], path: string): readonly Mismatch[] {
  if (!Array.isArray(value) || value.length !== wanted.length)
    return expected(value, path, `an array of ${wanted.length}: ${shown(wanted)}`);
  return wanted.flatMap((each, index) => mismatchesOf(value[index], each, `${path}[${index}]`));
}

function mismatchesOfObject(value: unknown, wanted: object, path: string): readonly Mismatch[] {
  if (!isValues(value)) return expected(value, path, shown(wanted));
  return Object.entries(wanted).flatMap(([name, each]) =>
    mismatchesOf(value[name], each, path === "" ? name : `${path}.${name}`),
  );
}

/** Conditions for attributes, in the places of values. They may be nested. */
export const Match = {
  /** Any value, but not null or undefined. */
  anyValue: (): Matcher =>
    new Matcher((value, path) => (isAbsent(value) ? expected(value, path, "any value") : none)),

  /** No value. */
  absent: (): Matcher =>
    new Matcher((value, path) => (isAbsent(value) ? none : expected(value, path, "absent"))),

  /** An object with at least these members: the same as the object itself. */
  objectLike: (members: Readonly<Record<string, unknown>>): Matcher =>
    new Matcher((value, path) => mismatchesOf(value, members, path)),

  /** An object with these members, and no others. */
  objectEquals: (members: Readonly<Record<string, unknown>>): Matcher =>
    new Matcher((value, path) => {
      const more = isValues(value)
        ? Object.keys(value).filter((name) => !isAbsent(value[name]) && !Object.hasOwn(members, name))
        : [];
      const others = more.map((name) => `${path === "" ? name : `${path}.${name}`} is there, too`);
      return [...mismatchesOf(value, members, path), ...others];
    }),

  /** A list that has these elements in their order, and possibly others between them. */
  arrayWith: (elements: readonly unknown[]): Matcher =>
    new Matcher((value, path) => {
      if (!Array.isArray(value)) return expected(value, path, "an array");
      let from = 0;
      for (const each of elements) {
        const at = value.findIndex((one, index) => index >= from && mismatchesOf(one, each).length === 0);
        if (at === -1) return expected(value, path, `an array with ${shown(each)}`);
        from = at + 1;
      }
      return none;
    }),

  /** A list of these elements: the same as the list itself. */
  arrayEquals: (elements: readonly unknown[]): Matcher =>
    new Matcher((value, path) => mismatchesOf(value, elements, path)),

  /** A value that is equal, also in its inner objects. */
  exact: (wanted: unknown): Matcher =>
    new Matcher((value, path) =>
      isDeepStrictEqual(value, wanted) ? none : expected(value, path, shown(wanted)),
    ),

  /** A text in which the expression is found: the same as a regular expression. */
  stringLikeRegexp: (pattern: string): Matcher =>
    new Matcher((value, path) => mismatchesOf(value, new RegExp(pattern), path)),

  /** A text of JSON, whose value matches: a policy, the definition of a state machine. */
  serializedJson: (wanted: unknown): Matcher =>
    new Matcher((value, path) =>
      typeof value === "string" && isJson(value)
        ? mismatchesOf(JSON.parse(value), wanted, path)
        : expected(value, path, "a string with JSON"),
    ),

  /** Anything else. */
  not: (wanted: unknown): Matcher =>
    new Matcher((value, path) =>
      mismatchesOf(value, wanted, path).length > 0
        ? none
        : [`${path} is ${shown(value)}, which it must not be`],
    ),
} as const;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
