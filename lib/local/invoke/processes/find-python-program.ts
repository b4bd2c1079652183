import { execFile } from "node:child_process";
import { pythonPrograms } from "../../../bundle";
import { contained } from "../../../facts/text/contained";
import type { Variables } from "./environment";

const found = new Map<string, Promise<string>>();

/** How long a program may take to start. */
const startLimitMs = 10_000;

/**
 * The Python of a runtime, if this machine has it, or else `python3`. To try a program takes as long as to start it, so each
 * is tried once.
 *
 * @param folder - in which the function runs: version managers choose the version by the folder
 */
export function findPythonProgram(runtime = "", env: Variables, folder: string): Promise<string> {
  const key = JSON.stringify([runtime, env.PATH]);
  const program = found.get(key) ?? firstThatRuns(runtime.replace("python", ""), env, folder);
  found.set(key, program);
  return program;
}

async function firstThatRuns(version: string, env: Variables, cwd: string): Promise<string> {
  for (const program of pythonPrograms(version)) {
    if (await runs(program, env, cwd)) return program;
  }
  // Its error names the program that most machines have.
  found.clear();
  return "python3";
}

function runs(program: string, env: Variables, cwd: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      program,
      ["-c", ""],
      { env, cwd, timeout: startLimitMs },
      contained("process of a function", (error) => resolve(error === null)),
    );
  });
}
