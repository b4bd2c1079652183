import type { DataAwsSecurityGroup } from "@cdktf/provider-aws/lib/data-aws-security-group";
import type { LambdaFunctionVpcConfig } from "@cdktf/provider-aws/lib/lambda-function";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "../shared/errors";
import { physicalName } from "../shared/name";
import { isProviderObject } from "../shared/override";
import type { FunctionProps } from "./props";

/** The network of a function, and the security group that was made for it. */
export interface FunctionNetwork {
  readonly config: LambdaFunctionVpcConfig | undefined;
  readonly securityGroup: SecurityGroup | undefined;
}

type NetworkProps = Pick<
  FunctionProps,
  "vpc" | "vpcSubnets" | "securityGroups" | "allowAllOutbound" | "filesystem"
>;

/** Refuses network props that cannot work without each other. */
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
  }
}

/** Creates the function's security group unless there are others. */
export function createNetwork(fn: Construct, props: NetworkProps): FunctionNetwork {
  const { vpc, vpcSubnets = [], securityGroups, allowAllOutbound = true } = props;
  if (vpc === undefined) return { config: undefined, securityGroup: undefined };
  const subnetIds = vpcSubnets.map((subnet, index) => idOf(fn, `vpcSubnets[${index}]`, subnet, "aws_subnet"));
  if (securityGroups !== undefined) {
    const given = securityGroups.map((group: string | SecurityGroup | DataAwsSecurityGroup, index) =>
      idOf(fn, `securityGroups[${index}]`, group, "aws_security_group"),
    );
    return { config: { subnetIds, securityGroupIds: given }, securityGroup: undefined };
  }
  const securityGroup = new SecurityGroup(fn, "SecurityGroup", {
    name: physicalName(fn.node.path.split("/"), 255),
    description: `Function ${fn.node.path.replace(/[^A-Za-z0-9 ._\-:/()#,@[\]+=&;{}!$*]/g, "-")}`.slice(
      0,
      255,
    ),
    vpcId: idOf(fn, "vpc", vpc, "aws_vpc"),
    egress: allowAllOutbound
      ? [
          {
            description: "All traffic out",
            protocol: "-1",
            fromPort: 0,
            toPort: 0,
            cidrBlocks: ["0.0.0.0/0"],
            ipv6CidrBlocks: ["::/0"],
          },
        ]
      : undefined,
  });
  return { config: { subnetIds, securityGroupIds: [securityGroup.id] }, securityGroup };
}

function idOf(where: IConstruct, prop: string, value: unknown, type: string): string {
  if (typeof value === "string") return value;
  if (isProviderObject(value, type)) return (value as unknown as { readonly id: string }).id;
  return fail(where, "prop-invalid", prop, {
    value: String(value),
    expected: `an id, or an object of type ${type}`,
  });
}

/** The ARN of the managed policy with which a function makes network interfaces in a VPC. */
export function vpcAccessPolicyArn(fn: IConstruct): string {
  return `arn:${Stack.of(fn).partition}:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole`;
}
