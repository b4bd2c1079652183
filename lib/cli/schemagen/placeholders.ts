import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";

/**
 * The variables of the app's bindings, for code that runs before any resource exists: a schema module may read
 * `Table.notes.tableName` when it is loaded.
 *
 * Values that are known only at deployment, or stored in SSM, are placeholders.
 */
export function placeholderVariables(stacks: readonly SynthesizedStack[]): Readonly<Record<string, string>> {
  const variables = stacks.flatMap(({ template }) => {
    const { resource } = template;
    const functions = isObject(resource) ? resource.aws_lambda_function : undefined;
    return isObject(functions) ? Object.values(functions).flatMap(variablesOf) : [];
  });
  return Object.fromEntries(variables);
}

function variablesOf(config: unknown): readonly (readonly [string, string])[] {
  const environment = isObject(config) ? config.environment : undefined;
  const variables = isObject(environment) ? environment.variables : undefined;
  if (!isObject(variables)) return [];
  return Object.entries(variables)
    .filter(([key]) => key.startsWith("SERVERFORM_"))
    .map(([key, value]) => [key, isKnown(value) ? value : `placeholder-of-${key}`] as const);
}

function isKnown(value: unknown): value is string {
  return typeof value === "string" && !value.includes("${") && !value.startsWith("__FETCH_FROM_SSM__");
}
