import type { ServerformError } from "../../lib";
import { attempted, attempts, type Outcome } from "./attempt";
import { fits, type Hostile, hostiles, type Place, withValue } from "./inputs";
import { placesOf, requireBase } from "./verdicts";

/** A bad input, and the problems that it causes on its own. */
interface Mistake {
  readonly place: Place;
  readonly hostile: Hostile;
  readonly told: readonly Told[];
}

/** A problem, and the steps of its prop. */
interface Told {
  readonly text: string;
  readonly steps: readonly string[];
}

/** The number of mistakes that are made in one construct. */
const groupSize = 5;

/** Groups of mistakes in different props of a construct that together report other problems than one by one. */
export function lostOf(name: string): readonly string[] {
  const attemptOne = attempting(name);
  const places = placesOf(name).filter(({ path }) => isGiven(attemptOne.valid, path));
  const mistakes = places.flatMap((place, position) => mistakesAt(attemptOne.make, place, position));
  return groupsOf(mistakes).flatMap((group) => {
    const told = new Set(toldBy(attemptOne.make(group)).map(({ text }) => text));
    const all = group.flatMap((each) => each.told);
    // One mistake may cause a problem in a value that another mistake replaces.
    const isReplaced = ({ steps }: Told) =>
      group.some(
        ({ place, told }) => !told.some((own) => own.steps === steps) && isWithin(steps, place.path),
      );
    const lost = all.filter((each) => !told.has(each.text) && !isReplaced(each)).map(({ text }) => text);
    const more = [...told].filter((each) => !all.some(({ text }) => text === each));
    if (lost.length === 0 && more.length === 0) return [];
    const inputs = group.map(({ place, hostile }) => `${place.path.join(".")} = ${hostile.name}`);
    return [`${name} { ${inputs.join("; ")} }: lost: ${lost.join(", ")}; more: ${more.join(", ")}`];
  });
}

function isWithin(steps: readonly string[], path: readonly (string | number)[]): boolean {
  return path.every((step, index) => steps[index] === String(step));
}

type Attempt = (mistakes: readonly Pick<Mistake, "place" | "hostile">[]) => Outcome;

function attempting(name: string): { readonly make: Attempt; readonly valid: unknown } {
  const base = requireBase(name);
  let given: unknown;
  const attemptOne = attempts((stack) => {
    given = base.valid(stack);
    return given;
  });
  attemptOne(() => undefined);
  const make: Attempt = (mistakes) =>
    attemptOne((valid, stack) => {
      const props = mistakes.reduce<unknown>(
        (given, { place, hostile }) => withValue(given, place.path, hostile.value),
        valid,
      );
      new base.create(stack, attempted, props as never);
    });
  return { make, valid: given };
}

/** Whether the valid props have a value at a place: one that is added may exclude others, or change what they mean. */
function isGiven(valid: unknown, path: readonly (string | number)[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return valid !== undefined;
  const isObject = typeof valid === "object" && valid !== null;
  return isObject && isGiven((valid as Readonly<Record<string, unknown>>)[step], rest);
}

/** One mistake of a wrong kind, and one of the right kind. */
function mistakesAt(attemptOne: Attempt, place: Place, position: number): readonly Mistake[] {
  const rotated = [
    ...hostiles.slice(position % hostiles.length),
    ...hostiles.slice(0, position % hostiles.length),
  ];
  return [false, true].flatMap((isOfKind) => {
    for (const hostile of rotated) {
      // Props that contain themselves are refused before any of them is read.
      if (hostile.kind === "token" || hostile.name === "a circle" || fits(place.type, hostile) !== isOfKind)
        continue;
      const told = toldBy(attemptOne([{ place, hostile }]));
      if (told.length > 0) return [{ place, hostile, told }];
    }
    return [];
  });
}

/** Groups of mistakes in different props, with no problem in common. */
function groupsOf(mistakes: readonly Mistake[]): readonly (readonly Mistake[])[] {
  const groups: Mistake[][] = [];
  for (const each of mistakes) {
    const isApart = (other: Mistake) =>
      each.place.path[0] !== other.place.path[0] &&
      !each.told.some(({ text }) => other.told.some((problem) => problem.text === text));
    const group = groups.find((found) => found.length < groupSize && found.every(isApart));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups.filter((group) => group.length > 1);
}

function toldBy(outcome: Outcome): readonly Told[] {
  if (outcome.kind === "accepted") return [];
  if (outcome.kind === "crashed") return [{ text: `a bare error: ${String(outcome.error)}`, steps: [] }];
  const { error } = outcome;
  const problems: readonly ServerformError[] = error.problems.length > 0 ? error.problems : [error];
  return problems.map(({ path, prop, code }) => ({
    text: `${path}: ${prop} [${code}]`,
    steps: path.endsWith(`/${attempted}`) ? stepsOf(prop) : [],
  }));
}

/** `routes["GET /a"].authorizer` has three steps. */
export function stepsOf(prop: string): readonly string[] {
  const steps = prop.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...steps].map(([, quoted, index, name]) => quoted ?? index ?? name ?? "");
}
