import { type BuildInputs, type BundleFailure, problemsOf } from "../../../bundle";

export interface CodeBuildResult {
  /** The problem that the author must correct; undefined after a success. */
  readonly problem: string | undefined;
  /** Warnings, which do not prevent a deployment. @default - none */
  readonly warnings?: readonly string[];
  readonly inputs: BuildInputs;
  /** Equal for equal code. */
  readonly fingerprint: string;
}

/** Builds the folder of one artifact, as often as its sources change. */
export interface CodeBuild {
  run(): Promise<CodeBuildResult>;
  stop(): Promise<void>;
}

/** Failures in the words of a synthesis, each once. */
export const messagesOf = (failures: readonly BundleFailure[]): readonly string[] =>
  problemsOf(failures).map(({ message }) => message);

/** The same as one text; undefined without failures. */
export function failureText(failures: readonly BundleFailure[]): string | undefined {
  const texts = messagesOf(failures);
  return texts.length === 0 ? undefined : texts.join("\n");
}
