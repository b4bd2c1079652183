import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { matchesStars } from "../../facts/aws/wildcards";
import { isLibraryError } from "../../facts/errors/error";
import { type AccessFacts, readFacts } from "../../model";
import { runInContext } from "../project";
import type { CommandContext } from "../project/command-context";
import { openProject, type Project } from "../project/project";
import { synthesizeProject } from "../project/synthesis";
import { countOf } from "../ui/amounts";
import { markdownText } from "../ui/printable-text";
import { Terminal } from "../ui/terminal";
import { type AccessDiff, type AccessDiffOutput, diffAccess, type StackAccessDiff } from "./access-diff";
import { fail } from "./errors";
import { exitCodeOf, parseFailOn } from "./fail-on";
import { type FactsOptions, synthesizeForFacts } from "./open-facts";

export interface DiffAgainstOptions extends FactsOptions {
  readonly against: string;
  readonly failOn?: string;
  readonly out?: string;
}

/** Compares the access of the app, or of a folder, with that of an earlier version. Returns the exit status. */
export async function diffAgainst(options: DiffAgainstOptions, patterns: readonly string[]): Promise<number> {
  const { against, from, out } = options;
  const kinds = parseFailOn("serverform diff", options.failOn, failureKinds);
  if (out !== undefined) fail("serverform diff", "against-option", "--out", {});
  const settings = { ...options, json: options.json === true || options.markdown === true };
  const isOffline = from !== undefined && namesFolder(against);
  const report = (terminal: Terminal, before: AccessFacts, after: AccessFacts): number =>
    reportDiff(terminal, before, after, options, kinds, patterns);
  if (isOffline) return report(new Terminal(settings), readFacts(resolve(against)), readFacts(resolve(from)));
  return runInContext(settings, { command: "diff", account: false }, async (context) => {
    // The current version first: its author can fix an error of it.
    const after = from === undefined ? await synthesizeForFacts(context) : resolve(from);
    const compareWith = (before: string): number =>
      report(context.terminal, readFacts(before), readFacts(after));
    return namesFolder(against)
      ? compareWith(resolve(against))
      : withSynthesizedCommit(context, against, compareWith);
  });
}

function reportDiff(
  terminal: Terminal,
  before: AccessFacts,
  after: AccessFacts,
  { against, json, markdown }: DiffAgainstOptions,
  kinds: readonly FailureKind[],
  patterns: readonly string[],
): number {
  const all = diffAccess(before, after);
  const diff = { ...all, stacks: all.stacks.filter(({ id }) => isSelected(id, patterns)) };
  if (patterns.length > 0 && diff.stacks.length === 0)
    fail("serverform diff", "against-stack-unknown", "stack", {
      value: patterns.join(" "),
      stacks: all.stacks.map(({ id }) => id),
    });
  for (const problem of diff.problems) terminal.warn(problem);
  if (json === true) terminal.data(JSON.stringify({ against, ...diff } satisfies AccessDiffOutput));
  else if (markdown === true) terminal.data(accessDiffMarkdown(diff, against));
  else printAccessDiff(terminal, diff, against);
  const isFound = (kind: FailureKind): boolean =>
    diff.stacks.some((stack) => failureKinds[kind](stack).length > 0);
  return exitCodeOf(terminal, kinds.filter(isFound));
}

/** Whether a stack matches its id or the end of it; `*` matches any characters. */
function isSelected(id: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) => matchesStars(pattern, id) || matchesStars(`*-${pattern}`, id));
}

/** The kinds of differences that `--fail-on` accepts, with the number of each in a stack. */
const failureKinds = {
  opening: ({ terms }: StackAccessDiff) => terms.filter(({ isOpening }) => isOpening).map(({ text }) => text),
  loss: ({ losses }: StackAccessDiff) => losses.map(({ text }) => text),
  star: ({ terms }: StackAccessDiff) => terms.filter(({ isStar }) => isStar).map(({ text }) => text),
} satisfies Readonly<Record<string, (stack: StackAccessDiff) => readonly string[]>>;

type FailureKind = keyof typeof failureKinds;

/** The next comment of a pull request replaces the one with this line, so all versions use the same line. */
const markdownMarker = "<!-- serverform:diff -->";

function printAccessDiff(terminal: Terminal, { stacks, problems }: AccessDiff, against: string): void {
  const { bold, red, yellow, dim } = terminal.colors;
  for (const { id, losses, terms, changes } of stacks) {
    if (losses.length + terms.length + changes.length === 0) continue;
    terminal.print();
    terminal.print(bold(`Stack ${id}`));
    for (const { text, address } of losses) terminal.print(`  ${red(`! ${text} (${address})`)}`);
    for (const { text, isOpening, isStar } of terms)
      terminal.print(`  ${isOpening || isStar ? yellow(`! ${text}`) : text}`);
    if (terms.length + losses.length === 0)
      terminal.print(
        dim(
          `  ${changes.length} ${changes.length === 1 ? "resource changes" : "resources change"}, with the same access.`,
        ),
      );
  }
  terminal.print();
  terminal.print(`${summary(stacks, against)}${unknownText(problems)}`);
}

/** The differences as a comment of a pull request. */
function accessDiffMarkdown({ stacks, problems }: AccessDiff, against: string): string {
  const lines = stacks.flatMap((stack) => {
    const { id, losses, terms } = stack;
    const told = terms.map(({ text, isOpening, isStar }) => {
      const marks = [...(isOpening ? ["opens"] : []), ...(isStar ? ["`*`"] : [])];
      return `- ${marks.length > 0 ? `**${marks.join(", ")}:** ` : ""}${markdownText(text)}`;
    });
    const lost = losses.map(
      ({ text, address }) => `- **loses:** ${markdownText(text)} (\`${address.replaceAll("`", "")}\`)`,
    );
    return lost.length + told.length === 0 ? [] : ["", `### ${markdownText(id)}`, "", ...lost, ...told];
  });
  return [
    markdownMarker,
    `## Access, compared with ${markdownText(against)}`,
    "",
    summary(stacks, markdownText(against)),
    ...lines,
    ...(problems.length > 0
      ? ["", "### Not compared", "", ...problems.map((each) => `- ${markdownText(each)}`)]
      : []),
  ].join("\n");
}

function summary(stacks: readonly StackAccessDiff[], against: string): string {
  const count = (kind: FailureKind): number => stacks.flatMap(failureKinds[kind]).length;
  const terms = stacks.flatMap((each) => each.terms).length;
  const [openings, losses] = [count("opening"), count("loss")];
  if (terms + losses === 0) return `The access is the same as ${against}.`;
  return `${countOf(terms + losses, "difference")} to ${against}: ${countOf(openings, "opening")}, ${losses} lost.`;
}

const unknownText = (problems: readonly string[]): string =>
  problems.length === 0
    ? ""
    : ` ${countOf(problems.length, "part")} could not be compared; see the warnings.`;

/** Whether `--against` names a folder. Anything else is a git ref. */
function namesFolder(against: string): boolean {
  return statSync(resolve(against), { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Synthesizes the app of a commit, and uses the output folder.
 *
 * The files of the commit are written below `.serverform` of the project, so that the app finds the installed packages. They are
 * removed afterwards: test runners would find two packages of one name. The git repository is only read.
 */
async function withSynthesizedCommit<Result>(
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

/** Links the installed packages of the project and of the whole repository. */
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
  // `--app` and the environment take precedence, as for the current app.
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
