import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { TextlintKernel, type TextlintKernelOptions } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import type { TextlintRuleModule } from "@textlint/types";
import { commentsOf, messagesOf, type Prose } from "./comments";
import { type ProseRule, rules } from "./rules";

/** A place where a rule finds something. */
export interface ProseFinding {
  readonly line: number;
  readonly rule: string;
  readonly text: string;
}

const kernel = new TextlintKernel();

/** Code, links and quoted text are masked: rules look at the sentences around them. */
const masked = (paragraph: string): string =>
  paragraph
    .replace(/<!--[\s\S]*?-->/g, (comment) => " ".repeat(comment.length))
    .replace(/(`+)[\s\S]*?\1/g, (code) => "`".padEnd(code.length, "c"))
    .replace(/"[^"\n]*"/g, (quote) => '"'.padEnd(quote.length, "q"))
    .replace(/\bhttps?:\S+/g, (link) => "u".repeat(link.length))
    .replace(/\s/g, " ");

const moduleOf =
  ({ pattern, advice }: ProseRule): TextlintRuleModule =>
  ({ Syntax, RuleError, report, getSource, locator }) => ({
    [Syntax.Paragraph](node) {
      const found = pattern.exec(masked(getSource(node)));
      if (found === null) return;
      report(node, new RuleError(advice, { padding: locator.at(found.index) }));
    },
  });

const optionsFor = (kind: "comments" | "document"): TextlintKernelOptions => ({
  ext: ".md",
  plugins: [{ pluginId: "markdown", plugin: markdown }],
  rules: rules
    .filter(({ comments }) => comments === undefined || kind === "comments")
    .map((rule) => ({ ruleId: rule.name, rule: moduleOf(rule) })),
});

/** Every place in a text at which a rule finds something. */
export async function findings(
  kind: "comments" | "document",
  { text, lines }: Prose,
): Promise<readonly ProseFinding[]> {
  const { messages } = await kernel.lintText(text, optionsFor(kind));
  return messages.map(({ loc, ruleId, message }) => {
    const { line } = loc.start;
    return { line: lines[line - 1] ?? line, rule: ruleId, text: message };
  });
}

/** The prose of a document. */
export const documentProse = (source: string): Prose => ({ text: source, lines: [] });

/** Texts of tests are inputs and answers, and emulated services answer in AWS's words. */
const hasMessages = (file: string): boolean =>
  file.startsWith("lib/") && !file.startsWith("lib/local/services/");

async function lintFile(file: string): Promise<readonly string[]> {
  const source = readFileSync(file, "utf8");
  const found = file.endsWith(".md")
    ? await findings("document", documentProse(source))
    : [
        ...(await findings("comments", commentsOf(source, file))),
        ...(hasMessages(file) ? await findings("document", messagesOf(source, file)) : []),
      ];
  return found.map(({ line, rule, text }) => `${file}:${line}: ${text} [${rule}]`);
}

async function main(given: readonly string[]): Promise<void> {
  const root = resolve(__dirname, "../..");
  const tracked = execFileSync("git", ["ls-files", "-z", "--", ...given], { cwd: root, encoding: "utf8" });
  const files = tracked.split("\0").filter((file) => /\.(md|[cm]?tsx?|[cm]js)$/.test(file));
  const own = files.filter(
    (file) => !file.startsWith("test/fixtures/") && !file.startsWith("test/prose/rules"),
  );
  const lines = (await Promise.all(own.map(lintFile))).flat();
  for (const line of lines) console.log(line);
  console.log(lines.length === 0 ? `${own.length} files read, nothing found` : `${lines.length} findings`);
  if (lines.length > 0) process.exitCode = 1;
}

if (require.main === module) void main(process.argv.slice(2));
