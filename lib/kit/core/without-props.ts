import { errorFactsOf, type ServerformError } from "../../facts/errors/error";
import { isStandIn } from "../../facts/errors/stand-in";
import { isPlainObject } from "./checks/check";

/** The steps of a prop's path: `routes["GET /a"].authorizer` has three. */
function stepsOf(prop: string): readonly string[] {
  const steps = prop.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...steps].map(([, quoted, index, name]) =>
    quoted === undefined ? (index ?? name ?? "") : (JSON.parse(`"${quoted}"`) as string),
  );
}

/** The path of the value that a problem is about, in the props of its construct. */
export function stepsOfProblem(problem: ServerformError): readonly string[] {
  const steps = problem.prop === "props" ? [] : stepsOf(problem.prop);
  const { key } = errorFactsOf(problem);
  const isOfKey = problem.code === "key-unknown" || problem.code === "key-rejected";
  return isOfKey && typeof key === "string" ? [...steps, key] : steps;
}

/** A copy of props without the values at some paths; undefined if one of them does not exist. */
export function withoutProps(props: unknown, paths: readonly (readonly string[])[]): unknown {
  let copy = props;
  const different = new Map(paths.map((path) => [JSON.stringify(path), path]));
  // From the end, so that the places of items before it stay the same.
  for (const path of [...different.values()].sort((a, b) => lastIndex(b) - lastIndex(a))) {
    const next = withoutPath(copy, path);
    if (next === undefined) return undefined;
    copy = next;
  }
  return copy;
}

const lastIndex = (path: readonly string[]): number => Number(path.at(-1)) || 0;

function withoutPath(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    const index = Number(step);
    if (!(index < value.length)) return undefined;
    if (rest.length === 0) return value.filter((_, each) => each !== index);
    const item = withoutPath(value[index], rest);
    return item === undefined ? undefined : value.with(index, item);
  }
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return undefined;
  if (rest.length === 0) {
    const { [step]: _, ...others } = value;
    return others;
  }
  const member = withoutPath(value[step], rest);
  return member === undefined ? undefined : { ...value, [step]: member };
}

/** A copy of props without the members and items that are stand-ins. */
export function withoutStandIns(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isStandIn(each)).map(withoutStandIns);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => !isStandIn(each));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutStandIns(each)]));
}
