import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import type { IConstruct } from "constructs";
import { formatArn } from "../../../facts/aws/arns";
import { bindingKey, parameterName, valueInSsm, withUnderscores } from "../../../facts/bindings";
import type { Where } from "../../../facts/errors/error";
import { FactKey, factOf } from "../../core/app-facts";
import { Provided } from "../../core/provided";
import { fail } from "../errors";
import { bindingTarget } from "../metadata";
import { compoundOf, madeFromReference } from "../names/construct-name";
import { stackOf } from "../scope/owner";
import { checkSameApp } from "../scope/same-app";
import { type Binding, fetchFromSsm, isBindable } from "./target";

export const bindableClasses = new Provided<readonly string[]>("The list of bindable classes");

/**
 * The binding of a construct; throws if it cannot be bound.
 *
 * @param where - the construct with the prop, for error messages
 * @param prop - the entry, for example `bind[0]`
 * @param consumer - the function that is bound, if it is known
 */
export function requireBinding(
  where: Where,
  prop: string,
  construct: unknown,
  consumer?: IConstruct,
): Binding {
  if (isBindable(construct)) {
    checkSameApp(consumer ?? where, prop, construct);
    return construct[bindingTarget](consumer);
  }
  return fail(where, "not-bindable", prop, { value: describe(construct), known: bindableClasses.get() });
}

/**
 * The environment variables of a binding, by the keys that `serverform/node` reads.
 *
 * @param id - the name by which the code finds the construct, from `takeBoundName`
 * @param consumer - the construct that gets the values, which may be in another region
 */
export function bindingEnvironment(
  binding: Pick<Binding, "className" | "id" | "variables" | "parameterRegion">,
  id = binding.id,
  consumer?: IConstruct,
): Readonly<Record<string, string>> {
  const { className, variables, parameterRegion } = binding;
  // Without the name, the code derives the parameter from the key; without the region, it reads in its own.
  const name = id === binding.id ? "" : `:${withUnderscores(binding.id)}`;
  const ownRegion = consumer === undefined ? parameterRegion : stackOf(consumer).region;
  const isElsewhere = parameterRegion !== undefined && parameterRegion !== ownRegion;
  const region = isElsewhere ? `@${parameterRegion}` : "";
  const fromSsm = `${valueInSsm}${name}${region}`;
  const entries = Object.entries(variables).map(([variable, value]) => [
    bindingKey({ className, id }, variable),
    value === fetchFromSsm ? fromSsm : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The name under which a function's code finds a bound construct.
 *
 * Functions of a compound find the other parts of the compound by id, because their code is the same in each instance.
 */
function boundName(consumer: IConstruct, construct: IConstruct, name: string): string {
  const compound = compoundOf(construct);
  return compound !== undefined && consumer.node.scopes.includes(compound) ? construct.node.id : name;
}

/** The constructs that are bound to a function or a job, by class and name. */
const boundTo = new FactKey<Map<IConstruct, Map<string, IConstruct>>>("bound constructs", () => new Map());

/** The name under which the code finds a bound construct. Rejects a name that is already used for another one. */
export function takeBoundName(
  consumer: IConstruct,
  prop: string,
  construct: IConstruct,
  { className, id }: Pick<Binding, "className" | "id">,
): string {
  const ofApp = factOf(consumer, boundTo);
  const bound = ofApp.get(consumer) ?? new Map<string, IConstruct>();
  ofApp.set(consumer, bound);
  const name = boundName(consumer, construct, id);
  const key = bindingKey({ className, id: name }, "");
  const other = bound.get(key);
  if (other !== undefined && other !== construct) {
    fail(consumer, "bind-same-name", prop, { value: describe(construct), other: other.node.path });
  }
  bound.set(key, construct);
  return name;
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? String(value);
  const { node } = value as { node?: { path?: unknown } | undefined };
  const name = value.constructor?.name ?? "an object";
  return typeof node?.path === "string" ? `${name} "${node.path}"` : `a plain ${name}`;
}

/** ARN of a parameter, whose last part may be `*`. */
export function parameterArn(
  construct: IConstruct,
  name: string,
  region = stackOf(construct).region,
): string {
  const { partition, account } = stackOf(construct);
  return formatArn({ partition, region, account }, "ssm", `parameter${name}`);
}

/** Stores the value of a variable as its parameter, unless it is stored already. Returns the name of the parameter. */
export function storeVariable(
  construct: IConstruct,
  binding: Pick<Binding, "className" | "id">,
  variable: string,
  value: string,
): string {
  const name = parameterName(stackOf(construct).app, binding, variable);
  const id = `Binding_${variable}`;
  if (construct.node.tryFindChild(id) === undefined) {
    new SsmParameter(construct, id, { name, type: "String", value });
  }
  return name;
}

/**
 * Stores the variables of all bindings as SSM parameters, for code outside functions.
 *
 * Values of secrets are left out: only the command line writes them, never Terraform.
 */
export function addBindingParameters(app: IConstruct & { readonly bindingParameters: boolean }): void {
  if (!app.bindingParameters) return;
  for (const construct of app.node.findAll().filter(isBindable)) {
    if (madeFromReference in construct) continue;
    const binding = construct[bindingTarget]();
    for (const [variable, value] of Object.entries(binding.variables)) {
      if (typeof value === "string") storeVariable(construct, binding, variable, value);
    }
  }
}
