import { errorFactsOf, isLibraryError, ServerformError, withOthers } from "./error";

/** The problems that the running code has found; undefined where the first one is thrown. */
let found: ProblemList | undefined;

/** Ends a step whose problems are in the list already. It never leaves `collectProblems`. */
class StepRefused extends Error {}

/**
 * Runs code that reads the input of a construct, and throws all of its problems together. Functions such as `together` run
 * steps that may each throw.
 */
export function collectProblems<Result>(work: () => Result): Result {
  const outer = found;
  const list = new ProblemList();
  found = list;
  try {
    const made = list.attempt(work);
    failTogether(list.problems);
    if (made === undefined || list.fault !== undefined) throw list.fault?.error;
    return made.value;
  } finally {
    found = outer;
  }
}

/** The result of code whose problems are reported elsewhere; undefined if it is refused. */
export function withoutProblems<Result>(work: () => Result): Result | undefined {
  const outer = found;
  found = new ProblemList();
  try {
    return found.attempt(work)?.value;
  } finally {
    found = outer;
  }
}

/** Runs code whose errors the caller catches: the first one is thrown. */
export function withoutCollecting<Result>(work: () => Result): Result {
  const outer = found;
  found = undefined;
  try {
    return work();
  } finally {
    found = outer;
  }
}

/** The result of a step on which others do not depend; undefined if it is refused, and its problem is noted. */
export function attempt<Result>(work: () => Result): Result | undefined {
  return found === undefined ? work() : found.attempt(work)?.value;
}

/** The result of an earlier step. Without it, this step ends, too. */
export function resultOf<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new StepRefused();
  return value;
}

type Results<Steps extends readonly (() => unknown)[]> = {
  -readonly [Index in keyof Steps]: ReturnType<Steps[Index]>;
};

/** Runs steps that do not depend on each other. The problems of one do not hide those of the others. */
export function together<const Steps extends readonly (() => unknown)[]>(...steps: Steps): Results<Steps> {
  return mapTogether(steps, (step) => step()) as Results<Steps>;
}

/**
 * Maps items, and finds the problems of all of them. The same problem of several items is reported once: their common defaults are
 * wrong.
 */
export function mapTogether<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Result[] {
  if (found === undefined) return collectProblems(() => mapTogether(items, work));
  const made = mapAttempts(items, work);
  if (made.length < items.length) throw new StepRefused();
  return made;
}

/** Like `mapTogether`, but returns the results of the items that are not refused. */
export function mapAttempts<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Result[] {
  const list = found;
  if (list === undefined) return items.map(work);
  const made = list.once(() => items.map((item, index) => list.attempt(() => work(item, index))));
  return made.flatMap((each) => (each === undefined ? [] : [each.value]));
}

/** Throws all problems of a synthesis together. */
export function failTogether(problems: readonly ServerformError[]): void {
  const [first, ...rest] = problems;
  if (first === undefined) return;
  if (rest.length === 0) throw first;
  const told = toldOnce(problems);
  const count = told.length === 1 ? "" : `${told.length} problems:\n\n`;
  const message = `${count}${told.map((each) => each.message).join("\n\n")}`;
  throw new ServerformError("synthesis-failed", first.path, first.prop, message, problems);
}

export function singleProblems(error: ServerformError): readonly ServerformError[] {
  return error.problems.length > 0 ? error.problems : [error];
}

class ProblemList {
  readonly problems: ServerformError[] = [];
  /** The first bare error. Code that continues with a refused value may fail in any way, so it counts only if no problem was found. */
  fault: { readonly error: unknown } | undefined;
  /** Texts without the construct, if the same problem of several items is reported once. */
  private texts: Set<string> | undefined;

  /** Adds a problem, unless the list has one about the same value: the later one is a consequence. */
  add(problem: ServerformError): void {
    for (const each of singleProblems(problem)) {
      const text = each.message.slice(each.path.length);
      if (this.texts?.has(text) === true || this.problems.some((other) => covers(other, each))) continue;
      this.texts?.add(text);
      this.problems.push(each);
    }
  }

  /** Undefined if the step threw a problem, which is noted. */
  attempt<Result>(step: () => Result): { readonly value: Result } | undefined {
    try {
      return { value: step() };
    } catch (error) {
      if (isLibraryError(error) && error.code !== "internal") this.add(error);
      else if (!(error instanceof StepRefused)) this.fault ??= { error };
      return undefined;
    }
  }

  /** Runs code in which problems with the same text are reported once for all constructs. */
  once<Result>(work: () => Result): Result {
    const outer = this.texts;
    this.texts = outer ?? new Set();
    try {
      return work();
    } finally {
      this.texts = outer;
    }
  }
}

/** Whether a problem is about the value of an earlier one, or about a part of a value that is refused as a whole. */
function covers(earlier: ServerformError, later: ServerformError): boolean {
  if (earlier.path !== later.path) return false;
  if (earlier.message === later.message) return true;
  const steps = stepsOfProblem(earlier);
  const inner = stepsOfProblem(later);
  // The unknown key may be the misspelled one.
  const isMissing = later.code === "prop-required" && earlier.code === "key-unknown";
  if (isMissing && inner.slice(0, -1).join() === steps.slice(0, -1).join()) return true;
  const isWhole = earlier.code === "prop-invalid" || (steps.length > 0 && steps.length === inner.length);
  return isWhole && steps.every((step, index) => inner[index] === step);
}

/** The path of the value that a problem is about, in the props of its construct. */
function stepsOfProblem(problem: ServerformError): readonly string[] {
  const steps = problem.prop === "props" ? [] : stepsOf(problem.prop);
  const { key } = errorFactsOf(problem);
  const isOfKey = problem.code === "key-unknown" || problem.code === "key-rejected";
  return isOfKey && typeof key === "string" ? [...steps, key] : steps;
}

/** The steps of a prop's path: `routes["GET /a"].authorizer` has three. */
function stepsOf(prop: string): readonly string[] {
  const steps = prop.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...steps].map(([, quoted, index, name]) =>
    quoted === undefined ? (index ?? name ?? "") : (JSON.parse(`"${quoted}"`) as string),
  );
}

/** The problems; those with the same text become one that names all constructs. */
function toldOnce(problems: readonly ServerformError[]): readonly ServerformError[] {
  const byText = new Map<string, { readonly first: ServerformError; readonly paths: Set<string> }>();
  for (const each of problems) {
    const text = each.message.slice(each.path.length);
    const known = byText.get(text) ?? { first: each, paths: new Set() };
    byText.set(text, known);
    known.paths.add(each.path);
  }
  return [...byText.values()].map(({ first, paths }) => withOthers(first, [...paths].slice(1)));
}
