import { Call, Choice, Computed, type ComputedPart, isList, type Value } from "../model/value";

/** The code of the parts that are not text. */
type CodeOf = (part: Exclude<ComputedPart, string>) => string;

const width = 110;
const step = "  ";

/** Prints values as TypeScript: on one line if they fit, otherwise with a line for each part. */
export class ValuePrinter {
  constructor(private readonly codeOf: CodeOf) {}

  /** The text of a value that begins at a column. */
  print(value: Value, indent = "", column = indent.length): string {
    const line = this.flat(value);
    return column + line.length <= width && !line.includes("\n") ? line : this.broken(value, indent);
  }

  private broken(value: Value, indent: string): string {
    const inner = indent + step;
    if (value instanceof Call) return this.brokenCall(value, indent);
    if (value instanceof Choice)
      return `${value.condition}\n${inner}? ${this.print(value.yes, inner)}\n${inner}: ${this.print(value.no, inner)}`;
    if (isList(value)) {
      const lines = value.map((item) => `${inner}${this.print(item, inner, inner.length + 1)},\n`);
      return `[\n${lines.join("")}${indent}]`;
    }
    if (typeof value === "object" && value !== null && !(value instanceof Computed)) {
      const lines = entriesOf(value).map(([key, each]) => `${inner}${this.entry(key, each, inner)},\n`);
      return `{\n${lines.join("")}${indent}}`;
    }
    return this.flat(value);
  }

  /** Only the last argument is broken into lines if the others fit; otherwise each argument has its own line. */
  private brokenCall({ callee, args }: Call, indent: string): string {
    const [owner, ...others] = args;
    if (callee.startsWith(".") && owner !== undefined && others.length === 0)
      return `${this.print(owner, indent)}${callee}`;
    if (callee.startsWith(".") && owner !== undefined)
      return `${this.print(owner, indent)}\n${indent}${step}.${this.print(new Call(callee.slice(1), others), indent + step)}`;
    const last = args.at(-1);
    const head = `${callee}(${args
      .slice(0, -1)
      .map((each) => `${this.flat(each)}, `)
      .join("")}`;
    if (last !== undefined && indent.length + head.length < width && isStructure(last))
      return `${head}${this.broken(last, indent)})`;
    const inner = indent + step;
    return `${callee}(\n${args.map((each) => `${inner}${this.print(each, inner)},\n`).join("")}${indent})`;
  }

  private entry(key: string, value: Value, indent: string): string {
    const name = keyText(key);
    const text = this.print(value, indent, indent.length + name.length + 3);
    return text === name ? name : `${name}: ${text}`;
  }

  private flat(value: Value): string {
    if (value === undefined) return "undefined";
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    if (value instanceof Computed) return this.expression(value);
    if (value instanceof Call && value.callee.startsWith(".")) {
      const [owner, ...args] = value.args;
      const call = args.length === 0 ? "" : `(${args.map((each) => this.flat(each)).join(", ")})`;
      return `${this.flat(owner)}${value.callee}${call}`;
    }
    if (value instanceof Call)
      return `${value.callee}(${value.args.map((each) => this.flat(each)).join(", ")})`;
    if (value instanceof Choice)
      return `${value.condition} ? ${this.flat(value.yes)} : ${this.flat(value.no)}`;
    if (isList(value)) return `[${value.map((each) => this.flat(each)).join(", ")}]`;
    const entries = entriesOf(value).map(([key, each]) => {
      const [name, text] = [keyText(key), this.flat(each)];
      return text === name ? name : `${name}: ${text}`;
    });
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }

  private expression({ parts }: Computed): string {
    const [first, ...others] = parts;
    if (others.length === 0 && typeof first === "object") return this.codeOf(first);
    const texts = parts.map((part) =>
      typeof part === "string" ? templateText(part) : `\${${this.codeOf(part)}}`,
    );
    return `\`${texts.join("")}\``;
  }
}

const entriesOf = (value: object): readonly (readonly [string, Value])[] =>
  Object.entries(value).filter(([, each]) => each !== undefined);

const isStructure = (value: Value): boolean =>
  isList(value) ||
  (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);

const templateText = (text: string): string => text.replace(/[`\\]|\$\{/g, "\\$&").replace(/\n/g, "\\n");

const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

/** An import of names, on one line if it fits. */
export function importLine(names: readonly string[], from: string, keyword = "import"): string {
  // ES modules find files of a package without `exports` only by their full names.
  const file = from.startsWith("@cdktf/") ? `${from}/index.js` : from;
  const line = `${keyword} { ${names.join(", ")} } from "${file}";`;
  return line.length <= width
    ? line
    : `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}} from "${file}";`;
}
