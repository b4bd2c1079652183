import { join } from "node:path";
import type {
  Document,
  DocumentOptions,
  LineCounter,
  ParsedNode,
  ParseOptions,
  ScalarTag,
  SchemaOptions,
  Tags,
  YAMLError,
} from "yaml";
import { writtenText } from "../facts/text/written-text";
import { fail } from "./errors";
import type { Findings, Place } from "./model/place";
import type { Computed } from "./model/value";

/** The short forms of CloudFormation's functions. `!Ref` and `!Condition` have no prefix. */
const functionNames = [
  "And",
  "Base64",
  "Cidr",
  "Equals",
  "FindInMap",
  "GetAZs",
  "GetAtt",
  "If",
  "ImportValue",
  "Join",
  "Length",
  "Not",
  "Or",
  "Select",
  "Split",
  "Sub",
  "ToJsonString",
  "Transform",
] as const;

const longName = (tag: string): string => {
  const name = tag.slice(1);
  return name === "Ref" || name === "Condition" ? name : `Fn::${name}`;
};

/** Reads a YAML or JSON file of a folder. Short forms become their long forms: `!Ref A` is `{ Ref: "A" }`. */
export async function readYaml(folder: string, file: string): Promise<SourceNode> {
  const yaml = await import("yaml");
  let text = writtenText(join(folder, file));
  const options: ParseOptions & DocumentOptions & SchemaOptions = {
    customTags: tags,
    // `<<` is common in templates, and other tools accept duplicate keys.
    merge: true,
    uniqueKeys: false,
    // The parsers of the other tools accept unambiguous texts, such as a bracket that is not indented.
    strict: false,
    prettyErrors: false,
    logLevel: "silent",
  };
  const parsed = () => {
    const lines = new yaml.LineCounter();
    return { lines, document: yaml.parseDocument(text, { ...options, lineCounter: lines }) };
  };
  let { lines, document } = parsed();
  for (;;) {
    const [error] = document.errors;
    const indented = withIndentedLine(text, error) ?? withIndentedQuote(text, error);
    if (indented === undefined) break;
    text = indented;
    ({ lines, document } = parsed());
  }
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    return fail("serverform migrate", "migrate-file-invalid", `${file}:${line}`, { reason: error.message });
  }
  return new Reader(yaml, document, lines, file).read();
}

/**
 * The text with a line of `[...]` or `{...}` indented, which other parsers do not require: there, spaces separate only. Undefined
 * if that is not the error.
 */
function withIndentedLine(text: string, error: YAMLError | undefined): string | undefined {
  if (error?.code !== "BAD_INDENT" || !error.message.startsWith("Flow")) return undefined;
  const start = text.lastIndexOf("\n", error.pos[0] - 1) + 1;
  const indent = " ".repeat(200);
  return text.startsWith(indent, start) ? undefined : text.slice(0, start) + indent + text.slice(start);
}

/**
 * The text with the continuation lines of a quoted text indented below its quote, which other parsers do not require. Leading
 * spaces of such lines do not count. Undefined if that is not the error.
 */
function withIndentedQuote(text: string, error: YAMLError | undefined): string | undefined {
  if (error?.code !== "MISSING_CHAR" && error?.code !== "MULTILINE_IMPLICIT_KEY") return undefined;
  const lineStart = (offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;
  const quoted = /(?<=^|[\s[{,])(?:"(?:\\[\s\S]|[^"\\])*"|'(?:''|[^'])*')/g;
  // The error is at the end of the first line, or at the beginning of the second one.
  quoted.lastIndex = lineStart(lineStart(error.pos[0]) - 1);
  for (
    let found = quoted.exec(text);
    found !== null && found.index <= error.pos[0];
    found = quoted.exec(text)
  ) {
    const indent = " ".repeat(found.index - lineStart(found.index) + 1);
    const indented = found[0].replace(/\n[ \t]*/g, `\n${indent}`);
    if (indented !== found[0])
      return `${text.slice(0, found.index)}${indented}${text.slice(found.index + found[0].length)}`;
  }
  return undefined;
}

/** Keeps the tags of all kinds of content, for the reader to convert. */
const tags = (known: Tags): Tags => [
  ...known,
  ...["Ref", "Condition", ...functionNames].flatMap((name): ScalarTag[] => [
    { tag: `!${name}`, resolve: (text: string) => text },
    { tag: `!${name}`, collection: "seq" } as unknown as ScalarTag,
    { tag: `!${name}`, collection: "map" } as unknown as ScalarTag,
  ]),
];

class Reader {
  constructor(
    private readonly yaml: typeof import("yaml"),
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
    private readonly file: string,
  ) {}

  read(): SourceNode {
    return this.node(this.document.contents, { file: this.file, line: 1 });
  }

  private node(node: ParsedNode | null, fallback: Place): SourceNode {
    if (node === null) return new SourceNode(null, fallback);
    const place = node.range === undefined ? fallback : this.place(node.range[0]);
    if (this.yaml.isAlias(node)) {
      const resolved = node.resolve(this.document);
      return resolved === undefined ? new SourceNode(null, place) : this.node(resolved as ParsedNode, place);
    }
    const content = this.content(node, place);
    const tag = node.tag;
    if (tag === undefined || !/^!(Ref|Condition|[A-Z]\w+)$/.test(tag)) return content;
    return new SourceNode(new Map([[longName(tag), content]]), place);
  }

  private content(node: ParsedNode, place: Place): SourceNode {
    if (this.yaml.isMap(node)) return new SourceNode(this.map(node), place);
    if (this.yaml.isSeq(node))
      return new SourceNode(
        node.items.map((item) => this.node(item as ParsedNode, place)),
        place,
      );
    if (!this.yaml.isScalar(node)) return new SourceNode(null, place);
    const { value, source } = node as { value: unknown; source?: string };
    // `012` and `1.0` are texts that look like numbers: account ids, versions.
    const isText = typeof value === "number" && source !== undefined && String(value) !== source;
    return new SourceNode(isText ? source : (value as Scalar), place);
  }

  /** Values have the line of their key, where readers look. */
  private map(node: { readonly items: readonly unknown[] }): Map<string, SourceNode> {
    const entries = new Map<string, SourceNode>();
    for (const item of node.items) {
      const { key, value } = item as { key: ParsedNode; value: ParsedNode | null };
      const place = this.place(key.range[0]);
      const name = this.yaml.isScalar(key) ? String(key.value) : "";
      const content = this.node(value, place);
      if (name === "<<")
        for (const [merged, each] of content.isList
          ? content.items.flatMap((each) => each.entries)
          : content.entries)
          if (!entries.has(merged)) entries.set(merged, each);
      if (name !== "<<") entries.set(name, new SourceNode(content.content, place));
    }
    return entries;
  }

  private place(offset: number): Place {
    return { file: this.file, line: this.lines.linePos(offset).line };
  }
}

type Scalar = string | number | boolean | null;

export class SourceNode {
  constructor(
    readonly content: Scalar | Computed | readonly SourceNode[] | ReadonlyMap<string, SourceNode>,
    readonly place: Place,
  ) {}

  get items(): readonly SourceNode[] {
    return Array.isArray(this.content) ? (this.content as readonly SourceNode[]) : [];
  }

  get isList(): boolean {
    return Array.isArray(this.content);
  }

  get isMap(): boolean {
    return this.content instanceof Map;
  }

  get entries(): readonly (readonly [string, SourceNode])[] {
    return this.content instanceof Map ? [...this.content] : [];
  }

  get(key: string): SourceNode | undefined {
    return this.content instanceof Map ? (this.content.get(key) as SourceNode | undefined) : undefined;
  }

  /** Whether it is a function of CloudFormation, for example `{ Ref: "Orders" }`. */
  get isFunction(): boolean {
    const [entry, ...others] = this.entries;
    return entry !== undefined && others.length === 0 && /^(Ref|Condition|Fn::.+)$/.test(entry[0]);
  }

  /** Follows keys: `at("provider", "iam", "role")`. */
  at(...keys: readonly string[]): SourceNode | undefined {
    let node: SourceNode | undefined = this;
    for (const key of keys) node = node?.get(key);
    return node;
  }

  /** The keys of a map, and of the maps in it. */
  get names(): readonly string[] {
    const inner = [...this.items, ...this.entries.map(([, value]) => value)].flatMap(({ names }) => names);
    return [...this.entries.map(([key]) => key), ...inner];
  }

  /** The text of a scalar. Numbers and booleans are as written. */
  get text(): string | undefined {
    const { content } = this;
    return typeof content === "string" || typeof content === "number" || typeof content === "boolean"
      ? String(content)
      : undefined;
  }

  get isTrue(): boolean {
    return this.content === true || this.content === "true";
  }

  get isFalse(): boolean {
    return this.content === false || this.content === "false";
  }
}

/** Whether a value is explicitly empty: `authorizer: null`. */
export const isAbsent = ({ content }: SourceNode): boolean =>
  content === null || content === false || content === "" || content === "false";

/** The items of a list, which may be written as its single item. */
export const itemsOf = (node: SourceNode | undefined): readonly SourceNode[] =>
  node === undefined ? [] : node.isList ? node.items : [node];

/** Reports the keys of a map that are not among the known ones. */
export function reportOthers(
  node: SourceNode | undefined,
  known: readonly string[],
  findings: Findings,
  textOf: (key: string) => string,
): void {
  for (const [key, value] of node?.entries ?? [])
    if (!known.includes(key)) findings.untranslated(value.place, [key, ...value.names], textOf(key));
}

/** Reads each key of a map once, and reports the keys that were not read. */
export class Fields {
  private readonly read = new Set<string>();

  constructor(
    readonly node: SourceNode,
    private readonly findings: Findings,
    private readonly owner: string,
  ) {}

  get place(): Place {
    return this.node.place;
  }

  take(key: string): SourceNode | undefined {
    this.read.add(key);
    return this.node.get(key);
  }

  /** Marks keys as read that need no counterpart. */
  ignore(...keys: readonly string[]): this {
    for (const key of keys) this.read.add(key);
    return this;
  }

  /** Reports keys without a counterpart, without which the application still works. */
  leaveOut(...keys: readonly string[]): this {
    for (const key of keys) {
      const node = this.take(key);
      if (node !== undefined)
        this.findings.note(node.place, `${this.owner}: \`${key}\` has no counterpart, and was left out.`);
    }
    return this;
  }

  /** The remaining keys, which are marked as read. */
  takeRest(): readonly (readonly [string, SourceNode])[] {
    const rest = this.node.entries.filter(([key]) => !this.read.has(key));
    for (const [key] of rest) this.read.add(key);
    return rest;
  }

  /** Reports the unread keys, which the migration does not support. */
  finish(): void {
    for (const [key, value] of this.takeRest())
      this.findings.untranslated(
        value.place,
        [key, ...value.names],
        `${this.owner}: \`${key}\` was not translated.`,
      );
  }
}
