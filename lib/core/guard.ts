import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { escapeTemplate } from "./escape";

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
  const record = new FirstValue(scope, id, literal);
  const first = `terraform_data.${record.friendlyUniqueId}.output`;
  const before = resource.lifecycle ?? {};
  const condition = {
    condition: `\${${first} == ${JSON.stringify(literal)}}`,
    errorMessage: `${scope.node.path}: ${prop} was "\${${first}}" and is now "${literal}". ${escapeTemplate(reason)}`,
  };
  resource.lifecycle = { ...before, precondition: [...(before.precondition ?? []), condition] };
}

/**
 * A `terraform_data` that keeps its first input.
 *
 * Not CDKTF's `DataResource`: every synthesis would then start Terraform once for each of them, to ask for its version, and
 * would fail where Terraform is not installed. The command line asks once, before it needs Terraform.
 */
class FirstValue extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly value: string,
  ) {
    super(scope, id, {
      terraformResourceType: "terraform_data",
      terraformGeneratorMetadata: { providerName: "terraform" },
      lifecycle: { ignoreChanges: ["input"] },
    });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { input: this.value };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return { input: { value: this.value, isBlock: false, type: "simple", storageClassType: "string" } };
  }
}
