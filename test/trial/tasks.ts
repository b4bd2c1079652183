import { readFileSync } from "node:fs";
import { join } from "node:path";
import { documents, read } from "../docs/documents";
import { Solver, words } from "./solver";
import type { TrialTask } from "./task";
import { task as buildMistakes } from "./tasks/build-mistakes/task";
import { task as checkedInput } from "./tasks/checked-input/task";
import { task as deniedCall } from "./tasks/denied-call/task";
import { task as failingConsumer } from "./tasks/failing-consumer/task";
import { task as narrowPermissions } from "./tasks/narrow-permissions/task";
import { task as openRoutes } from "./tasks/open-routes/task";
import { task as routeOption } from "./tasks/route-option/task";
import { task as schedule } from "./tasks/schedule/task";
import { task as secret } from "./tasks/secret/task";
import { task as usersApi } from "./tasks/users-api/task";

/** The tasks by the names of their folders. */
export const tasks: Readonly<Record<string, TrialTask>> = {
  "users-api": usersApi,
  "checked-input": checkedInput,
  schedule,
  secret,
  "build-mistakes": buildMistakes,
  "denied-call": deniedCall,
  "failing-consumer": failingConsumer,
  "narrow-permissions": narrowPermissions,
  "open-routes": openRoutes,
  "route-option": routeOption,
};

/** The words of a task. */
export const wordsOf = (name: string): string =>
  readFileSync(join(__dirname, "tasks", name, "task.md"), "utf8");

let terms: ReadonlySet<string> | undefined;

/**
 * Does a task in its folder with the papers and commands alone; returns the bytes of the papers that it has read.
 *
 * @param environment - variables of the commands
 */
export async function solve(name: string, folder: string, environment: NodeJS.ProcessEnv): Promise<number> {
  terms ??= new Set(documents.flatMap((path) => words(read(path))));
  const solver = new Solver(folder, wordsOf(name), terms, environment);
  await tasks[name]?.solve(solver);
  return solver.papers;
}
