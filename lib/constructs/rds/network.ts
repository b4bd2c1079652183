import { DataAwsAvailabilityZones } from "@cdktf/provider-aws/lib/data-aws-availability-zones";
import { DbSubnetGroup } from "@cdktf/provider-aws/lib/db-subnet-group";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { Fn, Token } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../../kit/app";
import { checkList, isProviderObject, isUnresolved, networkDescription, refuseValue } from "../../kit/core";
import { securityGroupPrefix } from "../../kit/function";
import { fail } from "./errors";
import type { RDSClusterOverride } from "./props";

/** The network that the caller gives, as ids. */
export interface GivenNetwork {
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[] | undefined;
}

/** Refuses network keys that cannot work, alone or without each other. Undefined when the caller gives no network. */
export function parseClusterNetwork(
  rds: IConstruct,
  { vpc, vpcSubnets, securityGroups }: RDSClusterOverride,
): GivenNetwork | undefined {
  const prop = "cdk.cluster";
  if (vpc === undefined) {
    for (const [key, value] of Object.entries({ vpcSubnets, securityGroups })) {
      if (value !== undefined) fail(rds, "prop-needs", `${prop}.${key}`, { needs: `${prop}.vpc` });
    }
    return undefined;
  }
  if (vpcSubnets === undefined) fail(rds, "prop-needs", `${prop}.vpc`, { needs: `${prop}.vpcSubnets` });
  const subnetIds = idsOf(rds, `${prop}.vpcSubnets`, vpcSubnets, "aws_subnet");
  if (subnetIds.length < 2 && !isUnresolved(vpcSubnets)) {
    const expected = "at least two subnets, in different availability zones";
    refuseValue(rds, `${prop}.vpcSubnets`, vpcSubnets, expected);
  }
  return {
    vpcId: idOf(rds, `${prop}.vpc`, vpc, "aws_vpc"),
    subnetIds,
    securityGroupIds:
      securityGroups && idsOf(rds, `${prop}.securityGroups`, securityGroups, "aws_security_group"),
  };
}

function idsOf(rds: IConstruct, prop: string, values: unknown, type: string): readonly string[] {
  checkList(rds, prop, values);
  if (isUnresolved(values)) return values as string[];
  return (values as readonly unknown[]).map((value, index) => idOf(rds, `${prop}[${index}]`, value, type));
}

function idOf(rds: IConstruct, prop: string, value: unknown, type: string): string {
  if (typeof value === "string") return value;
  if (isProviderObject(value, type)) return (value as unknown as { readonly id: string }).id;
  return refuseValue(rds, prop, value, `an id, or an object of type ${type}`);
}

/** Creates the subnet group and, where the caller gives none, the network. Nothing leads in or out: the Data API needs no way. */
export function createClusterNetwork(rds: Construct, name: string, given: GivenNetwork | undefined) {
  const { vpcId, subnetIds, securityGroupIds } = given ?? createVpc(rds, name);
  const group = new DbSubnetGroup(rds, "SubnetGroup", {
    name,
    description: networkDescription("Subnets", rds),
    subnetIds: [...subnetIds],
  });
  return {
    dbSubnetGroupName: group.name,
    vpcSecurityGroupIds: [...(securityGroupIds ?? [createSecurityGroup(rds, vpcId).id])],
  };
}

function createVpc(rds: Construct, name: string): GivenNetwork {
  const vpc = new Vpc(rds, "Vpc", { cidrBlock: "10.0.0.0/16", tags: { Name: name } });
  const zones = new DataAwsAvailabilityZones(rds, "Zones", {
    state: "available",
    filter: [{ name: "opt-in-status", values: ["opt-in-not-required"] }],
  });
  const subnets = [0, 1].map(
    (index) =>
      new Subnet(rds, `Subnet${index + 1}`, {
        vpcId: vpc.id,
        cidrBlock: `10.0.${index}.0/24`,
        availabilityZone: Token.asString(Fn.element(zones.names, index)),
        tags: { Name: `${name}-${index + 1}` },
        // A zone that AWS adds must not move the subnets.
        lifecycle: { ignoreChanges: ["availability_zone"] },
      }),
  );
  return { vpcId: vpc.id, subnetIds: subnets.map(({ id }) => id), securityGroupIds: undefined };
}

function createSecurityGroup(rds: Construct, vpcId: string): SecurityGroup {
  const above = Stack.of(rds).node.scopes.length - 1;
  const path = rds.node.scopes.slice(above).map((scope) => scope.node.id);
  return new SecurityGroup(rds, "SecurityGroup", {
    namePrefix: securityGroupPrefix(path),
    description: networkDescription("Database", rds),
    vpcId,
  });
}
