const { runCLI } = require("jest");

/**
 * Runs one test file after the other in one process, which keeps jest, the packages and what is compiled.
 *
 * @param {{ root: string, test: string, testTimeoutMs: number }} request
 * @returns jest's report of the file, as verdict.ts reads it
 */
async function run({ root, test, testTimeoutMs }) {
  const argv = {
    $0: "jest",
    _: [test],
    runTestsByPath: true,
    runInBand: true,
    testTimeout: testTimeoutMs,
    reporters: [],
    silent: true,
    watchman: false,
    ci: true,
  };
  const { results } = await runCLI(argv, [root]);
  return {
    testResults: results.testResults.map(({ failureMessage, testResults }) => ({
      message: failureMessage ?? "",
      assertionResults: testResults.map(({ fullName, status, failureMessages }) => ({
        fullName,
        status,
        failureMessages,
      })),
    })),
  };
}

process.on("message", async (request) => process.send(await run(request)));
process.on("disconnect", () => process.exit());
