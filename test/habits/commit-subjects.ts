import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A commit with its short hash. */
export interface Commit {
  readonly id: string;
  readonly subject: string;
}

const mostCharacters = 72;

/** The prefixes of subjects: the folders of `lib`, and the parts of the repository around it. */
export const housesIn = (root: string): readonly string[] => [
  ...readdirSync(join(root, "lib"), { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? [each.name] : [],
  ),
  ...["tests", "docs", "build", "examples"],
];

/** First words that are not a verb in the imperative: `added`, `adding`, `adds`. Verbs such as `need`, `bring` and `pass` are. */
const notImperative =
  /^(?!(bring|embed|exceed|feed|need|proceed|seed|shed|speed|string)$)(\w*(ed|ing)|\w*[^isu]s|\w*ies|an?|is|the|no|not|new|more|all)$/;

/** The problem of a subject with its remedy; undefined for a good one. */
export function problemOfSubject(subject: string, houses: readonly string[]): string | undefined {
  const [, house = "", text = ""] = /^([\w/.-]+): (.*)$/.exec(subject) ?? [];
  const [first = ""] = text.split(/[ ,]/);
  if (!houses.includes(house)) {
    return `begins with no house. Write one before the text: ${houses.map((each) => `"${each}: "`).join(", ")}.`;
  }
  if (subject.length > mostCharacters) {
    return `has ${subject.length} characters. Write at most ${mostCharacters}, and the reason in the body.`;
  }
  if (/^[^a-z]/.test(text) || notImperative.test(first)) {
    return `begins with "${first}" after the house. Begin with a verb in the imperative, such as "add", "fix" or "remove".`;
  }
  return text.includes(";") ? "joins several changes by a semicolon. Write a commit for each." : undefined;
}

/**
 * The commits after the one that added a file, without merges, so that the check begins with itself. Undefined where git has no
 * complete history: in a shallow clone, and outside of a repository.
 */
export function commitsSince(root: string, file: string): readonly Commit[] | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    if (git("rev-parse", "--is-shallow-repository") !== "false") return undefined;
  } catch {
    return undefined;
  }
  const added = git("log", "--follow", "--diff-filter=A", "--format=%H", "--", file).split("\n").at(-1);
  if (added === undefined || added === "") return [];
  const lines = git("log", "--no-merges", "--format=%h %s", `${added}..HEAD`).split("\n").filter(Boolean);
  return lines.map((line) => ({
    id: line.slice(0, line.indexOf(" ")),
    subject: line.slice(line.indexOf(" ") + 1),
  }));
}
