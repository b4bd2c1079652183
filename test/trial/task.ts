import type { TemplateName } from "../../lib/cli/init/templates";
import type { Solver } from "./solver";

/** A change to a file: a text that it has exactly once, and the text in its place. */
export interface Edit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A task of the trial. Its words are in `task.md` beside it. */
export interface TrialTask {
  /** The template of `serverform init` with which the folder begins, or a copy of this repository. */
  readonly start: TemplateName | "repository";
  /** Changes to it before the task begins, such as the fault to find. */
  readonly edits?: readonly Edit[];
  /** The reasons why the task is not done in a folder; empty if it is. It examines the app's behaviour, not its text. */
  check(folder: string): Promise<readonly string[]>;
  /** Does the task with the papers and the commands alone. */
  solve(solver: Solver): Promise<void> | void;
}
