import { TerraformResource, type TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";

/**
 * A `terraform_data`, which holds a value in Terraform's state.
 *
 * Not CDKTF's `DataResource`: every synthesis would then start Terraform once for each of them, to get its version, and would
 * fail without Terraform. The command line checks the version once, before it needs Terraform.
 */
export class TerraformData extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly input: unknown,
    lifecycle?: TerraformResourceLifecycle,
  ) {
    super(scope, id, {
      terraformResourceType: "terraform_data",
      terraformGeneratorMetadata: { providerName: "terraform" },
      lifecycle,
    });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { input: this.input };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    const storageClassType = typeof this.input === "string" ? "string" : "any";
    return { input: { value: this.input, isBlock: false, type: "simple", storageClassType } };
  }
}
