import { App } from "../../lib";
import { attempt, attempted } from "./attempt";
import { bases, rootBases } from "./bases";
import { type Path, type Place, placesOf, withValue } from "./inputs";
import { type PropType, propType } from "./prop-types";

/** A prop that changes nothing, whatever of several values it has. */
export interface Idle {
  /** `path` and, where it is idle only beside another prop, that one with its value. */
  readonly path: string;
  readonly beside: string | undefined;
}

interface Variant {
  readonly place: Place;
  readonly value: unknown;
}

/** Several good values of a type: at most one of them is the default. Empty for types whose values have a form of their own. */
function goodValues({ kinds, literals, names }: PropType): readonly unknown[] {
  if (literals !== undefined && literals.length > 1) return literals;
  if (names.includes("Duration")) return ["61 seconds", "2 minutes", "3 minutes", "2 days"];
  if (names.includes("Retention")) return ["one_week", "one_month"];
  if (kinds.has("boolean")) return [true, false];
  if (kinds.has("number")) return [1, 2, 3, 50];
  return [];
}

/** Names of props that a notice calls idle, while one is attempted. */
const told = new Set<string>();
const { addNotice } = App.prototype;
App.prototype.addNotice = function (this: App, text, about) {
  const [, prop] = /^serverform: (\S+?):? .*has no effect/.exec(text) ?? [];
  if (prop !== undefined) told.add(prop);
  addNotice.call(this, text, about);
};

/** Props without effect that no notice reports: alone, or beside one value of another prop. */
export function idleProps(name: string, withPairs = true): readonly Idle[] {
  const base = bases[name] ?? rootBases[name];
  if (base?.props === undefined) return [];
  const { create, valid } = base;
  const jsonOf = (variants: readonly Variant[]): string | undefined => {
    const outcome = attempt((stack) => {
      const props = variants.reduce<unknown>(
        (before, { place, value }) => withValue(before, place.path, value),
        valid(stack),
      );
      return new create(stack, attempted, props as never);
    });
    return outcome.kind === "accepted" ? outcome.json : undefined;
  };
  let given: unknown;
  attempt((stack) => {
    given = valid(stack);
  });
  const places = placesOf(propType(base.props), given).filter(
    ({ path }) => path.length <= 3 && isInParents(given, path),
  );
  const variants = places.flatMap((place) =>
    goodValues(place.type).map((value): Variant => ({ place, value })),
  );
  const isIdle = (place: Place, beside: readonly Variant[]): boolean | undefined => {
    told.clear();
    const accepted: string[] = [];
    for (const value of goodValues(place.type)) {
      const json = jsonOf([...beside, { place, value }]);
      if (json === undefined) continue;
      // One difference is enough.
      if (accepted.length > 0 && json !== accepted[0]) return false;
      accepted.push(json);
    }
    if (accepted.length < 2 || [...told].some((prop) => place.path.join(".").startsWith(prop)))
      return undefined;
    const without = jsonOf([...beside, { place, value: undefined }]);
    return without === undefined ? undefined : accepted[0] === without;
  };
  const varied = [...new Set(variants.map(({ place }) => place))];
  const found: Idle[] = [];
  for (const place of varied) {
    const path = place.path.join(".");
    const alone = isIdle(place, []);
    if (alone === true) found.push({ path, beside: undefined });
    if (alone !== false || !withPairs) continue;
    for (const other of variants) {
      const at = other.place.path.join(".");
      if (at.startsWith(path) || path.startsWith(at)) continue;
      if (isIdle(place, [other]) === true)
        found.push({ path, beside: `${at} = ${JSON.stringify(other.value)}` });
    }
  }
  return found;
}

/** Whether the object that holds a place is in the valid props: a prop alone is not a valid part. */
function isInParents(given: unknown, path: Path): boolean {
  let here = given;
  for (const key of path.slice(0, -1)) here = Object(here)[key];
  return path.length === 1 || (typeof here === "object" && here !== null);
}
