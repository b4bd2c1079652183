import type { TerraformProvider, TerraformResource } from "cdktf";
import type { Stack } from "./stack";

/**
 * Whether the AWS provider of a stack is at least of a version, so that an attribute which is newer than the provider
 * package may be written with `addOverride`.
 *
 * Without `provider.version`, the version is that which the provider package was made from: 6.25.0 with
 * `@cdktf/provider-aws` 21, and a newer one with `@cdktn/provider-aws`. Terraform installs no older one.
 *
 * @param version - major and minor, for example `6.29`
 */
export function isProviderAtLeast(
  stack: Stack,
  resource: TerraformResource | TerraformProvider,
  version: string,
): boolean {
  const constraint = stack.providerVersion ?? resource.terraformGeneratorMetadata?.providerVersion ?? "";
  const [major = 0, minor = 0] = oldestOf(constraint);
  const [wantedMajor = 0, wantedMinor = 0] = numbers(version);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** The oldest version that a constraint like `~> 6.30` or `>= 7, < 8` allows; without a lower limit, no version at all. */
function oldestOf(constraint: string): readonly number[] {
  const lower = constraint
    .split(",")
    .map((each) => /^\s*(?:=|>=|>|~>)?\s*(\d[\d.]*)/.exec(each)?.[1])
    .filter((found) => found !== undefined)
    .map(numbers);
  return lower.sort(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b)[0] ?? [];
}

function numbers(version: string): readonly number[] {
  return version.split(".").map(Number);
}
