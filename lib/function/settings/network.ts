import type { LambdaFunctionVpcConfig } from "@cdktf/provider-aws/lib/lambda-function";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Token } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../../app/stack";
import { checkKeys, checkList } from "../../core/check";
import { physicalName } from "../../core/name";
import { isProviderObject } from "../../core/override";
import { fail } from "../errors";
import type { FunctionProps } from "../props";
import { pathFromStack } from "./name";

/** The network of a function, and the security group that was made for it. */
export interface FunctionNetwork {
  readonly config: LambdaFunctionVpcConfig | undefined;
  readonly securityGroup: SecurityGroup | undefined;
}

type NetworkProps = Pick<
  FunctionProps,
  "vpc" | "vpcSubnets" | "securityGroups" | "allowAllOutbound" | "filesystem"
>;

/** Refuses network props that cannot work, or not without each other. */
export function checkNetwork(where: IConstruct, props: NetworkProps): void {
  const { vpc, vpcSubnets, securityGroups, allowAllOutbound, filesystem } = props;
  if (vpc !== undefined && (vpcSubnets === undefined || vpcSubnets.length === 0)) {
    fail(where, "prop-required", "vpcSubnets", {
      remedy: "Name the subnets of the vpc in which the function runs.",
    });
  }
  if (vpc === undefined) {
    const needing = { vpcSubnets, securityGroups, allowAllOutbound, filesystem };
    for (const [prop, value] of Object.entries(needing)) {
      if (value !== undefined) fail(where, "prop-needs", prop, { needs: "vpc" });
    }
    return;
  }
  idOf(where, "vpc", vpc, "aws_vpc");
  subnetIdsOf(where, vpcSubnets);
  securityGroupIdsOf(where, securityGroups);
  if (filesystem !== undefined) checkFilesystem(where, filesystem);
}

function subnetIdsOf(where: IConstruct, subnets: unknown): readonly string[] {
  return idsOf(where, "vpcSubnets", subnets, "aws_subnet");
}

function securityGroupIdsOf(where: IConstruct, groups: unknown): readonly string[] | undefined {
  return groups === undefined ? undefined : idsOf(where, "securityGroups", groups, "aws_security_group");
}

function idsOf(where: IConstruct, prop: string, values: unknown, type: string): readonly string[] {
  checkList(where, prop, values);
  const list = values as readonly unknown[];
  return list.map((value, index) => idOf(where, `${prop}[${index}]`, value, type));
}

function checkFilesystem(where: IConstruct, filesystem: NonNullable<NetworkProps["filesystem"]>): void {
  checkKeys(where, "filesystem", filesystem, ["accessPoint", "mountPath"]);
  const { accessPoint, mountPath } = filesystem;
  if (typeof accessPoint !== "string" && !isProviderObject(accessPoint, "aws_efs_access_point")) {
    fail(where, "prop-invalid", "filesystem.accessPoint", {
      value: accessPoint,
      expected: "an ARN, or an object of type aws_efs_access_point",
    });
  }
  // Source: https://docs.aws.amazon.com/lambda/latest/api/API_FileSystemConfig.html
  if (!Token.isUnresolved(mountPath) && !/^\/mnt\/[A-Za-z0-9-_.]+$/.test(mountPath)) {
    fail(where, "prop-invalid", "filesystem.mountPath", {
      value: mountPath,
      expected: 'a folder below /mnt, such as "/mnt/files"',
    });
  }
}

/** Creates the function's security group unless there are others. */
export function createNetwork(fn: Construct, props: NetworkProps): FunctionNetwork {
  const { vpc, vpcSubnets, securityGroups, allowAllOutbound = true } = props;
  if (vpc === undefined) return { config: undefined, securityGroup: undefined };
  const subnetIds = [...subnetIdsOf(fn, vpcSubnets)];
  const given = securityGroupIdsOf(fn, securityGroups);
  if (given !== undefined) {
    return { config: { subnetIds, securityGroupIds: [...given] }, securityGroup: undefined };
  }
  const securityGroup = new SecurityGroup(fn, "SecurityGroup", {
    name: securityGroupName(fn),
    description: `Function ${fn.node.path}`
      .replace(/[^A-Za-z0-9 ._\-:/()#,@[\]+=&;{}!$*]/g, "-")
      .slice(0, 255),
    vpcId: idOf(fn, "vpc", vpc, "aws_vpc"),
    egress: allowAllOutbound ? [allTraffic] : undefined,
  });
  return { config: { subnetIds, securityGroupIds: [securityGroup.id] }, securityGroup };
}

const allTraffic = {
  description: "All traffic out",
  protocol: "-1",
  fromPort: 0,
  toPort: 0,
  cidrBlocks: ["0.0.0.0/0"],
  ipv6CidrBlocks: ["::/0"],
};

/** The path from the stack down: names are unique in a VPC, which stacks may share. */
function securityGroupName(fn: Construct): string {
  const name = physicalName(pathFromStack(fn), 254);
  // The service keeps names that begin with "sg-" for its own ids.
  return name.startsWith("sg-") ? `_${name}` : name;
}

function idOf(where: IConstruct, prop: string, value: unknown, type: string): string {
  if (typeof value === "string") return value;
  if (isProviderObject(value, type)) return (value as unknown as { readonly id: string }).id;
  return fail(where, "prop-invalid", prop, {
    value,
    expected: `an id, or an object of type ${type}`,
  });
}

/** The ARN of the managed policy with which a function makes network interfaces in a VPC. */
export function vpcAccessPolicyArn(fn: IConstruct): string {
  return `arn:${Stack.of(fn).partition}:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole`;
}
