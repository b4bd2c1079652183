import { createHash } from "node:crypto";
import type { Stack } from "../../../lib/kit/app";
import { type Block, type Synthesized, synthesized } from "../stack";
import { referencesIn } from "../terraform-references";
import { withStandIns } from "./newer-types";

type Blocks = Readonly<Record<string, Readonly<Record<string, Block>>>>;

/** The parts of a stack that are planned: its resources, and its moves. Data sources are read into local values. */
export interface PlannedTemplate {
  readonly resource: Blocks;
  readonly locals: Readonly<Record<string, unknown>>;
  readonly moved: readonly { readonly from: string; readonly to: string }[];
}

export const fakeAccount = "123456789012";
const fakeArn = `arn:aws:service:us-east-1:${fakeAccount}:thing/name`;

/** Text that an attribute may hold: what reads it may ask for an ARN or a URL. */
export function fakeAttribute(name: string): string {
  if (/arn$/.test(name)) return fakeArn;
  if (name === "account_id") return fakeAccount;
  if (name === "partition") return "aws";
  if (/(^|_)(url|endpoint)$/.test(name)) return "https://example.com/thing";
  return `fake-${name.replace(/_/g, "-")}`;
}

/**
 * The Terraform JSON of a stack as a module that needs no account: values from AWS are made up, commands are left out,
 * and protected resources may be destroyed, so that a plan can show it.
 */
export function plannedTemplate(stack: Stack): PlannedTemplate {
  return plannedJson(synthesized(stack));
}

/** The same of JSON that a version of the library has written. */
export function plannedJson({ resource, data, moved }: Synthesized): PlannedTemplate {
  // Only the configuration is planned, without the files beside it.
  const text = JSON.stringify(resource).replaceAll(/\bfile\(\\"\$\{path\.module\}.*?\\"\)/g, '\\"file\\"');
  const locals: Record<string, unknown> = {};
  const all = JSON.stringify([resource, data]);
  let inlined = text.replaceAll(newerRuntime, knownRuntime);
  for (const [type, blocks] of Object.entries(data)) {
    for (const [name, block] of Object.entries(blocks)) {
      const local = `${type}_${name}`;
      locals[local] = dataValues(`data.${type}.${name}`, type, block, all);
      inlined = inlined.replaceAll(`data.${type}.${name}.`, `local.${local}.`);
    }
  }
  const resources = JSON.parse(inlined) as Blocks;
  return {
    resource: withStandIns(mapBlocks(resources, withoutCommands)),
    locals,
    moved: (moved ?? []) as never,
  };
}

/** The provider of these plans refuses the runtime before it asks AWS. The plans do not depend on it. */
const newerRuntime = '"nodejs24.x"';
const knownRuntime = '"nodejs22.x"';

/** Attributes of data sources that are lists. */
const lists: ReadonlySet<string> = new Set(["names", "security_groups", "subnets"]);

function dataValues(address: string, type: string, block: Block, text: string): Record<string, unknown> {
  const found = [...text.matchAll(/(data\.[a-z0-9_]+\.[\w-]+)\.([a-z0-9_]+)/g)];
  const names = new Set(found.filter(([, read]) => read === address).map(([, , name = ""]) => name));
  if (type === "terraform_remote_state") return { outputs: outputsRead(address, text) };
  const values = Object.fromEntries(
    [...names].map((name) => [name, lists.has(name) ? [fakeAttribute(name)] : fakeAttribute(name)]),
  );
  if (type !== "archive_file") return values;
  const hash = createHash("sha256").update(JSON.stringify(block)).digest("base64");
  return { ...values, output_path: "code.zip", output_base64sha256: hash };
}

/** Another stack exports what this one reads of it. */
function outputsRead(address: string, text: string): Record<string, unknown> {
  const reads = text.split(`${address}.outputs.`).slice(1);
  const names = reads.map((read) => /^[\w-]+/.exec(read)?.[0] ?? "");
  return Object.fromEntries(names.map((name) => [name, fakeAttribute(name)]));
}

/** A template without resources of these types and those that refer to them, for a provider that does not know them. */
export function withoutTypes(template: PlannedTemplate, unknown: ReadonlySet<string>): PlannedTemplate {
  const wiring = wiringOf(template);
  const isKept = (address: string) =>
    ![address, ...(wiring.get(address)?.dependencies ?? [])].some((each) =>
      unknown.has(each.split(".")[0] ?? ""),
    );
  const resource = Object.fromEntries(
    Object.entries(template.resource).map(([type, of]) => [
      type,
      Object.fromEntries(Object.entries(of).filter(([name]) => isKept(`${type}.${name}`))),
    ]),
  );
  return {
    ...template,
    resource: Object.fromEntries(Object.entries(resource).filter(([, of]) => Object.keys(of).length > 0)),
  };
}

function withoutCommands({ provider: _p, provisioner: _c, "//": _m, lifecycle, ...rest }: Block): Block {
  const {
    prevent_destroy: _d,
    // They refuse a plan that would lose something: here it is to be seen. Or they ask for values of AWS, which are made up.
    precondition: _r,
    postcondition: _v,
    ...kept
  } = (lifecycle ?? {}) as Record<string, unknown>;
  return Object.keys(kept).length === 0 ? rest : { ...rest, lifecycle: kept };
}

function mapBlocks(blocks: Blocks, map: (block: Block) => Block): Blocks {
  const each = (of: Readonly<Record<string, Block>>) =>
    Object.fromEntries(Object.entries(of).map(([name, block]) => [name, map(block)]));
  return Object.fromEntries(Object.entries(blocks).map(([type, of]) => [type, each(of)]));
}

/** The connections of a resource. */
export interface Wiring {
  /** Addresses of all resources that it depends on, however far away. */
  readonly dependencies: readonly string[];
  /** Whether Terraform creates it first when it is replaced: because of its own setting, or because of the setting of a dependent. */
  readonly isCreatedFirst: boolean;
}

function blocksOf({ resource }: PlannedTemplate): ReadonlyMap<string, Block> {
  return new Map(
    Object.entries(resource).flatMap(([type, of]) =>
      Object.entries(of).map(([name, block]) => [`${type}.${name}`, block] as const),
    ),
  );
}

/** The addresses that each resource names, by address. */
export function directReads(template: PlannedTemplate): ReadonlyMap<string, ReadonlySet<string>> {
  const blocks = blocksOf(template);
  return new Map([...blocks].map(([address, block]) => [address, readBy(block, blocks)] as const));
}

/** The dependencies between the resources of a template, by address. */
export function wiringOf(template: PlannedTemplate): ReadonlyMap<string, Wiring> {
  const blocks = blocksOf(template);
  const direct = directReads(template);
  const all = new Map([...blocks.keys()].map((address) => [address, reach(address, direct)] as const));
  const declared = [...blocks].filter(([, { lifecycle }]) => {
    return (lifecycle as { create_before_destroy?: boolean } | undefined)?.create_before_destroy === true;
  });
  const first = new Set(declared.flatMap(([address]) => [address, ...(all.get(address) ?? [])]));
  return new Map(
    [...all].map(([address, of]) => [
      address,
      { dependencies: [...of].sort(), isCreatedFirst: first.has(address) },
    ]),
  );
}

function readBy(block: Block, known: ReadonlyMap<string, Block>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string") {
      for (const { address } of referencesIn(value)) if (known.has(address)) found.add(address);
      if (known.has(value)) found.add(value);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(block);
  return found;
}

function reach(from: string, direct: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(direct.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(direct.get(next) ?? []));
  }
  return found;
}
