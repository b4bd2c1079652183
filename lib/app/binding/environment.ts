import type { IConstruct } from "constructs";
import { fail } from "../errors";
import { bindableClasses } from "./bindable-classes";
import { type Binding, bindingTarget, fetchFromSsm, isBindable } from "./target";

/** The value of a variable that the function reads from SSM. */
const placeholder = "__FETCH_FROM_SSM__";

/**
 * The binding of a construct; throws if it cannot be bound.
 *
 * @param where - the construct whose props these are, for error messages
 * @param prop - the entry, for example `bind[0]`
 * @param consumer - the function that is bound, when it is known
 */
export function requireBinding(
  where: IConstruct | string,
  prop: string,
  construct: unknown,
  consumer?: IConstruct,
): Binding {
  if (isBindable(construct)) return construct[bindingTarget](consumer);
  return fail(where, "not-bindable", prop, { value: describe(construct), known: bindableClasses.get() });
}

/** The environment variables of a binding, by the keys that `serverform/node` reads. */
export function bindingEnvironment(
  binding: Pick<Binding, "className" | "id" | "variables">,
): Readonly<Record<string, string>> {
  const entries = Object.entries(binding.variables).map(([variable, value]) => [
    bindingKey(binding, variable),
    value === fetchFromSsm ? placeholder : value,
  ]);
  return Object.fromEntries(entries);
}

/** Environment key of a variable: `SERVERFORM_Bucket_bucketName_my_files`. */
export function bindingKey({ className, id }: Pick<Binding, "className" | "id">, variable: string): string {
  return `SERVERFORM_${className}_${variable}_${withUnderscores(id)}`;
}

/** The parts of SSM parameter names that identify a stage of an app. */
export interface ParameterScope {
  readonly ssmPrefix: string;
  readonly name: string;
  readonly stage: string;
}

/** Name of the SSM parameter of a variable: `/serverform/notes/dev/Bucket/my_files/bucketName`. */
export function bindingParameterName(
  app: ParameterScope,
  { className, id }: Pick<Binding, "className" | "id">,
  variable: string,
): string {
  const path = [app.name, app.stage, className, withUnderscores(id), variable].filter((part) => part !== "");
  return `${app.ssmPrefix}/serverform/${path.join("/")}`;
}

/** Name of the SSM parameter of a secret that stages without their own value use. */
export function fallbackParameterName(
  app: ParameterScope,
  binding: Pick<Binding, "className" | "id">,
  variable: string,
): string {
  return bindingParameterName({ ...app, stage: ".fallback" }, binding, variable);
}

/** Ids are part of environment keys, which must not contain `-`. */
function withUnderscores(id: string): string {
  return id.replaceAll("-", "_");
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? String(value);
  const { node } = value as { node?: { path?: unknown } | undefined };
  const name = value.constructor?.name ?? "an object";
  return typeof node?.path === "string" ? `${name} "${node.path}"` : `a plain ${name}`;
}
