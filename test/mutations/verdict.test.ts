import { doesNotEnd, doesNotLoad, failuresOf, type Report } from "./verdict";

function report(...failureMessages: readonly string[]): Report {
  const assertionResults = [{ fullName: "a queue retries", status: "failed", failureMessages }];
  return { testResults: [{ message: "failed", assertionResults }] };
}

describe("failuresOf", () => {
  test("a run without failures has none", () => {
    const assertionResults = [{ fullName: "a queue retries", status: "passed", failureMessages: [] }];
    expect(failuresOf({ testResults: [{ message: "", assertionResults }] })).toEqual([]);
  });

  test("a failed assertion is a failure", () => {
    expect(failuresOf(report("Error: expect(received).toBe(expected)"))).toEqual([
      { test: "a queue retries", isTimeOut: false },
    ]);
  });

  test.each([
    'thrown: "Exceeded timeout of 5000 ms for a test.',
    "Error: Exceeded timeout of 5000 ms for a hook.",
  ])("a timeout is distinguished: %s", (message) => {
    expect(failuresOf(report(message))).toEqual([{ test: "a queue retries", isTimeOut: true }]);
    expect(failuresOf(report(message, "Error: expect(1)"))).toEqual([
      { test: "a queue retries", isTimeOut: false },
    ]);
  });

  test("a run that was ended is a timeout", () => {
    expect(failuresOf(undefined)).toEqual([{ test: doesNotEnd, isTimeOut: true }]);
  });

  test("a file of tests that does not load is a failure", () => {
    expect(failuresOf({ testResults: [{ message: "SyntaxError", assertionResults: [] }] })).toEqual([
      { test: doesNotLoad, isTimeOut: false },
    ]);
  });
});
