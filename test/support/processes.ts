import childProcess from "node:child_process";
import { readFileSync } from "node:fs";

/*
 * Keeps `npm run test:fast` fast: unless a test file says that it starts processes, they do not start, and the test fails.
 * `npm test` checks it too, so that nobody has to remember it.
 */

const { startsProcesses } = require("./fast-lane.cjs") as { startsProcesses(source: string): boolean };

type Start = (this: unknown, command: string, ...rest: readonly unknown[]) => unknown;

const names = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const;
const starters = childProcess as unknown as Record<string | symbol, unknown>;

/** Node's own functions. Test files share Node's modules, and must not find the functions of an earlier test file. */
const originalsKey = Symbol.for("serverform.test.originals");
starters[originalsKey] ??= Object.fromEntries(names.map((name) => [name, starters[name]]));
const originals = starters[originalsKey] as Readonly<Record<string, Start>>;

const { testPath = "" } = expect.getState();
const mayStart = startsProcesses(readFileSync(testPath, "utf8"));
const refused: string[] = [];

for (const [name, original] of Object.entries(originals))
  starters[name] = mayStart ? original : checked(original);

function checked(original: Start): Start {
  return function start(command, ...rest) {
    // esbuild is a program of its own, but ends after milliseconds.
    if (/[\\/]esbuild(\.exe)?$/.test(command)) return original.call(this, command, ...rest);
    refused.push(command);
    throw new Error(messageOf(command));
  };
}

const messageOf = (command: string): string =>
  `This test starts a process (${command}), but its file is one of the fast tests.
Begin the file with /** @group processes */, or test the same without a process.`;

// What is tested may catch the error, and take the program for one that is not installed.
function requireNoneRefused(): void {
  const [command] = refused.splice(0);
  if (command !== undefined) throw new Error(messageOf(command));
}

afterEach(requireNoneRefused);
afterAll(requireNoneRefused);
