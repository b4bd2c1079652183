import { Token } from "cdktf";
import type { Kind, PropType } from "./prop-types";

/** A wrong or odd value, with the kind that it has for the types. */
export interface Hostile {
  readonly name: string;
  readonly kind: Kind | "none" | "token";
  readonly value: unknown;
}

const circle: { own?: unknown } = {};
circle.own = circle;

/** Wrong kinds, empty, null, huge, odd characters and tokens. */
export const hostiles: readonly Hostile[] = [
  { name: "null", kind: "none", value: null },
  { name: "an empty string", kind: "string", value: "" },
  { name: "a string", kind: "string", value: "!? ä" },
  { name: "a huge string", kind: "string", value: "x".repeat(9000) },
  { name: "a negative number", kind: "number", value: -1.5 },
  { name: "NaN", kind: "number", value: Number.NaN },
  { name: "true", kind: "boolean", value: true },
  { name: "an empty list", kind: "list", value: [] },
  { name: "a list of null", kind: "list", value: [null] },
  { name: "an empty object", kind: "object", value: {} },
  { name: "an object of null", kind: "object", value: { some: null } },
  { name: "a circle", kind: "none", value: circle },
  { name: "a Map", kind: "construct", value: new Map([["GET /", "functions/notes.get"]]) },
  { name: "a function", kind: "function", value: () => "x" },
  { name: "a token", kind: "token", value: Token.asString("${var.given}") },
  { name: "a token of a list", kind: "token", value: Token.asList("${var.list}") },
];

/** An input: a place in the props of a construct, and the value that it gets. */
export interface Input {
  readonly place: Place;
  readonly hostile: Hostile;
}

/** Values that the same check refuses, most of the time: one of them stands for the others. */
const classes: readonly (readonly Hostile[])[] = [...new Set(hostiles.map(({ kind }) => kind))].map((kind) =>
  hostiles.filter((each) => each.kind === kind),
);

/** One value of each class: another one of the class at the next position. With `INPUTS=all` every value. */
export function ofEachClass(position: number): readonly Hostile[] {
  if (process.env.INPUTS === "all") return hostiles;
  return classes.flatMap((all) => all.slice(position % all.length).slice(0, 1));
}

/**
 * The inputs of constructs, by name: a value of each class for props of the construct itself, and every fourth value, in rotation,
 * for nested values, most of which have the same checks. If a member of an interface comes again, in this
 * construct or in a later one, it gets one value, the next one each time. With `INPUTS=all` every place gets every value.
 */
export function inputsOf(
  constructs: Readonly<Record<string, readonly Place[]>>,
): Readonly<Record<string, readonly Input[]>> {
  const timesBefore = countMembers();
  const ofPlace = (construct: string, place: Place, position: number): readonly Hostile[] => {
    if (process.env.INPUTS === "all") return hostiles;
    const time = timesBefore(construct, place);
    if (time > 0) return hostiles.filter((_, index) => index === (position + time) % hostiles.length);
    return place.path.length === 1
      ? ofEachClass(position)
      : hostiles.filter((_, index) => index % 4 === position % 4);
  };
  return Object.fromEntries(
    Object.entries(constructs).map(([construct, places]) => [
      construct,
      places.flatMap((place, position) =>
        ofPlace(construct, place, position).map((hostile) => ({ place, hostile })),
      ),
    ]),
  );
}

/** Returns how often the member of an interface has come before, in the same construct or in another one. */
export function countMembers(): (construct: string, place: Place) => number {
  const times = new Map<string, number>();
  return (construct, { path, member }) => {
    const key = member === path.join(".") ? `${construct}.${member}` : member;
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    return time;
  };
}

/** A place in props: keys of objects and maps, and indexes of lists. */
export type Path = readonly (string | number)[];

/** One prop somewhere in the props of a construct. */
export interface Place {
  readonly path: Path;
  readonly type: PropType;
  /** The interface and the member that it is, or its path: `ApiCorsProps.allowOrigins`. */
  readonly member: string;
}

/** Every place of a type, with the maps and lists of the valid props. Functions are varied in places of their own. */
export function placesOf(
  type: PropType,
  valid: unknown,
  path: Path = [],
  member = path.join("."),
): readonly Place[] {
  const here: Place[] = path.length === 0 ? [] : [{ path, type, member }];
  if (path.length > 6) return here;
  const isFunction = path.length > 0 && type.names.includes("FunctionProps");
  const members = [...type.members()].filter(([name]) => !isFunction || functionPart.has(name));
  const given = isContainer(valid) ? valid : {};
  const owner = type.names.join(" | ");
  const inner = members.flatMap(([name, member]) => {
    const inside = [...path, name];
    return placesOf(member, given[name], inside, owner === "" ? inside.join(".") : `${owner}.${name}`);
  });
  const values = type.values();
  const keys = Object.keys(given).filter((key) => !members.some(([name]) => name === key));
  const shown = values === undefined ? [] : keys.length > 0 ? keys : ["some"];
  const entries = shown.flatMap((key) => placesOf(values as PropType, given[key], [...path, key]));
  const items = type.items();
  const list = Array.isArray(valid) ? valid[0] : undefined;
  return [...here, ...inner, ...entries, ...(items === undefined ? [] : placesOf(items, list, [...path, 0]))];
}

const functionPart = new Set(["handler", "timeout", "environment", "cdk"]);

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isPlain(value);
}
const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** The valid props with another value at a place. */
export function withValue(valid: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (typeof first === "number") {
    const list = Array.isArray(valid) ? valid : [];
    return [withValue(list[0], rest, value), ...list.slice(1)];
  }
  const given = isContainer(valid) ? valid : {};
  return { ...given, [first]: withValue(given[first], rest, value) };
}

/** Whether the type has values of this kind. */
export function fits(type: PropType, { kind, value }: Hostile): boolean {
  if (kind === "token") return true;
  if (type.kinds.has("any")) return true;
  if (kind === "none") return false;
  if (type.literals !== undefined && kind !== "object") return type.literals.includes(value);
  return type.kinds.has(kind);
}
