import { execFile } from "node:child_process";
import { pythonPrograms } from "../../../bundle";
import { contained } from "../../../facts/text/contained";
import type { Variables } from "./environment";

const found = new Map<string, Promise<string>>();

const startLimitMs = 10_000;

/**
 * The Python of a runtime, if this machine has it, or else `python3`. Testing a program takes as long as starting it, so each is
 * tested once.
 *
 * @param folder - the working directory of the function, by which version managers choose the version
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
  // Its error contains the program that most machines have.
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
