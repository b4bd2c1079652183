import { type TerraformElement, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { parseArnOf } from "../../facts/aws/arns";
import { partitionOf } from "../../facts/aws/partitions";
import { cdnRegion } from "../../facts/aws/regions";
import { checkLimit, limits } from "../core/limits";
import { isProviderObject } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import { fail } from "./errors";

/** Refuses an existing certificate of another region, as far as its region is known. */
export function checkCertificateRegion(
  where: IConstruct,
  prop: string,
  certificate: unknown,
  region: string,
): void {
  // CDNs of other partitions have regions of their own.
  if (region === cdnRegion && !isCommercial(stackRegion(where))) return;
  if (!isProviderObject(certificate)) return;
  checkArn(where, `${prop}.certificateArn`, certificate);
  const found = regionOf(certificate);
  if (found === undefined || isUnresolved(found) || found === region) return;
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
  const ofArn = parseArnOf("acm", String(arn))?.region;
  if (ofArn !== undefined) return ofArn;
  const { provider } = certificate as {
    readonly provider?: { readonly region?: string | undefined } | undefined;
  };
  return provider === undefined ? stackRegion(certificate) : provider.region;
}

/** Whether a region is in the partition whose CDNs take certificates of `cdnRegion`. */
function isCommercial(region: string | undefined): boolean {
  return region !== undefined && partitionOf(region).id === partitionOf(cdnRegion).id;
}

/** The region of a stack of this library. */
function stackRegion(construct: IConstruct): string | undefined {
  return (TerraformStack.of(construct) as { readonly region?: string | undefined }).region;
}
