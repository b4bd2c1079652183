import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FixtureStack } from "./cli";

interface FixtureApp {
  synthesize(
    stacks: Readonly<Record<string, FixtureStack>>,
    environment: NodeJS.ProcessEnv,
    outdir: string,
  ): void;
}

const fixture = resolve(__dirname, "../../fixtures/cli/app");
const readProgram = (folder: string): string => readFileSync(join(folder, "main.js"), "utf8");

/** The number of the next folder: a command that still runs keeps its own. */
let next = 0;

/**
 * Synthesizes the stacks of a project in this process, for app.sh to copy. A program would load CDKTF for each command,
 * which costs as much as the command.
 *
 * @returns the variable with the folder for app.sh; none for an app of the test's own, or one that writes messages, which only a
 * program can write
 */
export function synthesizedStacks(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (readProgram(folder) !== readProgram(fixture)) return {};
  const text = readFileSync(join(folder, "stacks.json"), "utf8");
  const stacks = JSON.parse(text) as Readonly<Record<string, FixtureStack>>;
  if (Object.values(stacks).some(({ warning, error }) => warning !== undefined || error !== undefined))
    return {};
  const synthesized = join(folder, `synthesized-${next++}`);
  const outdir = join(synthesized, "out");
  mkdirSync(outdir, { recursive: true });
  // A backend of files has paths below the working directory.
  const before = process.cwd();
  process.chdir(folder);
  try {
    fixtureApp().synthesize(stacks, environment, outdir);
  } finally {
    process.chdir(before);
  }
  writeFileSync(join(synthesized, "stacks.json"), text);
  return { FIXTURE_SYNTHESIZED: synthesized };
}

/** Loaded with the first command: some tests start none. */
const fixtureApp = (): FixtureApp => require(join(fixture, "stacks.js")) as FixtureApp;
