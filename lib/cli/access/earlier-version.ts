import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { isLibraryError } from "../../facts/errors/error";
import type { CommandContext } from "../project/command-context";
import { openProject, type Project } from "../project/project";
import { synthesizeProject } from "../project/synthesis";
import { fail } from "./errors";

/** Whether `--against` names a folder. Anything else is a git ref. */
export function namesFolder(against: string): boolean {
  return statSync(resolve(against), { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Synthesizes the app as it is in a commit, and uses the output folder.
 *
 * The files of the commit are written below `.serverform` of the project, so that the app finds the packages that are installed. They are
 * removed afterwards: test runners would find two packages of one name. The git repository is only read.
 */
export async function withSynthesizedCommit<Result>(
  context: CommandContext,
  ref: string,
  use: (output: string) => Result,
): Promise<Result> {
  const { project } = context;
  const commit = git(project.root, ref, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
  const top = git(project.root, ref, "rev-parse", "--show-toplevel");
  const above = join(project.root, ".serverform", "against");
  mkdirSync(above, { recursive: true });
  // Two comparisons may run at the same time.
  const folder = mkdtempSync(join(above, `${commit.slice(0, 12)}-`));
  try {
    extract(top, commit, folder, ref);
    linkPackages(top, project.root, folder);
    const earlier = openEarlier(project, join(folder, relative(top, project.root)), ref);
    return use(await synthesizeEarlier(context, earlier, ref));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first line of git's output. */
function git(root: string, ref: string, ...args: readonly string[]): string {
  const { status, stdout, error } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status === 0 && stdout.trim() !== "") return stdout.trim();
  const reason = error === undefined ? "git knows no such commit" : `git does not run: ${error.message}`;
  return fail("serverform diff", "against-unknown", "--against", { value: ref, reason });
}

function extract(top: string, commit: string, folder: string, ref: string): void {
  const file = join(folder, "files.tar");
  const runs = [
    ["git", ["archive", "--format=tar", "--output", file, commit], top],
    ["tar", ["-xf", file, "-C", folder], folder],
  ] as const;
  for (const [program, args, cwd] of runs) {
    const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
    const reason = `${program}: ${error?.message ?? stderr.trim()}`;
    if (status !== 0) fail("serverform diff", "against-unknown", "--against", { value: ref, reason });
  }
}

/** Makes the installed packages available: of the project, and of the whole repository. */
function linkPackages(top: string, root: string, folder: string): void {
  const places = new Set([".", relative(top, root)]);
  for (const place of places) {
    const [installed, link] = [join(top, place, "node_modules"), join(folder, place, "node_modules")];
    if (existsSync(installed) && existsSync(join(folder, place)) && !existsSync(link))
      symlinkSync(installed, link, "junction");
  }
}

function openEarlier({ app }: Project, folder: string, ref: string): Project {
  if (!existsSync(join(folder, "cdktf.json")))
    return fail("serverform diff", "against-no-app", "--against", { value: ref });
  // `--app` and the environment win, as for the app of today.
  return { ...openProject(folder), ...(process.env.CDKTF_APP !== undefined && { app }) };
}

async function synthesizeEarlier(
  { stage, terminal, interrupt }: CommandContext,
  project: Project,
  ref: string,
): Promise<string> {
  try {
    const variables = { SERVERFORM_STAGE: stage, SERVERFORM_SKIP_BUNDLING: "1" };
    await synthesizeProject({ ...project, output: "cdktf.out" }, variables, terminal, interrupt);
    return join(project.root, "cdktf.out");
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    return fail("serverform diff", "against-not-synthesized", "--against", {
      value: ref,
      reason: error.message,
    });
  }
}
