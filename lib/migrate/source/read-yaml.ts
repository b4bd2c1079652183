import { readFileSync } from "node:fs";
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
import { fail } from "../errors";
import type { Place } from "../model/place";
import { type Scalar, SourceNode } from "./node";

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
  let text = readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, "");
  const options: ParseOptions & DocumentOptions & SchemaOptions = {
    customTags: tags,
    // `<<` is common in templates, and a key that is written twice is one of them in the other tools.
    merge: true,
    uniqueKeys: false,
    // The parsers of the other tools accept what is unambiguous, such as a bracket that is not indented.
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
    const indented = withIndentedQuote(text, document.errors[0]);
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
 * The text with the further lines of a quoted text indented below its quote, where other parsers do not ask for that.
 * Spaces at the beginning of such lines do not count. Undefined if that is not the error.
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

/** All kinds of content keep their tag: the reader unfolds it. */
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
    // `012` and `1.0` are texts that happen to look like numbers: account ids, versions.
    const isText = typeof value === "number" && source !== undefined && String(value) !== source;
    return new SourceNode(isText ? source : (value as Scalar), place);
  }

  /** The value of a key stands at the line of the key, which is what one looks for. */
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
