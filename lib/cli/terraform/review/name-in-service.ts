import { isObject } from "../../project/json";

/** The name of a resource in its service. */
export function nameInService(values: Readonly<Record<string, unknown>>): string | undefined {
  const names = [
    values.bucket,
    values.name,
    values.function_name,
    values.cluster_identifier,
    ...namesOfDistribution(values),
    values.domain_name,
    values.id,
  ];
  return names.find((name): name is string => typeof name === "string" && name !== "");
}

/**
 * A distribution has no name. Its domain says more than its id, and also the bucket of a site, which is named after the
 * construct.
 */
function namesOfDistribution({ aliases, origin }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (!Array.isArray(origin)) return [];
  const [first] = origin.filter(isObject);
  return [...(Array.isArray(aliases) ? aliases : []), first?.domain_name];
}
