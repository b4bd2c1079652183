import { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import type { Construct } from "constructs";
import type { DomainHostedZone } from "./props";

/** The id of the given zone, or of the public zone of that name, which Terraform looks up when it plans. */
export function createZoneLookup(scope: Construct, zone: string | DomainHostedZone): string {
  if (typeof zone !== "string") return zone.zoneId;
  return new DataAwsRoute53Zone(scope, "HostedZone", { name: zone, privateZone: false }).zoneId;
}
