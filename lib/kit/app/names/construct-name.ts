import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { FactKey, factOf, isInTree } from "../../core/app-facts";
import { bindingTarget } from "../metadata";
import { appOf, type OwningStack, stackOf } from "../scope/owner";

/** Marks a function that the library created from a string or props, with an id that is not the caller's. */
export const madeFromReference = Symbol.for("serverform.madeFromReference");

/** Constructs by class and name. The first declared one has its id as its name. */
const holdersOfNames = new FactKey<Map<string, IConstruct>>("holders of names", () => new Map());
const claimsOfNames = new FactKey<Map<IConstruct, Claim>>("names of constructs", () => new Map());

interface Claim {
  readonly name: string;
  /** The construct with the same name. Synthesis refuses it. */
  readonly conflict?: IConstruct | undefined;
}

/**
 * The name of a construct in AWS and in bindings. It is unique among the constructs of its class.
 *
 * It is the id. If another construct of the class already has this id, and the construct is part of a compound, it is the path:
 * stack, compound and id. So existing names do not change when other constructs are declared later.
 */
export function constructName(construct: IConstruct): string {
  return claimOf(construct).name;
}

/** The name of a construct with the stage and the app in front. */
export function prefixedName(construct: IConstruct): string {
  return appOf(construct).logicalPrefixedName(keptName(construct));
}

/** The name of a construct in AWS and in the ids of its parts. A moved construct keeps its former name. */
export function keptName(construct: IConstruct): string {
  const name = constructName(construct);
  const stack = stackOf(construct);
  const ids = construct.node.scopes.slice(stack.node.scopes.length).map((scope) => scope.node.id);
  const former = stack.app.movedConstructs.formerIds(stack, ids);
  if (former === ids) return name;
  return name === construct.node.id ? (former.at(-1) ?? name) : joinedPath(stack, former);
}

/** The ids from the root of the tree down to a construct, for its name in AWS. A moved construct keeps its former ids. */
export function keptPath(construct: IConstruct): readonly string[] {
  const stack = stackOf(construct);
  const { scopes } = construct.node;
  const depth = stack.node.scopes.length;
  const [above, below] = [scopes.slice(1, depth), scopes.slice(depth)].map((all) =>
    all.map(({ node }) => node.id),
  );
  return [...(above ?? []), ...stack.app.movedConstructs.formerIds(stack, below ?? [])];
}

/** The id of a construct. Its constructor calls this first, so that names follow the order of declaration. */
export function claimId(construct: IConstruct): string {
  claimOf(construct);
  return construct.node.id;
}

/** Another construct with the same name; undefined if the name is free. */
export function nameConflict(construct: IConstruct): IConstruct | undefined {
  return claimOf(construct).conflict;
}

/** The compound that contains a construct; undefined for a construct directly in a stack. */
export function compoundOf(construct: IConstruct): IConstruct | undefined {
  const { scope } = construct.node;
  return scope === undefined || TerraformStack.isStack(scope) ? undefined : scope;
}

/** Marks a construct that the library creates for another one: it has no name of its own. */
export function markMadeFromReference(construct: IConstruct): void {
  Object.defineProperty(construct, madeFromReference, { value: true });
  const holders = factOf(construct, holdersOfNames);
  for (const [key, holder] of holders) if (holder === construct) holders.delete(key);
  factOf(construct, claimsOfNames).set(construct, { name: construct.node.id });
}

function claimOf(construct: IConstruct): Claim {
  const claims = factOf(construct, claimsOfNames);
  const known = claims.get(construct);
  if (known !== undefined) return known;
  const claim = madeFromReference in construct ? { name: construct.node.id } : claimFor(construct);
  claims.set(construct, claim);
  return claim;
}

function claimFor(construct: IConstruct): Claim {
  const { id } = construct.node;
  const holders = factOf(construct, holdersOfNames);
  const take = (name: string): IConstruct | undefined => {
    // Names are part of environment keys, in which - becomes _.
    const key = `${classOf(construct)} ${name.replaceAll("-", "_")}`;
    const holder = holders.get(key);
    if (holder !== undefined && isInTree(holder)) return holder;
    holders.set(key, construct);
    return undefined;
  };
  const holder = take(id);
  if (holder === undefined) return { name: id };
  const compound = compoundOf(construct);
  if (compound === undefined || compound === holder.node.scope) return { name: id, conflict: holder };
  const name = pathOf(construct);
  const other = take(name);
  return other === undefined ? { name } : { name, conflict: other };
}

/** `Main-Orders-Table`: the stack's id without stage and app, and the ids below it. */
function pathOf(construct: IConstruct): string {
  const stack = stackOf(construct);
  const below = construct.node.scopes.slice(stack.node.scopes.length).map((scope) => scope.node.id);
  return joinedPath(stack, below);
}

function joinedPath(stack: OwningStack, below: readonly string[]): string {
  const prefix = stack.app.logicalPrefixedName("_").slice(0, -1);
  const { id } = stack.node;
  return [id.startsWith(prefix) ? id.slice(prefix.length) : id, ...below].join("-");
}

/** The library's class of a construct. Parameters and secrets count as one class. */
function classOf(construct: IConstruct): string {
  const mark = bindingTarget in construct ? bindingTarget : "getConstructMetadata";
  let made: object | null = construct;
  while (made !== null && !Object.hasOwn(made, mark)) made = Object.getPrototypeOf(made) as object | null;
  const { name } = (made ?? construct).constructor;
  return name === "Parameter" || name === "Secret" ? "Config" : name;
}
