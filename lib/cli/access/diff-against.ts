import { resolve } from "node:path";
import { matchesStars } from "../../facts/aws/wildcards";
import type { AccessFacts } from "../../model/access/facts";
import { readFacts } from "../../model/access/read-facts";
import { runInContext } from "../project";
import { Terminal } from "../ui/terminal";
import { type AccessDiffOutput, diffAccess } from "./access-diff";
import { namesFolder, withSynthesizedCommit } from "./earlier-version";
import { fail } from "./errors";
import { parseFailOn } from "./fail-on";
import { type FactsOptions, synthesizeForFacts } from "./open-facts";
import { accessDiffMarkdown, type FailureKind, failureKinds, printAccessDiff } from "./print-diff";

/** Options of `serverform diff --against`. */
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
    // The present version first: an error of it is nearer to its author.
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
  const found = kinds.filter((kind) => diff.stacks.some((stack) => failureKinds[kind](stack).length > 0));
  if (found.length > 0) terminal.error(`Failed because of --fail-on: ${found.join(", ")}.`);
  return found.length > 0 ? 1 : 0;
}

/** A stack by its id, or by the end of it; `*` stands for any characters. */
function isSelected(id: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) => matchesStars(pattern, id) || matchesStars(`*-${pattern}`, id));
}
