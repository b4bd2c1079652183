import { type ErrorFacts, type ServerformError, withOthers } from "../facts/errors/error";
import type { Artifact } from "./artifact";
import { type bundleTexts, problem } from "./errors";

type Texts = typeof bundleTexts;
type ErrorCode = keyof Texts;

/** A failure, for all functions that cannot be deployed because of it. */
export type BundleFailure = { [Code in ErrorCode]: FailureOf<Code> }[ErrorCode];

interface FailureOf<Code extends ErrorCode> {
  /** Construct paths. */
  readonly owners: readonly string[];
  readonly code: Code;
  /** The prop, as the documentation writes it. */
  readonly prop: string;
  readonly facts: ErrorFacts<Texts, Code>;
}

export function failure<Code extends ErrorCode>(
  artifact: Artifact,
  code: Code,
  prop: string,
  facts: ErrorFacts<Texts, Code>,
): BundleFailure {
  const owners = artifact.functions.map(({ owner }) => owner);
  // The compiler cannot narrow the union of all codes to this code.
  return { owners, code, prop, facts } as unknown as BundleFailure;
}

/** One failure for each handler of a folder: the text quotes the handler. */
export function failurePerHandler<Code extends ErrorCode>(
  artifact: Artifact,
  code: Code,
  prop: string,
  factsOf: (handler: string) => ErrorFacts<Texts, Code> | undefined,
): readonly BundleFailure[] {
  const handlers = [...new Set(artifact.functions.map(({ handler }) => handler))];
  return handlers.flatMap((handler) => {
    const facts = factsOf(handler);
    if (facts === undefined) return [];
    const functions = artifact.functions.filter((each) => each.handler === handler);
    return [failure({ ...artifact, functions }, code, prop, facts)];
  });
}

/**
 * The errors for failures: one for each cause. It names the first function that cannot be deployed, and counts the others.
 */
export function problemsOf(failures: readonly BundleFailure[]): readonly ServerformError[] {
  const byCause = new Map<string, { readonly failure: BundleFailure; readonly owners: Set<string> }>();
  for (const each of failures.flatMap(singleErrors)) {
    const cause = causeOf(each);
    const known = byCause.get(cause) ?? { failure: each, owners: new Set() };
    byCause.set(cause, known);
    for (const owner of each.owners) known.owners.add(owner);
  }
  return joinErrors([...byCause.values()]).map(({ failure: { code, prop, facts }, owners }) => {
    const [first = "", ...others] = owners;
    const error = problem(first, code, prop, facts as never);
    return code === "bundle-failed"
      ? withOthers(error, others, "Needed by", "functions")
      : withOthers(error, others);
  });
}

interface Cause {
  readonly failure: BundleFailure;
  readonly owners: ReadonlySet<string>;
}

/** Splits failures into one for each error of a source file: functions may share one file but not another. */
function singleErrors(given: BundleFailure): readonly BundleFailure[] {
  if (given.code !== "bundle-failed") return [given];
  return given.facts.errors.map((error) => ({ ...given, facts: { ...given.facts, errors: [error] } }));
}

function joinErrors(causes: readonly Cause[]): readonly Cause[] {
  const joined = new Map<string, Cause>();
  for (const cause of causes) {
    const { failure: each, owners } = cause;
    const key = JSON.stringify(
      each.code === "bundle-failed" ? [...owners] : [each.code, each.prop, each.facts],
    );
    const known = joined.get(key)?.failure;
    if (known?.code !== "bundle-failed" || each.code !== "bundle-failed") joined.set(key, cause);
    else {
      const errors = [...known.facts.errors, ...each.facts.errors];
      joined.set(key, { owners, failure: { ...known, facts: { ...known.facts, errors } } });
    }
  }
  return [...joined.values()];
}

/** Errors of a file that several entries import are one cause. */
function causeOf({ code, prop, facts }: BundleFailure): string {
  return code === "bundle-failed" ? facts.errors.join() : JSON.stringify([code, prop, facts]);
}
