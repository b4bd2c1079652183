import type { ErrorFacts, ServerformError } from "../errors/error";
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

/** The errors of a failure, one for each function that cannot be deployed. */
export function problemsOf({ owners, code, prop, facts }: BundleFailure): readonly ServerformError[] {
  return owners.map((owner) => problem(owner, code, prop, facts as never));
}
