import { Aspects, TerraformElement, TerraformOutput, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { isRecord } from "../../../facts/text/record";
import { FactKey, factOf } from "../../core/app-facts";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { prepareContent, resolveContent } from "../../core/tokens/resolve";

type Json = Record<string, unknown>;

/** The private content of CDKTF's stacks. */
export interface StackInternals {
  readonly cdktfVersion: unknown;
  readonly rawOverrides: Json;
}

/**
 * The Terraform JSON of a stack, as `TerraformStack.toTerraform` returns it.
 *
 * CDKTF resolves each element, merges the results and resolves the whole again. This resolves each element once, which takes a
 * third of the time, and reuses results of `prepareStackContent` that are still valid.
 */
export function stackContent(stack: TerraformStack): Readonly<Json> {
  const { cdktfVersion, rawOverrides } = stack as unknown as StackInternals;
  const elements = elementsOf(stack);
  const metadata: Json = { version: cdktfVersion, stackName: stack.node.id, backend: "local" };
  const overridden = Object.keys(rawOverrides);
  if (overridden.length > 0) metadata.overrides = { stack: overridden };
  for (const element of elements) merge(metadata, resolveContent(stack, element.toMetadata()) as Json);
  const outputs: Json = {};
  for (const element of elements) if (TerraformOutput.isTerraformOutput(element)) addOutput(outputs, element);
  const content: Json = { "//": resolveContent(stack, { metadata, outputs }) };
  const prepared = factOf(stack, preparedContent);
  const known = prepared.get(stack) ?? new Map();
  try {
    for (const element of elements) merge(content, elementContent(stack, element, known) as Json);
  } finally {
    prepared.delete(stack);
  }
  return override(stack, content, rawOverrides);
}

/** The resolved block of a stack's element: the result of `prepareStackContent`, while the stack is being written. */
export function elementContent(
  stack: TerraformStack,
  element: TerraformElement,
  known = factOf(stack, preparedContent).get(stack),
): unknown {
  return known?.get(element) ?? resolveContent(stack, element.toTerraform());
}

/** The resolved blocks of each stack that do not change before they are written. */
const preparedContent = new FactKey<Map<TerraformStack, ReadonlyMap<TerraformElement, unknown>>>(
  "prepared content",
  () => new Map(),
);

/** Finds references between stacks, for which CDKTF adds outputs and data sources. */
export function prepareStackContent(stack: TerraformStack): void {
  stack.ensureBackendExists();
  const found = new Map<TerraformElement, unknown>();
  for (const element of elementsOf(stack)) {
    const { value, isFinal } = prepareContent(stack, element.toTerraform());
    if (isFinal) found.set(element, value);
  }
  factOf(stack, preparedContent).set(stack, found);
}

/** Discards all results, if aspects of the caller will change constructs before the content is written. */
export function discardCachedContent(app: IConstruct): void {
  const prepared = factOf(app, preparedContent);
  const hasAspects = () => constructsOfTree(app).some((each) => Aspects.of(each).all.length > 0);
  if (prepared.size > 0 && hasAspects()) prepared.clear();
}

/** The constructs of a stack in tree order, without those of stacks inside it. */
export function constructsOf(stack: TerraformStack): readonly IConstruct[] {
  const found: IConstruct[] = [];
  const visit = (construct: IConstruct): void => {
    found.push(construct);
    for (const child of construct.node.children) if (!TerraformStack.isStack(child)) visit(child);
  };
  visit(stack);
  return found;
}

const elementsOf = (stack: TerraformStack): readonly TerraformElement[] =>
  constructsOf(stack).filter((each) => TerraformElement.isTerraformElement(each));

/** Adds the name of an output at its construct path. */
function addOutput(outputs: Json, output: TerraformOutput): void {
  const path = output.node.path.split("/");
  const nested = path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), output.friendlyUniqueId);
  merge(outputs, nested as Json);
}

/**
 * Merges like CDKTF: objects by key, also into a list, where the keys are indices; lists are concatenated. `undefined` removes a
 * value, and a resolvable value replaces it. CDKTF fails if the existing value is null; here, it is replaced.
 */
function merge(target: Json, source: Json): void {
  for (const [key, value] of Object.entries(source)) {
    const present = target[key];
    if (value === undefined) delete target[key];
    else if (Array.isArray(value) && Array.isArray(present)) target[key] = [...present, ...value];
    else if (!isRecord(value) || Tokenization.isResolvable(value)) target[key] = value;
    else if (present !== null || Object.keys(value).length > 0) {
      const inner = isRecord(present) || Array.isArray(present) ? present : {};
      merge(inner as Json, value);
      target[key] = inner;
    }
  }
}

/** Merges the arguments of a stack's `addOverride`, and resolves the changed parts. */
function override(stack: TerraformStack, content: Json, overrides: Json): Json {
  merge(content, overrides);
  const result: Json = {};
  for (const [key, value] of Object.entries(content)) {
    if (key in overrides) Object.assign(result, resolveContent(stack, { [key]: value }));
    else result[key] = value;
  }
  return result;
}
