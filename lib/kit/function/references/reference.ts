import type { Construct } from "constructs";
import { markMadeFromReference } from "../../app/names/construct-name";
import { Stack } from "../../app/stack";
import { FactKey, factOf } from "../../core/app-facts";
import { isPlainObject } from "../../core/checks/check";
import { isProviderObject } from "../../core/terraform/override";
import { fail } from "../errors";
import { Function } from "../function";
import { FunctionPlan, type PackagedFunctionProps } from "../plan";
import type { FunctionProps } from "../props";
import { checkAwaited, type ParsedDurable } from "../settings/durable";
import { mergeFunctionProps } from "../settings/merge";
import type { StreamingFacts } from "../settings/streaming";

/** A function by the path of its handler, by its props, or the function itself. */
export type FunctionReference = string | FunctionProps | Function;

/** The construct with the reference, and the scope of a new function. */
export interface ReferenceHost {
  /** The construct whose prop it is; errors name it. */
  readonly owner: Construct;
  /** The scope of a new function; it may be in another stack than the owner. */
  readonly scope: Construct;
  readonly defaults: Partial<FunctionProps> | undefined;
  /** Whether the caller of the function waits for its result. */
  readonly waits: boolean;
}

/** A checked function reference. Nothing has been created for it. */
export interface PlannedReference {
  /** The timeout in seconds; a token if it is known only at deployment. */
  readonly timeoutSeconds: number | undefined;
  /** The facts that determine whether it can stream its response. */
  readonly streaming: StreamingFacts;
  readonly durable: ParsedDurable | undefined;
  /** Returns the caller's function, or creates a new one. */
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

export function resolveFunction(host: ReferenceHost, id: string, prop: string, reference: unknown): Function {
  return planReference(host, id, prop, reference).create();
}

/** The defaults of the app or the stack may also contain the handler. */
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
    create: () => createFromPlan(scope, id, plan),
  };
}

/** Refuses invalid props of a function with code of this package. Creates nothing. */
export const planPackagedFunction = FunctionPlan.ofPackage;

/** Creates a function with code of this package, without the app's and the stack's defaults. */
export function createPackagedFunction(
  scope: Construct,
  id: string,
  given: PackagedFunctionProps | FunctionPlan,
): Function {
  return createFromPlan(
    scope,
    id,
    given instanceof FunctionPlan ? given : planPackagedFunction(scope, id, given),
  );
}

function createFromPlan(scope: Construct, id: string, plan: FunctionPlan): Function {
  const fn = new Function(scope, id, plan);
  markMadeFromReference(fn);
  return fn;
}

/** The props of `defaults` that are added to those of a function. The others decide once, when a function is created. */
export type AddedProps = Pick<FunctionProps, "environment" | "permissions" | "bind" | "config" | "layers">;

/** The names of variables that a function has, or got from defaults. */
const inherited = new FactKey<Map<Function, Set<string>>>("inherited variables", () => new Map());

/**
 * Adds the defaults of a construct to an existing function that it uses.
 *
 * @param own - the props at the function's declaration; its own variables take precedence, then those of earlier defaults
 */
export function inheritProps(fn: Function, own: AddedProps, defaults: AddedProps): void {
  const ofApp = factOf(fn, inherited);
  const taken = ofApp.get(fn) ?? new Set(Object.keys(own.environment ?? {}));
  ofApp.set(fn, taken);
  for (const [name, value] of Object.entries(defaults.environment ?? {})) {
    if (!taken.has(name) && value !== undefined) fn.addEnvironment(name, value);
    taken.add(name);
  }
  fn.bind(defaults.bind ?? []);
  if (defaults.config !== undefined) fn.addConfig(defaults.config);
  if (own.permissions !== "*") fn.attachPermissions(defaults.permissions ?? []);
  fn.addLayers(...(defaults.layers ?? []));
}
