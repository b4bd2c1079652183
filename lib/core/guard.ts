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
 *
 * @returns the address of the record, whose id is another one for each deployment that begins anew
 */
export function guardValue(
  scope: Construct,
  id: string,
  { resource, value, prop, reason }: GuardedValue,
): string {
  const literal = escapeTemplate(value);
  const record = new TerraformData(scope, id, literal, { ignoreChanges: ["input"] });
  const address = `terraform_data.${record.friendlyUniqueId}`;
  const first = `${address}.output`;
  const before = resource.lifecycle ?? {};
  const condition = {
    condition: `\${${first} == ${JSON.stringify(literal)}}`,
    errorMessage: `${scope.node.path}: ${prop} was "\${${first}}" and is now "${literal}". ${escapeTemplate(reason)}`,
  };
  resource.lifecycle = { ...before, precondition: [...(before.precondition ?? []), condition] };
  return address;
}
