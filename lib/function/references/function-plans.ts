import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import type { Function } from "../function";
import type { FunctionPlan } from "../plan";
import { isFunction, planReference, type ReferenceHost } from "./reference";

/** A function that is checked and, unless the caller passed it, not created yet. */
export interface PlannedFunction {
  /** The stack that the function is or will be in. */
  readonly stack: TerraformStack;
  /** Creates the function. Returns the caller's own where the reference is a function. */
  create(): Function;
}

/** Stands in the tree for a function that is checked, so that its id is taken. */
interface Draft {
  readonly place: Construct;
  readonly plan: FunctionPlan;
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
      for (const { plan } of functions.drafts) plan.discard();
      throw error;
    } finally {
      for (const { place } of functions.drafts) place.node.scope?.node.tryRemoveChild(place.node.id);
    }
  }

  /** Checks a function reference as `resolveFunction` does, but leaves the creation to the plan. */
  plan(host: ReferenceHost, id: string, prop: string, reference: unknown): PlannedFunction {
    const { plan, create } = planReference(host, id, prop, reference);
    const place = isFunction(reference) ? reference : host.scope;
    if (plan !== undefined) {
      this.drafts.push({ place: new Construct(host.scope, plan.parts.id), plan });
    }
    return { stack: TerraformStack.of(place), create };
  }
}
