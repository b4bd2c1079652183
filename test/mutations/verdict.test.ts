import { type Report, verdictOf } from "./verdict";

function report(...failureMessages: readonly string[]): Report {
  const assertionResults = [{ fullName: "a queue retries", status: "failed", failureMessages }];
  return { testResults: [{ message: "", assertionResults }] };
}

describe("verdictOf", () => {
  test("a run without failures lets the change survive", () => {
    expect(verdictOf(0, { testResults: [] })).toEqual({ kind: "survived" });
  });

  test("a failed assertion notices the change", () => {
    expect(verdictOf(1, report("Error: expect(received).toBe(expected)"))).toEqual({
      kind: "noticed",
      test: "a queue retries",
    });
  });

  test.each([
    'thrown: "Exceeded timeout of 5000 ms for a test.',
    "Error: Exceeded timeout of 5000 ms for a hook.",
  ])("a test that times out notices nothing: %s", (message) => {
    expect(verdictOf(1, report(message))).toEqual({ kind: "timed out" });
  });

  test("a run that was ended notices nothing", () => {
    expect(verdictOf(null, undefined)).toEqual({ kind: "timed out" });
  });

  test("tests that do not load notice the change", () => {
    expect(verdictOf(1, { testResults: [{ message: "SyntaxError", assertionResults: [] }] })).toEqual({
      kind: "noticed",
      test: "a file of tests does not load",
    });
  });
});
