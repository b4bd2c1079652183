import type { TerraformProvider, TerraformResource } from "cdktf";

/**
 * Whether the AWS provider, or that of a resource, is at least of a version, so that a newer attribute may be set.
 *
 * The version is that which the provider package was generated from: 6.25.0 with `@cdktf/provider-aws` 21, and a newer
 * one with `@cdktn/provider-aws`. Terraform installs no older one.
 *
 * @param version - major and minor, for example `6.29`
 */
export function isProviderAtLeast(resource: TerraformResource | TerraformProvider, version: string): boolean {
  const [major = 0, minor = 0] = numbers(resource.terraformGeneratorMetadata?.providerVersion ?? "");
  const [wantedMajor = 0, wantedMinor = 0] = numbers(version);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

function numbers(version: string): readonly number[] {
  return version.split(".").map(Number);
}
