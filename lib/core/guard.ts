import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { escapeTemplate } from "./escape";
import { TerraformData } from "./terraform-data";

/** A value that must not change after its resource is created. */
export interface GuardedValue {
  /** The resource that a change would replace or break. */
  readonly resource: TerraformResource;
  /** The current value; `""` if there is none. */
  readonly value: string;
  /** The prop that holds the value: `customDomain.path`. */
  readonly prop: string;
  /** Why it must not change, and what to do instead. */
  readonly reason: string;
}

/**
 * Makes the plan fail when a value differs from that of the first deployment.
 *
 * A `terraform_data` keeps the first value, because it ignores changes. A precondition of the guarded resource compares the
 * two. When the guarded resource is removed, the record is removed too, and a new value can be chosen.
 */
export function guardValue(
  scope: Construct,
  id: string,
  { resource, value, prop, reason }: GuardedValue,
): void {
  const literal = escapeTemplate(value);
  const record = new TerraformData(scope, id, literal, { ignoreChanges: ["input"] });
  const first = `terraform_data.${record.friendlyUniqueId}.output`;
  const before = resource.lifecycle ?? {};
  const condition = {
    condition: `\${${first} == ${JSON.stringify(literal)}}`,
    errorMessage: `${scope.node.path}: ${prop} was "\${${first}}" and is now "${literal}". ${escapeTemplate(reason)}`,
  };
  resource.lifecycle = { ...before, precondition: [...(before.precondition ?? []), condition] };
}
