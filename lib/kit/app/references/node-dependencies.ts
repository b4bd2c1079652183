import { TerraformDataSource, TerraformOutput, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ServerformError } from "../../../facts/errors/error";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { blocksBelow, DependencyGraph, isBlock } from "../../core/dependency-graph";
import { addressesIn, terraformAddressOf } from "../../core/terraform/addresses";
import { type Waiting, waitFor } from "../../core/terraform/depends-on";
import { splitDependsOn } from "../../core/terraform/replaced-values";
import { problem } from "../errors";
import { readReferences } from "./referenced";
import { findCycle } from "./stack-references";

interface Dependency {
  readonly construct: IConstruct;
  readonly target: IConstruct;
}

/**
 * Translates each `construct.node.addDependency(other)`, which CDKTF ignores: to `depends_on` of the resources, and to an order
 * of different stacks. Runs after all declarations.
 */
export function addNodeDependencies(root: IConstruct): ServerformError[] {
  const dependencies = constructsOfTree(root).flatMap(dependenciesOf);
  const problems = dependencies.flatMap(addDependency);
  return problems.length > 0 ? problems : findCircles(dependencies);
}

function dependenciesOf(construct: IConstruct): readonly Dependency[] {
  return construct.node.dependencies.map((target) => ({ construct, target }));
}

function addDependency({ construct, target }: Dependency): readonly ServerformError[] {
  if (construct.node.scopes.includes(target) || target.node.scopes.includes(construct)) {
    return [problem(construct, "dependency-own-part", "node.addDependency", { target: target.node.path })];
  }
  const awaited = blocksBelow(target);
  const problems: ServerformError[] = [];
  for (const stack of stacksOf(construct)) {
    for (const other of stacksOf(target)) {
      const cycle = other === stack ? undefined : findCycle(stack, other);
      if (cycle !== undefined) problems.push(cycle);
      else if (other !== stack) stack.addDependency(other);
    }
    const here = awaited.filter((each) => TerraformStack.of(each) === stack);
    for (const waiting of waitingBelow(construct)) {
      if (TerraformStack.of(waiting) === stack) waitForAll(waiting, here);
    }
  }
  return problems;
}

function waitForAll(waiting: Waiting | TerraformOutput, others: readonly Waiting[]): void {
  if (!TerraformOutput.isTerraformOutput(waiting)) waitFor(waiting, others);
  else if (others.length > 0) waiting.dependsOn = [...(waiting.dependsOn ?? []), ...others];
}

/** The stacks in a construct, or else the stack that contains it. */
function stacksOf(construct: IConstruct): readonly TerraformStack[] {
  const below = construct.node
    .findAll()
    .filter((each): each is TerraformStack => TerraformStack.isStack(each));
  return below.length > 0 ? below : [TerraformStack.of(construct)];
}

/**
 * The blocks that wait: resources and modules. A data source or an output waits only if it was named explicitly; a waiting data
 * source is read during the deployment, so the plan cannot show its dependents.
 */
function waitingBelow(construct: IConstruct): readonly (Waiting | TerraformOutput)[] {
  if (TerraformOutput.isTerraformOutput(construct)) return [construct];
  return blocksBelow(construct).filter(
    (each) => each === construct || !TerraformDataSource.isTerraformDataSource(each),
  );
}

/** Dependencies with which resources would wait for one another in a circle. Terraform's error does not contain their origin. */
function findCircles(dependencies: readonly Dependency[]): ServerformError[] {
  const graphs = new Map<TerraformStack, DependencyGraph>();
  return dependencies.flatMap(({ construct, target }) => {
    const isCircle = stacksOf(construct).some((stack) => {
      const graph = graphs.get(stack) ?? new DependencyGraph(stack);
      graphs.set(stack, graph);
      const here = (each: Waiting) => TerraformStack.of(each) === stack;
      const waiting = waitingBelow(construct).filter(isBlock).filter(here);
      return blocksBelow(target)
        .filter(here)
        .some((each) => graph.leadsTo(each, waiting));
    });
    const facts = { target: target.node.path, own: construct.node.path };
    return isCircle ? [problem(construct, "dependency-circle", "node.addDependency", facts)] : [];
  });
}

/**
 * Makes each resource wait for the resources that its replaced library values referred to, unless it still refers to them. Runs
 * after all declarations.
 */
export function keepOrder(root: IConstruct): void {
  for (const resource of constructsOfTree(root)) {
    if (!TerraformResource.isTerraformResource(resource)) continue;
    const { addresses, replaced } = splitDependsOn(resource, resource.dependsOn ?? []);
    if (replaced.length === 0) continue;
    resource.dependsOn = addresses.length === 0 ? undefined : addresses;
    waitFor(resource, noLongerNamed(resource, replaced));
  }
}

/** The resources of the same stack that the values refer to, but the resource does not. */
function noLongerNamed(resource: TerraformResource, values: readonly unknown[]): TerraformResource[] {
  const stack = TerraformStack.of(resource);
  const named = addressesIn(resource, values);
  const stillNamed = addressesIn(resource, resource.toTerraform());
  const elsewhere = addressesIn(
    resource,
    readReferences(resource, values).map(({ identifier }) => identifier),
  );
  return stack.node.findAll().filter((each): each is TerraformResource => {
    if (!TerraformResource.isTerraformResource(each) || each === resource) return false;
    const address = terraformAddressOf(each);
    const isHere = TerraformStack.of(each) === stack;
    return isHere && named.has(address) && !stillNamed.has(address) && !elsewhere.has(address);
  });
}
