import { type TerraformElement, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { isProviderObject } from "../core/override";
import { fail } from "./errors";

/** The region of the certificates of CDNs, which serve the domains of Cognito and of edge APIs. */
export const cdnRegion = "us-east-1";

/** Refuses an existing certificate of another region, as far as its region is known. */
export function checkCertificateRegion(
  where: IConstruct,
  prop: string,
  certificate: unknown,
  region: string,
): void {
  // CDNs of other partitions have regions of their own.
  if (region === cdnRegion && !/^(us|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d$/.test(stackRegion(where) ?? ""))
    return;
  if (!isProviderObject(certificate)) return;
  const found = regionOf(certificate);
  if (found === undefined || Token.isUnresolved(found) || found === region) return;
  fail(where, "certificate-region", prop, { value: certificate, found, region });
}

function regionOf(certificate: TerraformElement): string | undefined {
  const { provider } = certificate as {
    readonly provider?: { readonly region?: string | undefined } | undefined;
  };
  return provider === undefined ? stackRegion(certificate) : provider.region;
}

/** The region of a stack of this library. */
function stackRegion(construct: IConstruct): string | undefined {
  return (TerraformStack.of(construct) as { readonly region?: string | undefined }).region;
}
