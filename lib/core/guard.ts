import { DataResource, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { escapeTemplate } from "./escape";

/** A value that must stay as it was when its resource was created. */
export interface GuardedValue {
  /** The resource that a change would replace or break. */
  readonly resource: TerraformResource;
  /** The present value; `""` for none. */
  readonly value: string;
  /** What the value is, as the caller wrote the prop: `customDomain.path`. */
  readonly prop: string;
  /** Why it must not change, and the way out. */
  readonly reason: string;
}

/**
 * Makes a plan fail when a value is not what it was at the first deployment, before anything is touched.
 *
 * A `terraform_data` keeps the first value: it ignores every later one. The guarded resource compares. When the guarded
 * resource goes, the record goes with it, so that the value may then be chosen anew.
 */
export function guardValue(
  scope: Construct,
  id: string,
  { resource, value, prop, reason }: GuardedValue,
): void {
  const literal = escapeTemplate(value);
  // CDKTF types the input as a map; Terraform takes any value.
  const input = literal as unknown as Record<string, unknown>;
  const record = new DataResource(scope, id, { input, lifecycle: { ignoreChanges: ["input"] } });
  const first = `terraform_data.${record.friendlyUniqueId}.output`;
  const before = resource.lifecycle ?? {};
  const condition = {
    condition: `\${${first} == ${JSON.stringify(literal)}}`,
    errorMessage: `${scope.node.path}: ${prop} was "\${${first}}" and is now "${literal}". ${escapeTemplate(reason)}`,
  };
  resource.lifecycle = { ...before, precondition: [...(before.precondition ?? []), condition] };
}
