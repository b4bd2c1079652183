import type { Construct } from "constructs";
import { markMadeFromReference } from "../../app/names/construct-name";
import { Stack } from "../../app/stack";
import { isPlainObject } from "../../core/checks/check";
import { isProviderObject } from "../../core/terraform/override";
import { fail } from "../errors";
import { Function } from "../function";
import { FunctionPlan } from "../plan";
import type { FunctionProps } from "../props";
import { checkAwaited, type ParsedDurable } from "../settings/durable";
import { mergeFunctionProps } from "../settings/merge";
import type { StreamingFacts } from "../settings/streaming";

/** A function by the path of its handler, by its props, or the function itself. */
export type FunctionReference = string | FunctionProps | Function;

/** The construct that takes the reference, and where a new function is created. */
export interface ReferenceHost {
  /** The construct whose prop it is; errors name it. */
  readonly owner: Construct;
  /** Where a new function is created; it may be in another stack than the owner. */
  readonly scope: Construct;
  readonly defaults: Partial<FunctionProps> | undefined;
  /** Whether what calls the function waits for its result. */
  readonly waits: boolean;
}

/** A function reference that has been checked. Nothing has been created for it. */
export interface PlannedReference {
  /** Seconds after which the service stops an invocation; a token if it is known only at deployment. */
  readonly timeoutSeconds: number | undefined;
  /** The facts that decide whether it can stream its response. */
  readonly streaming: StreamingFacts;
  readonly durable: ParsedDurable | undefined;
  /** Returns the function that the caller gave, or creates a new one. */
  create(): Function;
}

/** Whether a value is a function of this library, also of another copy of the package. */
export function isFunction(value: unknown): value is Function {
  return typeof value === "object" && value !== null && "isServerformFunction" in value;
}

/** Checks a function reference; creates nothing. */
export function planReference(
  host: ReferenceHost,
  id: string,
  prop: string,
  reference: unknown,
): PlannedReference {
  const planned = planAny(host, id, prop, reference);
  if (host.waits) checkAwaited(host.owner, prop, planned.durable);
  return planned;
}

function planAny(
  { owner, scope, defaults }: ReferenceHost,
  id: string,
  prop: string,
  reference: unknown,
): PlannedReference {
  if (isFunction(reference)) {
    if (defaults !== undefined && Object.keys(defaults).length > 0) {
      fail(owner, "defaults-with-function", prop, { id });
    }
    return {
      timeoutSeconds: reference.cdk.function.timeoutInput,
      streaming: reference.streaming,
      durable: reference.durable,
      create: () => reference,
    };
  }
  if (typeof reference === "string") {
    return planFunction(scope, id, mergeFunctionProps(defaults, { handler: reference }));
  }
  if (isPlainObject(reference) && hasHandler(scope, defaults, reference)) {
    return planFunction(scope, id, mergeFunctionProps(defaults, reference));
  }
  if (isProviderObject(reference))
    return fail(owner, "function-provider-object", prop, { id, type: reference.terraformResourceType });
  return fail(owner, "function-reference-invalid", prop, { id, value: reference });
}

/** Turns a function reference into a function. */
export function resolveFunction(host: ReferenceHost, id: string, prop: string, reference: unknown): Function {
  return planReference(host, id, prop, reference).create();
}

/** The defaults of the app or the stack may name the handler, too. */
function hasHandler(
  scope: Construct,
  ...definitions: readonly (Partial<FunctionProps> | undefined)[]
): boolean {
  const all = [...Stack.of(scope).getFunctionDefaults(), ...definitions];
  return all.some((each) => each?.handler !== undefined);
}

function planFunction(scope: Construct, id: string, props: FunctionProps): PlannedReference {
  const plan = FunctionPlan.of(scope, id, props);
  return {
    timeoutSeconds: plan.timeoutSeconds,
    streaming: plan.streaming,
    durable: plan.parts.durable,
    create() {
      const fn = new Function(scope, id, plan);
      markMadeFromReference(fn);
      return fn;
    },
  };
}
