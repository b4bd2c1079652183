import childProcess from "node:child_process";
import { readFileSync } from "node:fs";
import { withCompiledLibrary } from "./compiled";
import { guarded, refusalOf, type Start } from "./process-guard";

/*
 * Keeps `npm run test:fast` fast: unless a test file says that it starts processes, they do not start, and the test fails.
 * `npm test` checks it too, so that it need not be remembered.
 */

const { startsProcesses } = require("./fast-lane.cjs") as { startsProcesses(source: string): boolean };

const names = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const;
const starters = childProcess as unknown as Record<string | symbol, unknown>;

/** Node's own functions. Test files share Node's modules, and must not find the functions of an earlier test file. */
const originalsKey = Symbol.for("serverform.test.originals");
starters[originalsKey] ??= Object.fromEntries(names.map((name) => [name, starters[name]]));
const originals = starters[originalsKey] as Readonly<Record<string, Start>>;

const { testPath = "" } = expect.getState();
const mayStart = startsProcesses(readFileSync(testPath, "utf8"));
const refused: string[] = [];

// Examples are served as their readers serve them, but their apps find the compiled library.
if (mayStart && /[/\\]examples[/\\][^/\\]+[/\\]test[/\\]/.test(testPath))
  Object.assign(process.env, withCompiledLibrary());

for (const [name, original] of Object.entries(originals)) {
  starters[name] = mayStart ? original : guarded(original, refuse);
}

function refuse(command: string): void {
  const { currentTestName = "before the tests" } = expect.getState();
  refused.push(`${refusalOf(command)}\n(${currentTestName})`);
}

// The tested code may catch the error, and report that the program is not installed. A hook for each test takes seconds.
afterAll(() => {
  if (refused.length > 0) throw new Error(refused.join("\n"));
});
