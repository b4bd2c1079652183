import { isInSsm } from "../../facts/bindings";

/**
 * The environment of a function for code that is loaded before any resource exists: a module may read `Table.notes.tableName`
 * when it is loaded. Values that are known only at deployment, or stored in SSM, are placeholders.
 */
export function placeholderVariables(
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [key, isKnown(value) ? value : `placeholder-of-${key}`]),
  );
}

/** The variables of the bindings of several functions, for code that belongs to none of them. */
export function bindingVariables(
  functions: readonly { readonly variables: Readonly<Record<string, unknown>> }[],
): Readonly<Record<string, string>> {
  const variables = functions.flatMap((each) => Object.entries(each.variables));
  return placeholderVariables(Object.fromEntries(variables.filter(([key]) => key.startsWith("SERVERFORM_"))));
}

function isKnown(value: unknown): value is string {
  return typeof value === "string" && !value.includes("${") && !isInSsm(value);
}
