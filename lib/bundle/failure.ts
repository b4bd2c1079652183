import { type ErrorFacts, type ServerformError, withOthers } from "../errors/error";
import type { Artifact } from "./artifact";
import { type bundleTexts, problem } from "./errors";

type Texts = typeof bundleTexts;
type ErrorCode = keyof Texts;

/** One failure, for all functions that cannot be deployed because of it. */
export type BundleFailure = { [Code in ErrorCode]: FailureOf<Code> }[ErrorCode];

interface FailureOf<Code extends ErrorCode> {
  /** Construct paths. */
  readonly owners: readonly string[];
  readonly code: Code;
  /** The prop, as the documentation writes it. */
  readonly prop: string;
  readonly facts: ErrorFacts<Texts, Code>;
}

/** A failure of all functions of one folder. */
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

/** One failure for each handler of a folder, because the text quotes the handler. */
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
 * The errors of failures. Each cause is one error, of the first function that cannot be deployed because of it; the message
 * lists the others.
 */
export function problemsOf(failures: readonly BundleFailure[]): readonly ServerformError[] {
  const byCause = new Map<string, { readonly failure: BundleFailure; readonly owners: Set<string> }>();
  for (const each of failures) {
    const cause = causeOf(each);
    const known = byCause.get(cause) ?? { failure: each, owners: new Set() };
    byCause.set(cause, known);
    for (const owner of each.owners) known.owners.add(owner);
  }
  return [...byCause.values()].map(({ failure: { code, prop, facts }, owners }) => {
    const [first = "", ...others] = owners;
    return withOthers(problem(first, code, prop, facts as never), others);
  });
}

/** Errors of a file that several entries import are one cause. */
function causeOf({ code, prop, facts }: BundleFailure): string {
  return code === "bundle-failed" ? facts.errors : JSON.stringify([code, prop, facts]);
}
