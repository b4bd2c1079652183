/** The part of jest's report with the failed tests and the reasons. */
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

/** A test that failed in one run of its file. */
export interface Failure {
  readonly test: string;
  /** Whether it failed because its time was over: a loaded machine does the same. */
  readonly isTimeOut: boolean;
}

export const doesNotLoad = "the file of tests does not load";
export const doesNotEnd = "the file of tests does not end";

const timeOut = /^(thrown: "?)?Exceeded timeout of|Error: Exceeded timeout of/m;

/**
 * Reads a run of one test file.
 *
 * @param report - undefined if the run was ended, or ended its process
 */
export function failuresOf(report: Report | undefined): readonly Failure[] {
  if (report === undefined) return [{ test: doesNotEnd, isTimeOut: true }];
  return report.testResults.flatMap(({ message, assertionResults }) => {
    const failures = assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => ({
        test: fullName,
        isTimeOut: failureMessages.every((each) => timeOut.test(each)),
      }));
    return failures.length === 0 && message !== "" ? [{ test: doesNotLoad, isTimeOut: false }] : failures;
  });
}
