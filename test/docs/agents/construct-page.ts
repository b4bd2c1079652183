import { publicName } from "../../../lib/kit/iam/permissions/row";
import { read, render } from "../documents";
import { readErrors } from "../errors-table";
import { withLinksOf } from "../links";
import { type Prop, readProps } from "../props-table";
import { readmeOf } from "../readme-of";
import { type DocumentedConstruct, pageOf } from "./pages";

/** The largest page of a construct, in bytes. */
export const maxPageBytes = 12_000;

/** The forms of a part of a page, the longest first. */
type Forms = readonly [longest: string, ...shorter: string[]];

/**
 * The page of a construct for agents, from its README: what it is, its first examples, all props and all error codes.
 *
 * If it is larger than `maxPageBytes` with all its text, its parts are shorter, the last ones first.
 */
export function constructPage(description: DocumentedConstruct): string {
  const { summary } = description.document;
  const readme = String(readmeOf(description));
  const document = render(read(readme), readme);
  const name = publicName(description);
  const page = pageOf(description);
  const parts: readonly Forms[] = [
    [`# ${name}`],
    [`In one line: ${summary}. Everything: [README](README.md), or \`serverform docs ${name} <words>\`.`],
    introductionOf(document),
    ...propsOf(document),
    ...errorsOf(document),
    ...permissionsOf(document),
  ];
  const forms = parts.map(([longest, ...shorter]): Forms => {
    const [first = "", ...others] = [longest, ...shorter].map((text) => withLinksOf(text, readme, page));
    return [first, ...others];
  });
  return pageWithin(maxPageBytes, forms);
}

/** Parts below each other, each in the longest form that leaves room for the shortest forms of those after it. */
export function pageWithin(maxBytes: number, parts: readonly Forms[]): string {
  const shortest = parts.map((forms) => forms.at(-1) ?? "");
  const chosen: string[] = [];
  for (const [index, forms] of parts.entries()) {
    const others = [...chosen, ...shortest.slice(index + 1)];
    const room = maxBytes - Buffer.byteLength(pageOfParts(others)) - 2;
    chosen.push(forms.find((text) => Buffer.byteLength(text) <= room) ?? forms.at(-1) ?? "");
  }
  return pageOfParts(chosen);
}

const pageOfParts = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== "").join("\n\n")}\n`;

/** Everything before the first section; in short, up to the first example. */
function introductionOf(document: string): Forms {
  const [text = ""] = document.replace(/^# .+\n/, "").split(/^## /m);
  const plain = text.replace(/^<!-- .* -->\n/gm, "").trim();
  const end = /^```\w+\n[\s\S]*?^```$/m.exec(plain);
  return end === null ? [plain] : [plain, plain.slice(0, end.index + end[0].length)];
}

/**
 * The props of each interface in the document: `name?: type`, the default and the meaning.
 *
 * Shorter forms have the first sentence of the meaning, no meaning, and of the defaults only those that are values.
 */
function propsOf(document: string): readonly Forms[] {
  const tables = [...document.matchAll(/^<!-- props (\S+) (\S+) -->$/gm)];
  const parts = tables.map(([, file = "", name = ""]): Forms => {
    const props = readProps(read(file), name);
    const withRest = (restOf: (prop: Prop) => readonly string[]) => {
      const lines = props.map((prop) => [signatureOf(prop), ...restOf(prop)].filter(Boolean).join(" "));
      return [`### ${name}`, lines.join("\n")].join("\n\n");
    };
    return [
      withRest((prop) => [defaultOf(prop), prop.doc]),
      withRest((prop) => [defaultOf(prop), firstSentence(prop.doc)]),
      withRest((prop) => [defaultOf(prop)]),
      withRest((prop) => [defaultOf(prop, "value")]),
    ];
  });
  const head = "## Props\n\nAn optional prop without a default does nothing if it is absent.";
  return parts.length === 0 ? [] : [[head], ...parts];
}

const signatureOf = ({ name, type, required }: Prop): string =>
  `- \`${name}${required ? "" : "?"}: ${type}\``;

/** The default of a prop, which is a value with an explanation (`3 - because`) or a text (`- created`). */
function defaultOf({ default: given = "- none" }: Prop, part: "whole" | "value" = "whole"): string {
  const text = given.replace(/\s+/g, " ");
  if (text === "- none" || (part === "value" && text.startsWith("- "))) return "";
  const shown = part === "value" ? text.split(" - ", 1)[0] : text.replace(/^- /, "");
  return `Default: ${shown}.`;
}

const firstSentence = (text: string): string => /^[\s\S]*?\.(?= [A-Z`]|$)/.exec(text)?.[0] ?? text;

/** The tables of permissions, as the document has them; left out in short. */
function permissionsOf(document: string): readonly Forms[] {
  const tables = [...document.matchAll(/^<!-- permissions \S+ -->\n([\s\S]*?)<!-- end -->$/gm)];
  return tables.map(([, table = ""]) => [`## Permissions\n\n${table.trim()}`, ""]);
}

/** The codes of errors and what each says of a prop; in short the codes. */
function errorsOf(document: string): readonly Forms[] {
  const tables = [...document.matchAll(/^<!-- errors ([^\s#]+)(?:#(.+))? -->$/gm)];
  const errors = tables.flatMap(([, file = "", section]) => readErrors(read(file), section));
  if (errors.length === 0) return [];
  const codes = errors.map(([code]) => `\`${code}\``).join(", ");
  const lines = errors.map(([code, problem]) => `- \`${code}\`: ${problem.replace(/\s+/g, " ")}`);
  const head = "## Errors\n\n`serverform explain <code>` prints the meaning and the remedy.";
  return [[`${head} \`…\` is a prop or a value.\n\n${lines.join("\n")}`, `${head} The codes: ${codes}.`]];
}
