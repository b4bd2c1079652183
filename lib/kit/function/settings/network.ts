import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { Construct, IConstruct } from "constructs";
import { managedPolicyArn } from "../../../facts/aws/arns";
import type { Where } from "../../../facts/errors/error";
import { together } from "../../../facts/errors/problems";
import { Stack } from "../../app/stack";
import { checkKeys } from "../../core/checks/check";
import { isUnknownList, parseItems } from "../../core/checks/list";
import { refuseValue } from "../../core/errors";
import { checkLimit, type Limit, limits } from "../../core/limits";
import { namePrefix, networkDescription, physicalName } from "../../core/names/name";
import { isProviderObject } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import type { FunctionProps } from "../props";
import { namePath } from "./name";

export interface ParsedNetwork {
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
  /** Undefined if the function gets its own security group. */
  readonly securityGroupIds: readonly string[] | undefined;
  readonly allowAllOutbound: boolean;
}

type NetworkProps = Pick<
  FunctionProps,
  "vpc" | "vpcSubnets" | "securityGroups" | "allowAllOutbound" | "filesystem"
>;

/** Refuses invalid network props and combinations. Undefined without a VPC. */
export function parseNetwork(
  where: Where,
  props: NetworkProps,
  /** The path of the props, for messages. */
  within = "",
): ParsedNetwork | undefined {
  const { vpc, vpcSubnets, securityGroups, allowAllOutbound, filesystem } = props;
  if (vpc === undefined) {
    const needing = { vpcSubnets, securityGroups, allowAllOutbound, filesystem };
    for (const [prop, value] of Object.entries(needing)) {
      if (value !== undefined) fail(where, "prop-needs", `${within}${prop}`, { needs: `${within}vpc` });
    }
    return undefined;
  }
  const [vpcId, subnetIds, securityGroupIds] = together(
    () => parseId(where, `${within}vpc`, vpc, kinds.vpc),
    () => {
      const prop = `${within}vpcSubnets`;
      if (vpcSubnets === undefined || vpcSubnets.length === 0) {
        const remedy = "Name the subnets of the vpc in which the code runs.";
        fail(where, "prop-required", prop, { remedy });
      }
      return parseIds(where, prop, vpcSubnets, kinds.subnet);
    },
    () => securityGroups && parseIds(where, `${within}securityGroups`, securityGroups, kinds.securityGroup),
    () => filesystem !== undefined && checkFilesystem(where, filesystem),
  );
  return { vpcId, subnetIds, securityGroupIds, allowAllOutbound: allowAllOutbound ?? true };
}

/** A kind of network resource: the prefix of its ids, and the maximum per function. CodeBuild has the same limits. */
interface NetworkKind {
  readonly type: string;
  readonly prefix: string;
  readonly limit?: Limit | undefined;
  readonly what?: string | undefined;
}

const kinds = {
  vpc: { type: "aws_vpc", prefix: "vpc-" },
  subnet: {
    type: "aws_subnet",
    prefix: "subnet-",
    what: "subnet",
    limit: limits.aws_lambda_function["vpcConfig.subnetIds"],
  },
  securityGroup: {
    type: "aws_security_group",
    prefix: "sg-",
    what: "security group",
    limit: limits.aws_lambda_function["vpcConfig.securityGroupIds"],
  },
} as const satisfies Record<string, NetworkKind>;

function parseIds(
  where: Where,
  prop: string,
  values: unknown,
  kind: Required<NetworkKind> & { readonly what: string },
): readonly string[] {
  const list = parseItems(where, prop, values as readonly unknown[]);
  if (isUnknownList(list)) return list as readonly string[];
  if (list.length === 0) refuseValue(where, prop, values, `one ${kind.what} or more`);
  checkLimit(where, prop, list, kind.limit);
  return list.map((value, index) => parseId(where, `${prop}[${index}]`, value, kind));
}

function parseId(where: Where, prop: string, value: unknown, { type, prefix }: NetworkKind): string {
  const isId = typeof value === "string" && new RegExp(`^${prefix}[0-9a-z]+$`).test(value);
  if (typeof value === "string" && (isId || isUnresolved(value))) return value;
  if (isProviderObject(value, type)) return (value as unknown as { readonly id: string }).id;
  const expected = `an id such as "${prefix}0123456789abcdef0", or an object of type ${type}`;
  return refuseValue(where, prop, value, expected);
}

function checkFilesystem(where: Where, filesystem: NonNullable<NetworkProps["filesystem"]>): void {
  checkKeys(where, "filesystem", filesystem, ["accessPoint", "mountPath"]);
  const { accessPoint, mountPath } = filesystem;
  if (typeof accessPoint !== "string" && !isProviderObject(accessPoint, "aws_efs_access_point")) {
    const expected = "an ARN, or an object of type aws_efs_access_point";
    refuseValue(where, "filesystem.accessPoint", accessPoint, expected);
  }
  if (typeof accessPoint === "string")
    checkLimit(
      where,
      "filesystem.accessPoint",
      accessPoint,
      limits.aws_lambda_function["fileSystemConfig.arn"],
    );
  // Source: https://docs.aws.amazon.com/lambda/latest/api/API_FileSystemConfig.html
  if (!isUnresolved(mountPath) && !/^\/mnt\/[A-Za-z0-9-_.]+$/.test(mountPath)) {
    refuseValue(where, "filesystem.mountPath", mountPath, 'a folder below /mnt, such as "/mnt/files"');
  }
}

/** Creates the security group of a function or job, unless the caller gave some. */
export function createNetwork(fn: Construct, network: ParsedNetwork | undefined, className = "Function") {
  if (network === undefined) return { config: undefined, securityGroup: undefined };
  const { vpcId, securityGroupIds, allowAllOutbound } = network;
  const subnetIds = [...network.subnetIds];
  if (securityGroupIds !== undefined) {
    return { config: { subnetIds, securityGroupIds: [...securityGroupIds] }, securityGroup: undefined };
  }
  const securityGroup = new SecurityGroup(fn, "SecurityGroup", {
    namePrefix: securityGroupPrefix(namePath(fn)),
    description: networkDescription(className, fn),
    vpcId,
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

/** The provider appends a unique suffix, so that the new group exists before the former one is destroyed. */
export function securityGroupPrefix(path: readonly string[]): string {
  const name = namePrefix(physicalName(path, 200), 200);
  // Names that begin with "sg-" are reserved for ids.
  return name.startsWith("sg-") ? `_${name}` : name;
}

/**
 * The ARN of the managed policy that only allows a function to create network interfaces in a VPC: the better known
 * AWSLambdaVPCAccessExecutionRole also allows writing to every log group.
 *
 * Source: https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaENIManagementAccess.html
 */
export function vpcAccessPolicyArn(fn: IConstruct): string {
  return managedPolicyArn(Stack.of(fn).partition, "service-role/AWSLambdaENIManagementAccess");
}
