import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import { placeholder } from "../cloudformation/intrinsics";
import type { Findings, Place } from "../model/place";
import { Computed, code, joined, type Value } from "../model/value";
import { readYaml, SourceNode } from "../source";

/** An innermost variable of a source that the Framework has; `${AWS::Region}` belongs to CloudFormation. */
const variable = /\$\{\s*((?:self|opt|env|file|sls|aws|ssm|cf|s3|param|strToBool|git)\b[^${}]*|AWS::\w+)\}/;

/** The stage to use for values that depend on it, where the text itself is needed. */
interface Settings {
  readonly stage: string;
  readonly region: string;
}

/** Replaces the variables of `serverless.yml` with their values, or with TypeScript that computes them. */
export class ServiceVariables {
  private readonly files = new Map<string, SourceNode | undefined>();

  constructor(
    private readonly folder: string,
    private readonly root: SourceNode,
    private readonly findings: Findings,
    private readonly settings: Settings,
  ) {}

  /** A node with all variables replaced. */
  async resolve(node: SourceNode, depth = 0): Promise<SourceNode> {
    if (depth > 40) return node;
    if (node.isMap) {
      const entries: [string, SourceNode][] = [];
      for (const [key, value] of node.entries) entries.push([key, await this.resolve(value, depth)]);
      return new SourceNode(new Map(entries), node.place);
    }
    if (node.isList) {
      const items: SourceNode[] = [];
      for (const item of node.items) items.push(await this.resolve(item, depth));
      return new SourceNode(items, node.place);
    }
    return typeof node.content === "string" ? this.text(node.content, node.place, depth) : node;
  }

  private async text(text: string, place: Place, depth: number): Promise<SourceNode> {
    const pieces: Value[] = [];
    let rest = withPseudoParameters(text);
    for (let count = 0; count < 100; count++) {
      const start = outerVariable(rest);
      if (start === undefined) break;
      const [from, to] = start;
      const value = await this.address(rest.slice(from + 2, to), place, depth);
      if (from === 0 && to === rest.length - 1 && pieces.length === 0) return value;
      if (value.isMap || value.isList) {
        this.findings.todo(place, `\`${rest.slice(from, to + 1)}\` is not text: write its value.`);
        pieces.push(rest.slice(0, from), placeholder("value"));
      } else pieces.push(rest.slice(0, from), (value.content ?? "") as Value);
      rest = rest.slice(to + 1);
    }
    const value = joined([...pieces, rest]);
    return new SourceNode((value ?? text) as Computed | string, place);
  }

  /** Tries the sources of an address one after the other: `opt:stage, self:provider.stage, 'dev'`. */
  private async address(address: string, place: Place, depth: number): Promise<SourceNode> {
    const literal = await this.literal(address, place, depth);
    const sources = commaParts(literal);
    for (const [index, source] of sources.entries()) {
      const fallback = sources[index + 1];
      const found = await this.source(source, fallback, place, depth);
      if (found !== undefined) return found;
    }
    this.findings.todo(
      place,
      `The variable \`\${${address}}\` has no value that the migration knows: write it.`,
    );
    return new SourceNode(placeholder(address), place);
  }

  /** Variables within an address are replaced with the values of the default stage. */
  private async literal(address: string, place: Place, depth: number): Promise<string> {
    let text = address;
    for (let count = 0; count < 20; count++) {
      const inner = variable.exec(text);
      if (inner === null) return text;
      const value = await this.address(inner[1] ?? "", place, depth + 1);
      const plain = this.plainText(value, place, inner[0]);
      text = text.replace(inner[0], () => plain);
    }
    return text;
  }

  private plainText({ content, text }: SourceNode, place: Place, shown: string): string {
    if (text !== undefined) return text;
    if (!(content instanceof Computed)) return "";
    this.findings.todo(
      place,
      `A value is chosen by \`${shown}\`: that of the stage ${this.settings.stage} was taken.`,
    );
    return content.parts
      .map((part) =>
        typeof part === "string"
          ? part
          : "code" in part && part.code.includes("region")
            ? this.settings.region
            : this.settings.stage,
      )
      .join("");
  }

  private async source(
    source: string,
    fallback: string | undefined,
    place: Place,
    depth: number,
  ): Promise<SourceNode | undefined> {
    const made = (value: Value) => new SourceNode(value as Computed | string, place);
    const quoted = /^(['"])(.*)\1$/.exec(source)?.[2];
    if (quoted !== undefined) return made(quoted);
    const [, kind = "", name = ""] = /^(\w+)(?:\(|:)\s*(.*)$/s.exec(source) ?? [];
    if (kind === "")
      return source.startsWith("AWS::") ? made(`\${${source}}`) : new SourceNode(scalar(source), place);
    if (kind === "self") return this.self(name, place, depth);
    if (kind === "file") return this.file(source, place, depth);
    if (kind === "env") return made(code(environmentText(name, fallback)));
    if (kind === "strToBool") return new SourceNode(/^(true|1)/.test(name), place);
    if (name === "stage") return made(code("stack.stage"));
    if (name === "region") return made(code("stack.region"));
    if (kind === "aws" && name === "accountId") return made(code("stack.account"));
    if (kind === "sls" && name === "instanceId") return made(code("stack.stackName"));
    if (kind === "ssm") return made(parameterCode(name.replace(/~.*$/, ""), place));
    return undefined;
  }

  private async self(path: string, place: Place, depth: number): Promise<SourceNode | undefined> {
    if (path === "provider.stage") return new SourceNode(code("stack.stage"), place);
    if (path === "provider.region") return new SourceNode(code("stack.region"), place);
    return this.within(this.root, path, place, depth);
  }

  /** Follows a path, also through values that are variables. */
  private async within(
    from: SourceNode,
    path: string,
    place: Place,
    depth: number,
  ): Promise<SourceNode | undefined> {
    let node: SourceNode | undefined = from;
    for (const key of path.split(".").filter((each) => each !== "")) {
      if (typeof node?.content === "string") node = await this.resolve(node, depth + 1);
      node = node?.isList === true ? node.items[Number(key)] : node?.get(key);
    }
    if (node === undefined || depth > 40) return undefined;
    const resolved = await this.resolve(node, depth + 1);
    // A text gets the place of its use; a part of a file keeps its own lines.
    return resolved.isMap || resolved.isList ? resolved : new SourceNode(resolved.content, place);
  }

  private async file(source: string, place: Place, depth: number): Promise<SourceNode | undefined> {
    const [, path = "", key = ""] = /^file\(([^)]*)\)(?::(.*))?$/s.exec(source.trim()) ?? [];
    const file = normalize(path.trim());
    if (!/\.(ya?ml|json|env)$/.test(file)) {
      this.findings.todo(place, `\`${source}\` is a program: write its values.`);
      return new SourceNode(placeholder(source), place);
    }
    if (!this.files.has(file)) {
      const isThere = existsSync(join(this.folder, file));
      this.files.set(file, isThere ? await readYaml(this.folder, file) : undefined);
    }
    const root = this.files.get(file);
    return root === undefined ? undefined : this.within(root, key, place, depth);
  }
}

/** Whether the text after `${` is a variable of the Framework. Others, such as `aws:username`, are variables of IAM policies. */
const isVariable = (text: string): boolean =>
  /^\s*(?:(?:self|opt|env|file|sls|ssm|cf|s3|param|strToBool|git)[:(.]|aws:(?:accountId|region)\b)/.test(
    text,
  );

/** The first outermost variable, as the positions of `$` and `}`. */
function outerVariable(text: string): readonly [number, number] | undefined {
  for (let from = text.indexOf("${"); from >= 0; from = text.indexOf("${", from + 2)) {
    const head = text.slice(from + 2);
    let open = 1;
    for (let to = from + 2; to < text.length; to++) {
      if (text.startsWith("${", to)) open++;
      if (text[to] === "}" && --open === 0) {
        if (isVariable(head)) return [from, to];
        break;
      }
    }
  }
  return undefined;
}

/** `#{AWS::Region}` is the form of a plugin. */
const withPseudoParameters = (text: string): string => text.replace(/#\{([\w:.]+)\}/g, "$${$1}");

/** The parts between commas that are not within parentheses or quotes. */
const commaParts = (text: string): readonly string[] =>
  (text.match(/(?:\([^)]*\)|'[^']*'|"[^"]*"|[^,])+/g) ?? []).map((part) => part.trim());

const scalar = (text: string): string | number | boolean | null =>
  text === "null"
    ? null
    : text === "true"
      ? true
      : text === "false"
        ? false
        : /^\d+$/.test(text)
          ? Number(text)
          : text;

function environmentText(name: string, fallback: string | undefined): string {
  const property = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  const value = fallback === undefined ? "" : fallback.replace(/^(['"])(.*)\1$/, "$2");
  return `process.env${property} ?? ${JSON.stringify(/^\w+[:(]/.test(value) ? "" : value)}`;
}

/** A parameter of Systems Manager, read when Terraform plans. */
function parameterCode(name: string, { line }: Place): Computed {
  const imports = [{ name: "DataAwsSsmParameter", from: "@cdktf/provider-aws/lib/data-aws-ssm-parameter" }];
  return code(
    `new DataAwsSsmParameter(stack, "Parameter${line}", { name: ${JSON.stringify(name)} }).value`,
    imports,
  );
}
