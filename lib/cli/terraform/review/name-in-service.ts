/** The name of a resource in its service. */
export function nameInService(values: Readonly<Record<string, unknown>>): string | undefined {
  const names = [values.bucket, values.name, values.function_name, values.cluster_identifier, values.id];
  return names.find((name): name is string => typeof name === "string" && name !== "");
}
