/** What the tests say of a change of the source. */
export type Verdict =
  | { readonly kind: "noticed"; readonly test: string }
  | { readonly kind: "survived" }
  /** Tests that do not end in time have noticed nothing: a loaded machine does the same. */
  | { readonly kind: "timed out" };

/** The part of jest's report that tells which tests failed, and why. */
export interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const timeOut = /^(thrown: "?)?Exceeded timeout of|Error: Exceeded timeout of/m;

/**
 * Reads a run of jest.
 *
 * @param status - its exit code; null if it was ended
 * @param report - undefined if jest ended without one
 */
export function verdictOf(status: number | null, report: Report | undefined): Verdict {
  if (status === 0) return { kind: "survived" };
  if (report === undefined) return { kind: "timed out" };
  const failed = report.testResults.flatMap((file) => file.assertionResults.filter(isFailed));
  const noticing = failed.find(({ failureMessages }) =>
    failureMessages.some((message) => !timeOut.test(message)),
  );
  if (noticing !== undefined) return { kind: "noticed", test: noticing.fullName };
  if (failed.length > 0) return { kind: "timed out" };
  const broken = report.testResults.find(({ message }) => message !== "");
  return broken === undefined
    ? { kind: "timed out" }
    : { kind: "noticed", test: "a file of tests does not load" };
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === "failed";
}
