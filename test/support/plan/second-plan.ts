import { isRecord } from "../../../lib/facts/text/record";
import { addressWordsOf } from "../../../lib/kit/core/terraform/addresses";

type Blocks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The Terraform JSON of a stack. */
export interface Configuration {
  readonly resource?: Blocks;
  readonly data?: Blocks;
  readonly output?: Readonly<Record<string, unknown>>;
  readonly locals?: Readonly<Record<string, unknown>>;
}

/** Arguments that name a file which Terraform writes while it plans or applies, by the type of their block. */
const writingArguments: Readonly<Record<string, string>> = {
  "data.archive_file": "output_path",
  archive_file: "output_path",
  local_file: "filename",
  local_sensitive_file: "filename",
};

/**
 * The places of a configuration because of which a plan after its apply may have changes: `<address>.<argument>: <reason>`.
 *
 * - The value comes from a file that the same plan writes, and not from the block that writes it: the first plan reads the file too
 *   early.
 * - The value differs each time.
 * - A data source reads a value that a resource of the same plan creates: the first plan reads the state before it.
 */
export function placesOfLaterChanges(configuration: Configuration): readonly string[] {
  const blocks = blocksOf(configuration);
  const written = blocks.flatMap(({ type, body }) => {
    const path = isRecord(body) ? body[writingArguments[type] ?? ""] : undefined;
    return typeof path === "string" ? [plainPath(path)] : [];
  });
  const resources = new Set(blocks.filter(({ kind }) => kind === "resource").map(({ address }) => address));
  return blocks.flatMap(({ kind, type, address, body }) => [
    ...textsOf(body)
      .filter(({ place }) => place !== writingArguments[type])
      .flatMap(({ place, text }) => {
        const reason =
          readOf(text, written, place === "source_dir") ??
          (isIgnored(body, place) ? undefined : otherEachTime(text));
        return reason === undefined ? [] : [`${[address, place].filter(Boolean).join(".")}: ${reason}`];
      }),
    ...(kind === "data" ? addressWordsOf(body) : [])
      .filter((word) => resources.has(word))
      .map((word) => `${address}: reads ${word}`),
  ]);
}

interface Block {
  readonly kind: "resource" | "data" | "output" | "local";
  readonly type: string;
  readonly address: string;
  readonly body: unknown;
}

function blocksOf({ resource = {}, data = {}, output = {}, locals = {} }: Configuration): readonly Block[] {
  const typed = (blocks: Blocks, kind: "resource" | "data", prefix = "") =>
    Object.entries(blocks).flatMap(([type, named]) =>
      Object.entries(named).map(([name, body]): Block => {
        return { kind, type: `${prefix}${type}`, address: `${prefix}${type}.${name}`, body };
      }),
    );
  const single = (blocks: Readonly<Record<string, unknown>>, kind: "output" | "local") =>
    Object.entries(blocks).map(
      ([name, body]): Block => ({ kind, type: kind, address: `${kind}.${name}`, body }),
    );
  return [
    ...typed(resource, "resource"),
    ...typed(data, "data", "data."),
    ...single(output, "output"),
    ...single(locals, "local"),
  ];
}

/** The texts of a block, with their place in it: `environment.0.variables.URL`. */
function textsOf(value: unknown, place = ""): readonly { readonly place: string; readonly text: string }[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => key !== "//")
    .flatMap(([key, each]) => textsOf(each, place === "" ? key : `${place}.${key}`));
}

/** All of these name the folder of the stack. */
const plainPath = (text: string): string =>
  text.replace(/\$\{path\.(?:module|root|cwd)\}\//g, "").replace(/(?<![\w.])\.\//g, "");

/** Source: https://developer.hashicorp.com/terraform/language/functions, "Filesystem Functions" and the file functions of "Hash and Crypto Functions" */
const fileFunction = /\b(file\w*|templatefile)\(\s*(?:"((?:[^"\\$]|\\.|\$(?!\{))*)(\$\{)?)?/g;

function readOf(text: string, written: readonly string[], isFolder: boolean): string | undefined {
  const plain = plainPath(text);
  const words = new Set(plain.match(/[\w./-]+/g));
  const named = written.find((path) => words.has(path));
  if (named !== undefined) return `reads ${named}, which the plan writes`;
  const below = (start: string) => written.find((path) => path.startsWith(start));
  const archived = isFolder ? below(`${plain}/`) : undefined;
  if (archived !== undefined) return `reads the folder of ${archived}, which the plan writes`;
  if (!text.includes("${")) return undefined;
  for (const [, name = "", path, isOpen] of plain.matchAll(fileFunction)) {
    if (path === undefined) return `${name}() reads a file whose path is not known`;
    const isWhole = isOpen === undefined;
    if (name !== "fileset" && isWhole) continue;
    const listed = below(isWhole && path !== "." ? `${path}/` : path.replace(/^\.$/, ""));
    if (listed !== undefined) return `${name}() may read ${listed}, which the plan writes`;
  }
  return undefined;
}

/** Source: https://developer.hashicorp.com/terraform/language/functions */
function otherEachTime(text: string): string | undefined {
  const [, name] = (text.includes("${") && /\b(timestamp|plantimestamp|uuid|bcrypt)\(/.exec(text)) || [];
  return name === undefined ? undefined : `${name}() differs each time`;
}

function isIgnored(body: unknown, place: string): boolean {
  const lifecycle = isRecord(body) ? body.lifecycle : undefined;
  const ignored = isRecord(lifecycle) ? lifecycle.ignore_changes : undefined;
  return ignored === "all" || (Array.isArray(ignored) && ignored.includes(place.split(".")[0]));
}
