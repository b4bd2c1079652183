import { type ComplexList, type TerraformElement, TerraformStack } from "cdktf";
import { RootConstruct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { fail, refuseValue } from "../errors";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";

export interface ProviderClass {
  readonly tfResourceType: string;
  readonly prototype: object;
}

/** Terraform's own block, whose content CDKTF writes completely. */
const lifecycleKeys = [
  "createBeforeDestroy",
  "preventDestroy",
  "ignoreChanges",
  "replaceTriggeredBy",
  "precondition",
  "postcondition",
];

/**
 * Refuses keys of nested blocks that the provider does not have, and values that are not blocks.
 *
 * CDKTF maps a block key by key and silently drops other keys.
 */
export function checkNestedKeys(where: Where, prop: string, config: object, resource: ProviderClass): void {
  const { lifecycle } = config as { readonly lifecycle?: unknown };
  if (lifecycle !== undefined) checkBlock(where, `${prop}.lifecycle`, lifecycle, lifecycleKeys);
  const blocks = Object.keys(config).filter((key) => isBlock(resource.prototype, key));
  if (blocks.length > 0) checkBlocks(where, prop, config, blocks, sampleOf(resource));
}

/** The keys that a resource or block takes: attributes have a setter, blocks a `put` method. */
export function providerKeys(prototype: object): readonly string[] {
  const known = keysOfClass.get(prototype);
  if (known !== undefined) return known;
  const members = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  const keys = members.flatMap(([name, member]) => {
    if (member.set !== undefined) return name === "internalValue" ? [] : [name];
    return /^put[A-Z]/.test(name) ? [`${name.charAt(3).toLowerCase()}${name.slice(4)}`] : [];
  });
  keysOfClass.set(prototype, keys);
  return keys;
}

/** The keys of each class of the provider, for all apps. */
const keysOfClass = new WeakMap<object, readonly string[]>();

function isBlock(prototype: object, key: string): boolean {
  return `put${key.charAt(0).toUpperCase()}${key.slice(1)}` in prototype;
}

function checkBlocks(
  where: Where,
  prop: string,
  config: object,
  blocks: readonly string[],
  sample: object,
): void {
  for (const key of blocks) {
    const value: unknown = config[key as never];
    if (value === undefined || isUnresolved(value)) continue;
    const path = memberPath(prop, key);
    const block: unknown = sample[key as never];
    if (isListLike(block)) checkListOfBlocks(where, path, value, block);
    else checkSampled(where, path, value, block as object);
  }
}

/** Checked by shape: another copy of CDKTF has its own class. */
function isListLike(block: unknown): block is ComplexList {
  return typeof Object(block).get === "function" && "wrapsSet" in Object(block);
}

function checkListOfBlocks(where: Where, prop: string, value: unknown, block: ComplexList): void {
  const sample = (block as unknown as { get(index: number): object }).get(0);
  if (!Array.isArray(value)) {
    const keys = providerKeys(Object.getPrototypeOf(sample)).join(", ");
    return refuseValue(where, prop, value, `an array of objects with the keys ${keys}`);
  }
  value.forEach((each: unknown, index) => {
    checkSampled(where, `${prop}[${index}]`, each, sample);
  });
}

function checkSampled(where: Where, prop: string, value: unknown, sample: object): void {
  if (isUnresolved(value)) return;
  const prototype = Object.getPrototypeOf(sample) as object;
  const keys = providerKeys(prototype);
  checkBlock(where, prop, value, keys);
  const blocks = keys.filter((key) => Object.hasOwn(value as object, key) && isBlock(prototype, key));
  checkBlocks(where, prop, value as object, blocks, sample);
}

function checkBlock(where: Where, prop: string, value: unknown, allowed: readonly string[]): void {
  if (isUnresolved(value)) return;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const keys = allowed.length === 0 ? "no keys" : `the keys ${allowed.join(", ")}`;
    return refuseValue(where, prop, value, `an object with ${keys}`);
  }
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) fail(where, "key-unknown", prop, { key, allowed });
  }
}

/** An empty resource of each class of the provider, for all apps, which describes the class. */
const samples = new WeakMap<object, TerraformElement>();

/** An empty resource of the class without an app: the provider describes its blocks only by objects. */
function sampleOf(resource: ProviderClass): TerraformElement {
  const known = samples.get(resource.prototype);
  if (known !== undefined) return known;
  const create = resource as unknown as new (
    scope: TerraformStack,
    id: string,
    config: object,
  ) => TerraformElement;
  const sample = new create(new TerraformStack(new RootConstruct(), "Sample"), "Sample", {});
  samples.set(resource.prototype, sample);
  return sample;
}
