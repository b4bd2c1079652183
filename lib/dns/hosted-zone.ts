import { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import type { Construct } from "constructs";
import type { ApiDomainHostedZone } from "./props";

/** The id of a zone: of the given one, or of the public zone of that name, looked up when Terraform plans. */
export function createZoneLookup(scope: Construct, zone: string | ApiDomainHostedZone): string {
  if (typeof zone !== "string") return zone.zoneId;
  return new DataAwsRoute53Zone(scope, "HostedZone", { name: zone, privateZone: false }).zoneId;
}
