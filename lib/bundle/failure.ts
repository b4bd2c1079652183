import type { ErrorFacts, ServerformError } from "../errors/error";
import type { Artifact } from "./artifact";
import { type bundleTexts, problem } from "./errors";

type Texts = typeof bundleTexts;
type ErrorCode = keyof Texts;

/** One thing that went wrong, for every function that it keeps from being deployed. */
export type BundleFailure = { [Code in ErrorCode]: FailureOf<Code> }[ErrorCode];

interface FailureOf<Code extends ErrorCode> {
  /** Construct paths. */
  readonly owners: readonly string[];
  readonly code: Code;
  /** As the documentation writes it. */
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
  // The union of all codes is what the caller can pass on without a cast; the compiler cannot follow one step back.
  return { owners, code, prop, facts } as unknown as BundleFailure;
}

/** A failure for each handler that the functions of one folder write, since its text quotes the handler. */
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

/** The error of a failure, for each function that it keeps from being deployed. */
export function problemsOf({ owners, code, prop, facts }: BundleFailure): readonly ServerformError[] {
  return owners.map((owner) => problem(owner, code, prop, facts as never));
}
