import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { renamed, shapes } from "./resources";

/*
 * Writes the facts in AWS's interfaces about attributes of the provider: `npx tsx test/inputs/aws/read-models.ts <folder>`.
 *
 * The facts go to `lib/kit/core/limits/api-facts.json`. The folder is `data` of botocore (https://github.com/boto/botocore, Apache License 2.0), where AWS publishes the models of its
 * interfaces: patterns, least and greatest lengths and numbers, and words.
 */

interface Shape {
  readonly type: string;
  readonly members?: Readonly<Record<string, { readonly shape: string }>>;
  readonly member?: { readonly shape: string };
  readonly key?: { readonly shape: string };
  readonly value?: { readonly shape: string };
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

interface Model {
  readonly metadata: { readonly uid: string };
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** The facts of one type of resource. */
export interface Facts {
  /** The shape, in the documents of AWS. */
  readonly source: string;
  /** As `parseFact` reads them. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A longer list of words is one that AWS extends. */
const mostWords = 9;

/** Attributes to which AWS adds words, or whose pattern is older than the values that AWS accepts. */
const left: readonly RegExp[] = [
  /[vV]ersion$/,
  /(runtime|securityPolicy|computeType|originShieldRegion|keyAlgorithm|providerType)$/i,
  // Also a domain of the caller.
  /^aws_cognito_user_pool_domain\.domain$/,
  // The provider takes names up to 255 characters, as the console does.
  /^aws_codebuild_project\.name$/,
  /^aws_(appsync_datasource|codebuild_project\.(environment|source|secondarySources))\.type$/,
];

type Attributes = ReadonlyMap<string, string>;

const provider = resolve(__dirname, "../../../node_modules/@cdktf/provider-aws/lib");
const target = resolve(__dirname, "../../../lib/kit/core/limits/api-facts.json");

function readModel(data: string, service: string): Model {
  const [version = ""] = readdirSync(join(data, service)).sort().reverse();
  const folder = join(data, service, version);
  const file = readdirSync(folder).find((name) => name.startsWith("service-2.json")) ?? "";
  const bytes = readFileSync(join(folder, file));
  return JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")) as Model;
}

/** The attributes of each interface of a module of the provider, with their types. */
function readInterfaces(type: string): ReadonlyMap<string, Attributes> {
  const name = type.replace(/^aws_/, "").replaceAll("_", "-");
  const text = readFileSync(join(provider, name, "index.d.ts"), "utf8");
  const blocks = text.matchAll(/^export interface (\w+)[^{]*\{\n(.*?)^\}/gms);
  return new Map(
    [...blocks].map(([, interfaceName = "", body = ""]) => [
      interfaceName,
      new Map(
        [...body.matchAll(/^ {4}readonly (\w+)\??: ([^;{]+);/gm)].map(([, key = "", of = ""]) => [key, of]),
      ),
    ]),
  );
}

const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function factsOf(data: string, type: string, models: Map<string, Model>): Facts {
  const [service = "", root = ""] = (shapes[type] ?? "").split(" ");
  const model = models.get(service) ?? readModel(data, service);
  models.set(service, model);
  const interfaces = readInterfaces(type);
  const config = [...interfaces.keys()].find(
    (name) => interfaces.has(name) && /Config$/.test(name) && text(name),
  );
  const attributes: Record<string, string> = {};
  function text(name: string): boolean {
    return plain(name) === `${plain(type.replace(/^aws_/, ""))}config`;
  }
  const walk = (interfaceName: string, shapeName: string, path: readonly string[]): void => {
    const shape = shapeOf(model, shapeName);
    for (const [key, written] of interfaces.get(interfaceName) ?? []) {
      const at = [...path, key];
      if (at.length > 6 || ["id", "tags", "tagsAll", "region"].includes(key)) continue;
      const other = renamed[`${type} ${at.map(snake).join(".")}`];
      const member = Object.entries(shape.members ?? {}).find(
        ([name]) => plain(name) === plain(other ?? key) || plain(name) === plain(`${other ?? key}s`),
      )?.[1];
      if (member === undefined) continue;
      const found = shapeOf(model, member.shape);
      const block = blockOf(written);
      if (block !== undefined) {
        const inner = found.type === "list" ? found.member?.shape : member.shape;
        if (inner !== undefined) walk(block, inner, at);
        if (found.type === "list" && found.max !== undefined && written.includes("[]"))
          attributes[at.join(".")] = `count ..${found.max}`;
        continue;
      }
      const fact = factOf(model, found, written);
      const name = at.join(".");
      if (fact !== undefined && !left.some((each) => each.test(`${type}.${name}`))) attributes[name] = fact;
    }
  };
  if (config === undefined || model.shapes[root] === undefined)
    throw new Error(`${type}: no config or shape ${root}`);
  walk(config, root, []);
  const operation = root.replace(/(Request|Input|Message)$/, "");
  return { source: `https://docs.aws.amazon.com/goto/WebAPI/${model.metadata.uid}/${operation}`, attributes };
}

/** CloudFront wraps lists in an object with their length. */
function shapeOf(model: Model, name: string): Shape {
  const shape = model.shapes[name] ?? { type: "none" };
  const items = shape.members?.Items;
  return items !== undefined && shape.members?.Quantity !== undefined
    ? (model.shapes[items.shape] ?? shape)
    : shape;
}

function blockOf(written: string): string | undefined {
  return /\b([A-Z]\w+)(?=\[\]|\s|$)/.exec(written.replace(/cdktf\.\w+/g, "").replace(/\bArray\b/, ""))?.[1];
}

function factOf(model: Model, shape: Shape, written: string): string | undefined {
  if (written.includes("key: string")) return undefined;
  if (written.includes("string[]")) {
    if (shape.type !== "list") return undefined;
    const item = textFact(shapeOf(model, shape.member?.shape ?? ""));
    return item ?? (shape.max === undefined ? undefined : `count ..${shape.max}`);
  }
  const { type, min, max } = shape;
  if (["integer", "long", "float", "double"].includes(type)) {
    if (min === undefined && max === undefined) return undefined;
    return `${written === "string" ? "numberText" : "number"} ${rangeOf(min, max)}`;
  }
  return written === "string" ? textFact(shape) : undefined;
}

const rangeOf = (min: number | undefined, max: number | undefined) => `${min ?? ""}..${max ?? ""}`;

function textFact({ type, min, max, pattern, enum: words }: Shape): string | undefined {
  if (type !== "string") return undefined;
  if (words !== undefined) return words.length > mostWords ? undefined : `word ${words.join(" ")}`;
  const isAny = pattern === undefined || /^\^?(\[\\s\\S\]|\.|\(\?s\)\.)[*+]\$?$/.test(pattern);
  // ARNs are checked by the names of attributes, and each partition adds a form.
  if (pattern?.includes("arn:") === true) return undefined;
  if (isAny && (min ?? 0) < 2 && max === undefined) return undefined;
  return `text ${rangeOf(min, max)}${isAny ? "" : ` ${pattern}`}`;
}

const [data] = process.argv.slice(2);
if (data === undefined) throw new Error("Name the folder `data` of botocore.");
const models = new Map<string, Model>();
const facts = Object.fromEntries(Object.keys(shapes).map((type) => [type, factsOf(data, type, models)]));
writeFileSync(target, `${JSON.stringify(facts, undefined, 2)}\n`);
const counts = Object.values(facts).map(({ attributes }) => Object.keys(attributes).length);
process.stdout.write(`${counts.reduce((sum, each) => sum + each, 0)} facts of ${counts.length} resources\n`);
