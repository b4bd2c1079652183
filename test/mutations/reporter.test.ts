import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, verdictOf } from "./verdict";

const Reporter: new () => {
  onRunComplete(contexts: unknown, results: { testResults: readonly object[] }): void;
} = require("./reporter.cjs");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reporter-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What jest passes to a reporter; it calls it also when `--bail` ends the run. */
function reported(testResults: readonly object[]): Report {
  process.env.MUTATIONS_REPORT = join(folder, "report.json");
  new Reporter().onRunComplete(undefined, { testResults });
  return JSON.parse(readFileSync(process.env.MUTATIONS_REPORT, "utf8"));
}

describe("Reporter", () => {
  test("a failed test notices the change", () => {
    const failed = { fullName: "a queue retries", status: "failed", failureMessages: ["Error: expect(1)"] };
    expect(verdictOf(1, reported([{ failureMessage: "failed", testResults: [failed] }]))).toEqual({
      kind: "noticed",
      test: "a queue retries",
    });
  });

  test("a file that does not load notices the change", () => {
    expect(verdictOf(1, reported([{ failureMessage: null, testResults: [] }]))).toEqual({
      kind: "timed out",
    });
    expect(verdictOf(1, reported([{ failureMessage: "SyntaxError", testResults: [] }]))).toEqual({
      kind: "noticed",
      test: "a file of tests does not load",
    });
  });
});
