import { TerraformElement, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ServerformError } from "../../../facts/errors/error";
import { isPlainObject } from "../../core/checks/check";
import { isProviderObject } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { problem } from "../errors";
import { otherPackageOf } from "../scope/owner";
import { readReferences } from "./referenced";

interface StackReference {
  /** The resource, data source or output that refers. */
  readonly element: TerraformElement;
  /** `environment.variables.TABLE`. */
  readonly attribute: string;
  /** The target: `aws_dynamodb_table.Notes.name`. */
  readonly identifier: string;
}

/** Whether a stack waits for another one, because of `addDependency` or of a reference, directly or through others. */
export function waitsFor(stack: TerraformStack, other: TerraformStack): boolean {
  return findChain(stack, other) !== undefined;
}

/** The reason why a stack cannot wait for another one; undefined if it can. */
export function findCycle(stack: TerraformStack, dependency: TerraformStack): ServerformError | undefined {
  const chain = stack === dependency ? undefined : findChain(dependency, stack);
  const facts = { stack: stack.node.path, other: dependency.node.path, target: undefined };
  return chain && problem(stack, "stack-cycle", "addDependency", { ...facts, reasons: reasonsOf(chain) });
}

/** A reference to another app, or one that would make two stacks wait for each other. CDKTF changes messages of errors. */
class RefusedReference extends Error {
  constructor(
    readonly waiting: TerraformStack,
    readonly other: TerraformStack,
    readonly identifier: string,
  ) {
    super(`${waiting.node.path} and ${other.node.path} refer to each other.`);
  }
}

/** Refuses a reference from one stack to another one that already waits for it, or is in another app. */
export function checkReference(stack: TerraformStack, other: TerraformStack, identifier: string): void {
  const isElsewhere = stack.node.root !== other.node.root;
  if (isElsewhere || (stack !== other && other.dependsOn(stack)))
    throw new RefusedReference(stack, other, identifier);
}

/**
 * The error with the refused reference, and the reason why the other stack waits.
 *
 * @param construct - the construct whose permissions contain the reference, if it was not found in the declared resources
 */
export function explainReference(error: unknown, construct: IConstruct): unknown {
  if (!(error instanceof RefusedReference)) return error;
  const { waiting: stack, other, identifier } = error;
  const reference = firstReferences(stack).get(other);
  const { path, prop } =
    reference === undefined
      ? { path: ownerOf(construct).node.path, prop: "permissions" }
      : wordsOf(reference);
  const target = pathOf(other, reference?.identifier ?? identifier);
  const { root } = other.node;
  if (root !== stack.node.root)
    return problem(path, "construct-of-another-app", prop, { value: target, package: otherPackageOf(root) });
  return problem(path, "stack-cycle", prop, {
    stack: stack.node.path,
    other: other.node.path,
    target,
    reasons: reasonsOf(findChain(other, stack) ?? []),
  });
}

/** A dependency between two stacks, because of a reference, `use` or `addDependency`. */
interface Step {
  readonly from: TerraformStack;
  readonly to: TerraformStack;
  readonly reference: StackReference | undefined;
}

/** The shortest chain of dependencies between two stacks. */
function findChain(start: TerraformStack, end: TerraformStack): readonly Step[] | undefined {
  const visited = new Set([start]);
  const chains: (readonly Step[])[] = [[]];
  for (const chain of chains) {
    const from = chain.at(-1)?.to ?? start;
    const references = firstReferences(from);
    for (const to of new Set([...references.keys(), ...from.dependencies])) {
      if (visited.has(to)) continue;
      const next = [...chain, { from, to, reference: references.get(to) }];
      if (to === end) return next;
      visited.add(to);
      chains.push(next);
    }
  }
  return undefined;
}

function reasonsOf(chain: readonly Step[]): readonly string[] {
  return chain.map(({ from, to, reference }) => {
    if (reference === undefined) return `"${from.node.path}" was made to wait for "${to.node.path}"`;
    const { path, prop } = wordsOf(reference);
    return `${path}: ${prop} refers to "${pathOf(to, reference.identifier)}"`;
  });
}

/** For each other stack, the first place in a stack that refers to it. */
function firstReferences(stack: TerraformStack): ReadonlyMap<TerraformStack, StackReference> {
  const found = new Map<TerraformStack, StackReference>();
  for (const element of elementsOf(stack)) {
    for (const [attribute, value] of attributesOf(element.toTerraform())) {
      for (const { stack: to, identifier } of readReferences(element, value)) {
        if (!found.has(to)) found.set(to, { element, attribute, identifier });
      }
    }
  }
  return found;
}

function elementsOf(stack: TerraformStack): readonly TerraformElement[] {
  return stack.node
    .findAll()
    .filter((each): each is TerraformElement => TerraformElement.isTerraformElement(each))
    .filter((each) => !TerraformStack.isStack(each) && TerraformStack.of(each) === stack);
}

type Attribute = readonly [path: string, value: unknown];

/** The attributes of blocks in `resource` or `data` by type and name; of other blocks, the whole block. */
function attributesOf(blocks: object): readonly Attribute[] {
  return Object.entries(blocks).flatMap(([kind, types]) =>
    Object.entries(Object(types)).flatMap(([type, named]) =>
      kind === "resource" || kind === "data"
        ? Object.values(Object(named)).flatMap((attributes) => leavesOf("", attributes))
        : leavesOf(`${kind}.${type}`, named),
    ),
  );
}

function leavesOf(path: string, value: unknown): readonly Attribute[] {
  if (Array.isArray(value) && !isUnresolved(value)) return value.flatMap((each) => leavesOf(path, each));
  if (!isPlainObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(path === "" ? key : `${path}.${key}`, each));
}

/** A reference in the caller's terms: the construct, and its prop if the attribute has another name. */
function wordsOf({ element, attribute }: StackReference): { readonly path: string; readonly prop: string } {
  const output = /^output\.[^.]+/.exec(attribute)?.[0];
  if (output !== undefined) return { path: TerraformStack.of(element).node.path, prop: output };
  const isPolicy = isProviderObject(element, "aws_iam_role_policy", "aws_iam_policy");
  const prop = isPolicy ? "permissions" : attribute.replace(/^environment\.variables\./, "environment.");
  return { path: ownerOf(element).node.path, prop };
}

/** The library's construct that contains an element; otherwise the element itself. */
function ownerOf(element: IConstruct): IConstruct {
  const owner = element.node.scopes.findLast((each) => "getConstructMetadata" in each);
  return owner ?? element;
}

function pathOf(stack: TerraformStack, identifier: string): string {
  const found = elementsOf(stack).find(
    (each) =>
      isProviderObject(each) &&
      identifier.replace(/^data\./, "").startsWith(`${each.terraformResourceType}.${each.friendlyUniqueId}.`),
  );
  return found === undefined ? `${identifier} of ${stack.node.path}` : ownerOf(found).node.path;
}
