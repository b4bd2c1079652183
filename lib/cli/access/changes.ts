import { resourceTypes } from "../../facts/aws/resource-types";
import type { AccessFacts } from "../../model/access/facts";
import { laterAddress, type Pair, versionPairs } from "../../model/proof/pairs";
import type { Resource } from "../../model/resources/model";
import type { SynthesizedStack } from "../project/synthesized-stack";
import {
  type ChangedValues,
  changedAttributesOf,
  codeAttributes,
  type ResourceChange,
} from "../terraform/review";

/** The changes between two versions of a stack, as a plan would have them. */
export interface StackChanges {
  /** The stack, as far as its resources are known. */
  readonly stack: SynthesizedStack;
  readonly changes: readonly ResourceChange[];
  readonly values: readonly ChangedValues[];
}

/** The changes of each stack, by its id. Data sources and the code of functions are not compared. */
export function changesOf(before: AccessFacts, after: AccessFacts): ReadonlyMap<string, StackChanges> {
  const isDeployed = ({ type }: Resource): boolean => !type.startsWith("data.") && type !== "terraform_data";
  const pairs = versionPairs(
    before.model.resources.filter(isDeployed),
    after.model.resources.filter(isDeployed),
    laterAddress(after),
    ({ address }) => address,
  );
  const stacks = new Map<string, { readonly resources: Resource[]; readonly values: ChangedValues[] }>();
  for (const pair of pairs) {
    const resource = pair.after ?? pair.before;
    if (resource === undefined) continue;
    const found = stacks.get(resource.stack) ?? { resources: [], values: [] };
    stacks.set(resource.stack, found);
    found.resources.push(resource);
    const values = changedValues(resource, pair, after);
    if (values !== undefined) found.values.push(values);
  }
  return new Map(
    [...stacks].map(([id, { resources, values }]) => [
      id,
      { stack: stackOf(id, resources), values, changes: values.map(changeOf) },
    ]),
  );
}

function changedValues(
  { address, type, stack }: Resource,
  { before, after }: Pair<Resource>,
  { forgotten }: AccessFacts,
): ChangedValues | undefined {
  const texts = [before, after].map((each) => (each === undefined ? "{}" : comparable(each)));
  if (texts[0] === texts[1]) return undefined;
  const [old, next] = texts.map((each) => JSON.parse(each) as Record<string, unknown>);
  const common = {
    address: address.slice(stack.length + 1),
    type,
    isTainted: false,
    isReferred: true,
    isImported: false,
    stored: old ?? {},
    before: old ?? {},
    after: next ?? {},
    unknown: {},
  };
  if (before === undefined) return { ...common, action: "create" };
  if (after === undefined) return { ...common, action: forgotten.has(address) ? "forget" : "delete" };
  const changed = [...new Set([...Object.keys(common.before), ...Object.keys(common.after)])].filter(
    (name) => JSON.stringify(common.before[name]) !== JSON.stringify(common.after[name]),
  );
  if (changed.length === 0) return undefined;
  const isReplaced = changed.some((name) => resourceTypes[type]?.replacedBy?.includes(name));
  return { ...common, action: isReplaced ? "replace" : "update" };
}

/** The attributes as JSON, without those of the code, which is not synthesized, and the folder of its files. */
function comparable({ values, folder }: Resource): string {
  const names = Object.keys(values).filter((name) => !codeAttributes.has(name));
  const text = JSON.stringify(Object.fromEntries(names.sort().map((name) => [name, values[name]])));
  return text.replaceAll(JSON.stringify(folder).slice(1, -1), ".");
}

const changeOf = (values: ChangedValues): ResourceChange => ({
  address: values.address,
  action: values.action ?? "update",
  attributes: values.action === "update" || values.action === "replace" ? changedAttributesOf(values) : [],
});

/** A stack whose template has the paths of the constructs. */
function stackOf(id: string, resources: readonly Resource[]): SynthesizedStack {
  const resource: Record<string, Record<string, object>> = {};
  for (const { type, name, constructPath, values } of resources) {
    const blocks = resource[type] ?? {};
    blocks[name] = {
      ...values,
      ...(constructPath !== undefined && { "//": { metadata: { path: constructPath } } }),
    };
    resource[type] = blocks;
  }
  return { id, folder: "", dependencies: [], annotations: [], template: { resource } };
}
