import { type TerraformElement, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { checkLimit, limits } from "../core/limits";
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
  checkArn(where, `${prop}.certificateArn`, certificate);
  const found = regionOf(certificate);
  if (found === undefined || Token.isUnresolved(found) || found === region) return;
  fail(where, "certificate-region", prop, { value: certificate, found, region });
}

/** Refuses the validation of something else than a certificate of ACM. */
function checkArn(where: IConstruct, prop: string, certificate: object): void {
  const { certificateArnInput: arn } = certificate as { readonly certificateArnInput?: unknown };
  if (arn !== undefined)
    checkLimit(where, prop, arn, limits.aws_api_gateway_domain_name.regionalCertificateArn);
}

function regionOf(certificate: TerraformElement): string | undefined {
  const { certificateArnInput: arn } = certificate as { readonly certificateArnInput?: unknown };
  const [, ofArn] = /^arn:[\w-]+:acm:([a-z0-9-]+):/.exec(String(arn)) ?? [];
  if (ofArn !== undefined) return ofArn;
  const { provider } = certificate as {
    readonly provider?: { readonly region?: string | undefined } | undefined;
  };
  return provider === undefined ? stackRegion(certificate) : provider.region;
}

/** The region of a stack of this library. */
function stackRegion(construct: IConstruct): string | undefined {
  return (TerraformStack.of(construct) as { readonly region?: string | undefined }).region;
}
