/** One prop of an interface. */
export interface Prop {
  readonly name: string;
  readonly type: string;
  /** Text of `@default`; undefined for a required prop without one. */
  readonly default?: string;
  readonly required: boolean;
  readonly doc: string;
}

/**
 * Reads the members of an exported interface, in their order; objects written out in place become `outer.inner`.
 *
 * A small reader of our own, for the plain form in which this repository writes its props: TypeScript 7 has no compiler
 * API, and the parsers of other tools drop comments.
 */
export function readProps(source: string, interfaceName: string): readonly Prop[] {
  const head = new RegExp(`(?:export )?interface ${interfaceName}\\b[^{]*?\\{`).exec(withoutGenerics(source));
  if (head === null) throw new Error(`no interface ${interfaceName}`);
  const start = head.index + head[0].length;
  return readMembers(source.slice(start, closing(source, start)), "");
}

/** Prop tables as Markdown. */
export function propsTable(props: readonly Prop[]): string {
  const rows = props.map(
    ({ name, type, required, default: given, doc }) =>
      `| \`${name}\` | \`${cell(type)}\` | ${required && given === undefined ? "required" : defaultCell(given)} | ${cell(doc)} |`,
  );
  return ["| Prop | Type | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

function readMembers(body: string, prefix: string): Prop[] {
  const props: Prop[] = [];
  let rest = body;
  for (;;) {
    const found = /^\s*(?:\/\*\*([\s\S]*?)\*\/\s*)?readonly (\w+)(\?)?:\s*/.exec(rest);
    if (found === null) break;
    const [text, comment = "", name = "", optional] = found;
    const end = endOfType(rest, text.length);
    const type = rest.slice(text.length, end).replace(/\s+/g, " ").replace(/^\| /, "").trim();
    rest = rest.slice(end + 1);
    const nested = /^\{ (?=\/\*\*|readonly)/.test(type) && type.endsWith("}");
    const { doc, given } = readComment(comment);
    if (nested && !isShort(type)) {
      const inner = body.slice(
        body.length - rest.length - (end - text.length) - 1,
        body.length - rest.length,
      );
      const open = inner.indexOf("{") + 1;
      props.push(...readMembers(inner.slice(open, closing(inner, open)), `${prefix}${name}.`));
    } else {
      props.push({
        name: prefix + name,
        type: type.replace(/\/\*\*.*?\*\/ /g, ""),
        required: optional === undefined,
        doc,
        ...(given === undefined ? {} : { default: given }),
      });
    }
  }
  if (rest.trim() !== "") throw new Error(`cannot read: ${rest.trim().slice(0, 80)}`);
  return props;
}

/** An object type without comments of its own is shown as it is. */
const isShort = (type: string) => !type.includes("/**");

function readComment(comment: string): { readonly doc: string; readonly given?: string } {
  const text = comment.replace(/^\s*\*? ?/gm, "").trim();
  const given = /@default\s+([\s\S]*?)(?=\n\s*@|$)/.exec(text)?.[1]?.trim();
  const deprecated = /@deprecated\s+([^\n]*?)(?=\s*@default|\n|$)/.exec(text)?.[1];
  const plain = text.replace(/@(?:default|deprecated|example)[\s\S]*$/, "").trim();
  const doc = [deprecated === undefined ? "" : `Deprecated. ${deprecated}`, plain]
    .filter((part) => part !== "")
    .join(" ");
  return { doc: doc.replace(/\s+/g, " "), ...(given === undefined ? {} : { given }) };
}

function defaultCell(given: string | undefined): string {
  if (given === undefined) return "";
  const text = given.replace(/\s+/g, " ");
  if (text.startsWith("- ")) return cell(text.slice(2));
  const [value = "", ...explained] = text.split(" - ");
  return `\`${cell(value)}\`${explained.length === 0 ? "" : `: ${cell(explained.join(" - "))}`}`;
}

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Position of the `}` that closes what was opened just before `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith("/**", at)) at = text.indexOf("*/", at);
    else if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error("no closing brace");
}

/** Position of the `;` that ends the type which begins at `from`. */
function endOfType(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (text.startsWith("/**", at)) at = text.indexOf("*/", at);
    else if ("{([".includes(character)) depth += 1;
    else if ("})]".includes(character)) depth -= 1;
    else if (character === ";" && depth === 0) return at;
  }
  throw new Error("no end of type");
}

/** Type arguments may hold braces before the body's; blank them, keeping every position. */
function withoutGenerics(source: string): string {
  const blanked = source.replace(/<[^<>{}=]*(?:\{[^{}]*\}[^<>{}=]*)*>/g, (match) => " ".repeat(match.length));
  return blanked === source ? source : withoutGenerics(blanked);
}
