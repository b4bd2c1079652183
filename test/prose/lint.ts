import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Prose, proseOfComments, proseOfMessages, proseOfTestNames } from "./comments";
import { paragraphsOf } from "./paragraphs";
import { type ProseRule, rules } from "./rules";
import { sourceTextOf } from "./source-text";

/** A place where a rule finds something. */
export interface ProseFinding {
  readonly line: number;
  readonly rule: string;
  readonly text: string;
}

/** Code, links and quoted text are masked: rules look at the sentences around them. */
const masked = (paragraph: string): string =>
  paragraph
    .replace(/<!--[\s\S]*?-->/g, (comment) => " ".repeat(comment.length))
    .replace(/(`+)[\s\S]*?\1/g, (code) => "`".padEnd(code.length, "c"))
    .replace(/"[^"\n]*"/g, (quote) => '"'.padEnd(quote.length, "q"))
    .replace(/\bhttps?:\S+/g, (link) => "u".repeat(link.length))
    .replace(/\s/g, " ");

type ProseKind = "comments" | "document";

const rulesOf: Readonly<Record<ProseKind, readonly ProseRule[]>> = {
  comments: rules,
  document: rules.filter(({ comments }) => comments === undefined),
};

/** Every place in a text at which a rule finds something. */
export const findings = (kind: ProseKind, prose: Prose): readonly ProseFinding[] =>
  paragraphsOf(prose.text).flatMap(({ text, line }) => {
    const sentences = masked(text);
    return rulesOf[kind].flatMap(({ name, pattern, advice }) => {
      const found = pattern.exec(sentences);
      if (found === null) return [];
      const row = line + text.slice(0, found.index).split("\n").length - 1;
      return [{ line: prose.lines[row - 1] ?? row, rule: name, text: advice }];
    });
  });

/** The prose of a document. */
export const documentProse = (source: string): Prose => ({ text: source, lines: [] });

/** Texts of tests are inputs and answers, apart from names, and emulated services answer in AWS's words. */
const hasMessages = (file: string): boolean =>
  file.startsWith("lib/") && !file.startsWith("lib/local/services/");

/** Every place in a source file at which a rule finds something. */
export function sourceFindings(source: string, file: string): readonly ProseFinding[] {
  const { comments, literals } = sourceTextOf(source);
  return [
    ...findings("comments", proseOfComments(comments)),
    ...(/(^|\/)test\//.test(file) ? findings("comments", proseOfTestNames(literals)) : []),
    ...(hasMessages(file) ? findings("document", proseOfMessages(literals)) : []),
  ];
}

function lintFile(file: string): readonly string[] {
  const source = readFileSync(file, "utf8");
  const found = file.endsWith(".md")
    ? findings("document", documentProse(source))
    : sourceFindings(source, file);
  return found.map(({ line, rule, text }) => `${file}:${line}: ${text} [${rule}]`);
}

function main(given: readonly string[]): void {
  const root = resolve(__dirname, "../..");
  const tracked = execFileSync("git", ["ls-files", "-z", "--", ...given], { cwd: root, encoding: "utf8" });
  const files = tracked.split("\0").filter((file) => /\.(md|[cm]?tsx?|[cm]js)$/.test(file));
  const own = files.filter(
    (file) => !file.startsWith("test/fixtures/") && !file.startsWith("test/prose/rules"),
  );
  const lines = own.flatMap(lintFile);
  for (const line of lines) console.log(line);
  console.log(lines.length === 0 ? `${own.length} files read, nothing found` : `${lines.length} findings`);
  if (lines.length > 0) process.exitCode = 1;
}

if (require.main === module) main(process.argv.slice(2));
