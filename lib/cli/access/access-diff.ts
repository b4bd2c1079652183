import { resourceTypes } from "../../facts/aws/resource-types";
import {
  type AccessFacts,
  type AccessTerm,
  compareAccess,
  laterAddress,
  orderedTerms,
  type Pair,
  type Resource,
  termOf,
  versionPairs,
} from "../../model";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { apiTerms, changedAttributesOf, codeAttributes } from "../terraform/review/api-terms";
import { type Loss, lossesOf } from "../terraform/review/losses";
import type { ChangedValues, ResourceChange } from "../terraform/review/planned-changes";

/** The differences between two versions of a stack, in the form of `diff --json`. */
export interface StackAccessDiff {
  readonly id: string;
  readonly changes: readonly ResourceChange[];
  readonly losses: readonly Loss[];
  readonly terms: readonly Omit<AccessTerm, "stack">[];
  readonly outputs: readonly string[];
  readonly errors: readonly string[];
}

/** The differences between two versions of an app. */
export interface AccessDiff {
  readonly stacks: readonly StackAccessDiff[];
  /** The parts that could not be compared, in sentences. */
  readonly problems: readonly string[];
}

/** The output of `diff --against --json`. */
export interface AccessDiffOutput extends AccessDiff {
  /** The earlier version, as it was given. */
  readonly against: string;
}

/** Compares two versions, stack by stack. */
export function diffAccess(before: AccessFacts, after: AccessFacts): AccessDiff {
  const access = compareAccess(before, after);
  const changes = changesOf(before, after);
  const ids = [...new Set([...changes.keys(), ...access.map(({ stack }) => stack)])].sort();
  return {
    stacks: ids.map((id) => stackDiff(id, changes.get(id), access)),
    problems: [...strangers(before, after), ...new Set([...before.problems, ...after.problems])],
  };
}

function stackDiff(
  id: string,
  changes: StackChanges | undefined,
  access: readonly AccessTerm[],
): StackAccessDiff {
  const own = access.filter(({ stack }) => stack === id);
  const others = changes === undefined ? [] : otherTerms(id, changes);
  return {
    id,
    changes: changes?.changes ?? [],
    losses: changes === undefined ? [] : lossesOf(changes.stack, changes),
    terms: orderedTerms([...own, ...others]).map(({ stack: _stack, ...term }) => term),
    outputs: [],
    errors: [],
  };
}

/** Types that the comparison of access shows better than the plan of a resource. */
const comparedTypes =
  /^aws_(?:apigatewayv2_route|api_gateway_method|api_gateway_resource|apigatewayv2_domain_name|api_gateway_domain_name|lambda_function_url|iam_role_policy|s3_bucket_public_access_block)$/;

/** The other changes, in the words of a plan. */
function otherTerms(id: string, { stack, values }: StackChanges): readonly AccessTerm[] {
  const rest = values.filter(({ type }) => !comparedTypes.test(type));
  return rest.flatMap((each: ChangedValues) =>
    apiTerms(stack, [each]).map(({ text }) => termOf({ address: `${id}/${each.address}`, stack: id }, text)),
  );
}

/** Two outputs of different stages or apps have no common stack, so everything would be new. */
function strangers(before: AccessFacts, after: AccessFacts): readonly string[] {
  const [old, next] = [before, after].map(({ model }) => [
    ...new Set(model.resources.map(({ stack }) => stack)),
  ]);
  if (old === undefined || next === undefined || old.length === 0 || old.some((id) => next.includes(id)))
    return [];
  return [
    `No stack is in both versions: ${old.join(", ")} before, ${next.join(", ") || "none"} now. Compare outputs of the same app and stage.`,
  ];
}

/** The changes between two versions of a stack, in the form of a plan. */
interface StackChanges {
  readonly stack: SynthesizedStack;
  readonly changes: readonly ResourceChange[];
  readonly values: readonly ChangedValues[];
}

/** The changes of each stack, by its id. Data sources and the code of functions are not compared. */
function changesOf(before: AccessFacts, after: AccessFacts): ReadonlyMap<string, StackChanges> {
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
