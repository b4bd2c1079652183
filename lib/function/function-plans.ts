import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { dropDefinition, prepareDefinition, requireFunctionId } from "./definition";
import type { Function } from "./function";
import type { FunctionProps } from "./props";
import { createFromReference, isFunction, type ReferenceHost, readReference } from "./reference";

/** A function that is checked and, unless the caller passed it, not created yet. */
export interface PlannedFunction {
  /** The stack that the function is or will be in. */
  readonly stack: TerraformStack;
  /** Creates the function. Returns the caller's own where the reference is a function. */
  create(): Function;
}

/** Stands in the tree for a function that is checked, so that messages name its path and its id is taken. */
interface Draft {
  readonly place: Construct;
  readonly props: FunctionProps;
}

/** The functions of one call: all of them are checked before the first is created. */
export class FunctionPlans {
  private readonly drafts: Draft[] = [];

  /**
   * Checks everything, then returns what the checks made of it. The tree is as it was before, whether they fail or not.
   *
   * @param check - creates nothing; it plans functions
   */
  static check<Plan>(check: (functions: FunctionPlans) => Plan): Plan {
    const functions = new FunctionPlans();
    try {
      return check(functions);
    } catch (error) {
      for (const { place, props } of functions.drafts) dropDefinition(place, props);
      throw error;
    } finally {
      for (const { place } of functions.drafts) place.node.scope?.node.tryRemoveChild(place.node.id);
    }
  }

  /** Checks a function reference as `resolveFunction` does, but leaves the creation to the plan. */
  plan(host: ReferenceHost, id: string, prop: string, reference: unknown): PlannedFunction {
    const read = readReference(host, id, prop, reference);
    if (isFunction(read)) return { stack: TerraformStack.of(read), create: () => read };
    const { scope } = host;
    const place = new Construct(scope, requireFunctionId(scope, id, read));
    this.drafts.push({ place, props: read });
    prepareDefinition(place, read);
    return {
      stack: TerraformStack.of(scope),
      create: () => createFromReference(scope, id, read),
    };
  }
}
