const { writeFileSync } = require("node:fs");

/**
 * Writes which tests failed, and why, to the file that `MUTATIONS_REPORT` names.
 *
 * With `--bail`, jest ends at the first failure, before it writes the report of `--json`.
 */
module.exports = class Reporter {
  onRunComplete(_contexts, { testResults }) {
    const report = {
      testResults: testResults.map(({ failureMessage, testResults: results }) => ({
        message: failureMessage ?? "",
        assertionResults: results.map(({ fullName, status, failureMessages }) => ({
          fullName,
          status,
          failureMessages,
        })),
      })),
    };
    writeFileSync(process.env.MUTATIONS_REPORT, JSON.stringify(report));
  }
};
