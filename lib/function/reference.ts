import type { Construct } from "constructs";
import { madeFromReference } from "../app/ids";
import { Stack } from "../app/stack";
import { isPlainObject } from "../core/check";
import { isProviderObject } from "../core/override";
import { prepareDefinition } from "./definition";
import { fail } from "./errors";
import { Function } from "./function";
import { mergeFunctionProps } from "./merge";
import type { FunctionProps } from "./props";

/** A function by the path of its handler, by its props, or the function itself. */
export type FunctionReference = string | FunctionProps | Function;

/** Who takes the reference: the construct that errors name, and where the function is created. */
export interface ReferenceHost {
  /** The construct whose prop it is. */
  readonly owner: Construct;
  /** Where a new function is created; another stack than the owner's is allowed. */
  readonly scope: Construct;
  readonly defaults: Partial<FunctionProps> | undefined;
}

/** Whether a value is a function of this library, also of another copy of the package. */
export function isFunction(value: unknown): value is Function {
  return typeof value === "object" && value !== null && "isServerformFunction" in value;
}

/** A function reference that has been checked. Nothing has been created for it. */
export interface PlannedReference {
  /** Returns the function that the caller gave, or creates a new one. */
  create(): Function;
}

/** Checks a function reference; creates nothing. */
export function planReference(
  host: ReferenceHost,
  id: string,
  prop: string,
  reference: unknown,
): PlannedReference {
  const read = readReference(host, id, prop, reference);
  if (isFunction(read)) return { create: () => read };
  const { scope } = host;
  prepareDefinition(scope, id, read);
  return { create: () => create(scope, id, read) };
}

/** Turns a function reference into a function. */
export function resolveFunction(host: ReferenceHost, id: string, prop: string, reference: unknown): Function {
  const read = readReference(host, id, prop, reference);
  return isFunction(read) ? read : create(host.scope, id, read);
}

/** The function itself, or the props to create one. */
function readReference(
  { owner, scope, defaults }: ReferenceHost,
  id: string,
  prop: string,
  reference: unknown,
): Function | FunctionProps {
  if (isFunction(reference)) {
    if (defaults !== undefined && Object.keys(defaults).length > 0) {
      fail(owner, "defaults-with-function", prop, { id });
    }
    return reference;
  }
  if (typeof reference === "string") return mergeFunctionProps(defaults, { handler: reference });
  if (isPlainObject(reference) && hasHandler(scope, defaults, reference)) {
    return mergeFunctionProps(defaults, reference);
  }
  if (isProviderObject(reference))
    return fail(owner, "function-provider-object", prop, { id, type: reference.terraformResourceType });
  return fail(owner, "function-reference-invalid", prop, { id, value: reference });
}

/** Defaults of the app or stack may name the handler, too. */
function hasHandler(
  scope: Construct,
  ...definitions: readonly (Partial<FunctionProps> | undefined)[]
): boolean {
  const all = [...Stack.of(scope).getFunctionDefaults(), ...definitions];
  return all.some((each) => each?.handler !== undefined);
}

function create(scope: Construct, id: string, props: FunctionProps): Function {
  const fn = new Function(scope, id, props);
  Object.defineProperty(fn, madeFromReference, { value: true });
  return fn;
}
