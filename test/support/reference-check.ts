import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { circlesOf, type Reference, referencesIn } from "./terraform-references";

type Json = Record<string, unknown>;

interface StackOutput {
  readonly id: string;
  readonly folder: string;
  readonly text: string;
  readonly json: Json;
  /** Stacks that are deployed before. */
  readonly dependencies: readonly string[];
}

/**
 * Reads the Terraform JSON of all stacks of an app and returns what is wrong with it: references to something that does
 * not exist, circles, empty blocks, tokens that were not resolved, files that are missing, paths of this machine.
 */
export function checkOutput(outdir: string): string[] {
  const stacks = readStacks(outdir);
  return [
    ...stacks.flatMap((stack) => [
      ...checkText(outdir, stack),
      ...checkBlocks(stack, stacks),
      ...checkFiles(stack),
    ]),
    ...circlesOf(new Map(stacks.map(({ id, dependencies }) => [id, new Set(dependencies)]))),
  ];
}

/** The same for JSON that was not written to a folder: without its files, its texts and the order of stacks. */
export function checkJson(jsonByStack: Readonly<Record<string, object>>): string[] {
  const dependencies = Object.keys(jsonByStack);
  const stacks = Object.entries(jsonByStack).map(([id, json]): StackOutput => {
    return { id, folder: "", text: "", json: json as Json, dependencies };
  });
  return stacks.flatMap((stack) => checkBlocks(stack, stacks));
}

const checkBlocks = (stack: StackOutput, stacks: readonly StackOutput[]): readonly string[] => [
  ...checkReferences(stack, stacks),
  ...checkProviders(stack),
  ...findEmpty(stack),
  ...circlesOf(resourceGraph(stack)).map((circle) => `${stack.id}: ${circle}`),
];

function readStacks(outdir: string): StackOutput[] {
  const manifest = JSON.parse(fs.readFileSync(path.join(outdir, "manifest.json"), "utf8"));
  const entries = Object.entries(manifest.stacks) as [string, Record<string, string & string[]>][];
  return entries.map(([id, { synthesizedStackPath = "", dependencies = [] }]) => {
    const text = fs.readFileSync(path.join(outdir, synthesizedStackPath), "utf8");
    const folder = path.dirname(path.join(outdir, synthesizedStackPath));
    return { id, folder, text, json: JSON.parse(text), dependencies };
  });
}

function checkText(outdir: string, { id, text }: StackOutput): string[] {
  const problems = /TfToken|\$\{Token\[/.test(text) ? [`${id}: holds a token that was not resolved`] : [];
  // One of them may be inside another: the first match is enough.
  const found = [path.resolve(outdir), process.cwd(), os.homedir()].find(
    (folder) => folder.length > 1 && new RegExp(`(?<![\\w.])${escapeText(folder)}(?=["/\\\\])`).test(text),
  );
  return found === undefined ? problems : [...problems, `${id}: holds the path ${found} of this machine`];
}

/** Blocks of a stack by their address: `data.archive_file.Code`, `local.name`. */
function blocksOf({ json }: StackOutput): Map<string, unknown> {
  const blocks = new Map<string, unknown>();
  for (const [kind, prefix] of [
    ["resource", ""],
    ["data", "data."],
  ] as const) {
    for (const [type, each] of Object.entries((json[kind] ?? {}) as Record<string, Json>)) {
      for (const [name, block] of Object.entries(each)) blocks.set(`${prefix}${type}.${name}`, block);
    }
  }
  for (const [kind, prefix] of Object.entries({ locals: "local", variable: "var", module: "module" })) {
    for (const [name, block] of Object.entries((json[kind] ?? {}) as Json))
      blocks.set(`${prefix}.${name}`, block);
  }
  return blocks;
}

function checkReferences(stack: StackOutput, stacks: readonly StackOutput[]): string[] {
  const blocks = blocksOf(stack);
  const everywhere: [string, unknown][] = [
    ...blocks,
    ["output", stack.json.output],
    ["provider", stack.json.provider],
  ];
  return everywhere.flatMap(([from, block]) =>
    readBy(block).flatMap(({ address, output }) => {
      const where = `${stack.id}: ${from} refers to ${address}`;
      if (!blocks.has(address)) return [`${where}, which does not exist`];
      if (!address.startsWith("data.terraform_remote_state.")) return [];
      const source = sourceOf(blocks.get(address), stacks);
      if (source === undefined) return [`${where}, the state of no stack of this app`];
      if (!stack.dependencies.includes(source.id))
        return [`${where}, but ${source.id} is not deployed before`];
      const outputs = (source.json.output ?? {}) as Json;
      return output === undefined || output in outputs
        ? []
        : [`${where}, but ${source.id} has no output ${output}`];
    }),
  );
}

/** The stack whose state a remote state reads. */
function sourceOf(remoteState: unknown, stacks: readonly StackOutput[]): StackOutput | undefined {
  const { config = {} } = remoteState as { config?: Record<string, unknown> };
  const workspace = (config.workspaces as { name?: string } | undefined)?.name;
  const file = String(config.path ?? config.key ?? `${workspace}.tfstate`);
  const matching = stacks.filter(({ id }) => new RegExp(`(^|[./])${escapeText(id)}\\.tfstate$`).test(file));
  return matching[0] ?? stacks.find(({ id }) => file.endsWith(`${id}.tfstate`));
}

/** The references that a block reads, in expressions and in `depends_on`. */
function readBy(block: unknown): Reference[] {
  if (typeof block === "string") return referencesIn(block);
  if (typeof block !== "object" || block === null) return [];
  return Object.entries(block).flatMap(([key, value]) => {
    if (key === "//") return [];
    const isList = key === "depends_on" && Array.isArray(value);
    return isList ? value.map((address: string) => ({ address })) : readBy(value);
  });
}

function resourceGraph(stack: StackOutput): Map<string, Set<string>> {
  return new Map(
    [...blocksOf(stack)].map(([address, block]) => [
      address,
      new Set(readBy(block).map((reference) => reference.address)),
    ]),
  );
}

/** A resource may name a provider by its alias. */
function checkProviders(stack: StackOutput): string[] {
  const providers = Object.entries((stack.json.provider ?? {}) as Record<string, Json[]>).flatMap(
    ([name, configs]) => configs.map(({ alias }) => (alias === undefined ? name : `${name}.${alias}`)),
  );
  return [...blocksOf(stack)].flatMap(([address, block]) => {
    const { provider } = Object(block) as { provider?: unknown };
    if (typeof provider !== "string" || providers.includes(provider)) return [];
    return [`${stack.id}: ${address} names the provider ${provider}, which does not exist`];
  });
}

/** Files that the library puts beside the JSON. Files that an archive writes during the plan do not exist yet. */
function checkFiles(stack: StackOutput): string[] {
  return [...blocksOf(stack)].flatMap(([address, block]) => {
    const { source_dir, filename } = Object(block) as { source_dir?: unknown; filename?: unknown };
    return [source_dir, filename].flatMap((file) => {
      const name = typeof file === "string" ? /^\$\{path\.module\}\/(.*)$/.exec(file)?.[1] : undefined;
      if (name === undefined || fs.existsSync(path.join(stack.folder, name))) return [];
      return [`${stack.id}: ${address} names ${name}, which does not exist`];
    });
  });
}

/** `{}`, `[]`, `[{}]` and lists of empty texts: the next plan would want to add them again. */
function findEmpty(stack: StackOutput): string[] {
  const walk = (where: string, value: unknown): string[] => {
    if (typeof value !== "object" || value === null) return [];
    // The setting that makes the provider leave its default tags out.
    if (where.endsWith(".override_provider.default_tags.tags")) return [];
    // A VPC link must state its security groups, also when it has none.
    if (/^aws_apigatewayv2_vpc_link\.[^.]+\.security_group_ids$/.test(where)) return [];
    // A client must state that it has no sign-in pages: the provider would keep those of the last deployment.
    if (/^aws_cognito_user_pool_client\.[^.]+\.(allowed_oauth|callback|logout)_\w+$/.test(where)) return [];
    const isEmptyText = Array.isArray(value) && value.every((each) => each === "");
    if (isEmptyText || Object.keys(value).length === 0) return [`${stack.id}: ${where} is empty`];
    return Object.entries(value).flatMap(([key, each]) =>
      key === "//" ? [] : walk(`${where}.${key}`, each),
    );
  };
  // A resource without arguments is valid.
  return [...blocksOf(stack)].flatMap(([address, block]) =>
    typeof block === "object" && block !== null && Object.keys(block).length === 0
      ? []
      : walk(address, block),
  );
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
