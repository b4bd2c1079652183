import { countOf } from "../ui/count";
import type { Terminal } from "../ui/terminal";
import type { AccessDiff, StackAccessDiff } from "./access-diff";
import { markdownText } from "./markdown";

/** The kinds of differences that `--fail-on` accepts, with the number of each in a stack. */
export const failureKinds = {
  opening: ({ terms }: StackAccessDiff) => terms.filter(({ isOpening }) => isOpening).map(({ text }) => text),
  loss: ({ losses }: StackAccessDiff) => losses.map(({ text }) => text),
  star: ({ terms }: StackAccessDiff) => terms.filter(({ isStar }) => isStar).map(({ text }) => text),
} satisfies Readonly<Record<string, (stack: StackAccessDiff) => readonly string[]>>;

export type FailureKind = keyof typeof failureKinds;

/** Comments of pull requests with this line are replaced by the next one. It stays the same in all versions. */
const markdownMarker = "<!-- serverform:diff -->";

/** Prints the differences, stack by stack. */
export function printAccessDiff(terminal: Terminal, { stacks, problems }: AccessDiff, against: string): void {
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
export function accessDiffMarkdown({ stacks, problems }: AccessDiff, against: string): string {
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
    : ` ${problems.length} ${problems.length === 1 ? "part" : "parts"} could not be compared; see the warnings.`;
