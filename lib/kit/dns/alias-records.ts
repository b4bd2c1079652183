import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";

/** The host that a domain points to. */
export interface AliasTarget {
  /** Host name of the gateway or distribution. */
  readonly domainName: string;
  /** Zone of that host name; AWS owns it. */
  readonly zoneId: string;
}

/** Points a domain at a host of AWS, for IPv4 and IPv6. */
export function createAliasRecords(
  scope: Construct,
  options: {
    readonly domainName: string;
    readonly zoneId: string;
    readonly target: AliasTarget;
    readonly provider?: TerraformProvider | undefined;
  },
): readonly Route53Record[] {
  const { domainName, zoneId, target, provider } = options;
  return (["A", "AAAA"] as const).map(
    (type) =>
      new Route53Record(scope, `Record${type}`, {
        name: domainName,
        type,
        zoneId,
        alias: { name: target.domainName, zoneId: target.zoneId, evaluateTargetHealth: false },
        provider,
      }),
  );
}
