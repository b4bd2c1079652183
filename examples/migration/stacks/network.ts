import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { DataAwsAvailabilityZones } from "@cdktf/provider-aws/lib/data-aws-availability-zones";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { Fn } from "cdktf";
import type { StackContext } from "serverform";

/** A private network without a way to the internet: only the gateway reaches what is in it. */
export function Network({ stack }: StackContext) {
  const cidrBlock = "10.20.0.0/16";
  const vpc = new Vpc(stack, "Vpc", { cidrBlock, enableDnsSupport: true, enableDnsHostnames: true });
  const zones = new DataAwsAvailabilityZones(stack, "Zones", { state: "available" });
  // An application load balancer wants subnets in two zones.
  const subnets = [1, 2].map(
    (number) =>
      new Subnet(stack, `Private${number}`, {
        vpcId: vpc.id,
        cidrBlock: `10.20.${number}.0/24`,
        availabilityZone: Fn.element(zones.names, number - 1),
      }),
  );
  const subnetIds = subnets.map(({ id }) => id);

  const gateway = new SecurityGroup(stack, "Gateway", {
    name: stack.app.logicalPrefixedName("gateway"),
    description: "The gateway, where it comes out of its VPC link",
    vpcId: vpc.id,
    egress: [{ fromPort: 80, toPort: 80, protocol: "tcp", cidrBlocks: [cidrBlock] }],
  });
  // One way in for both load balancers, and both APIs could use it. Without it, the library makes one per API and balancer.
  const vpcLink = new Apigatewayv2VpcLink(stack, "Link", {
    name: stack.app.logicalPrefixedName("Link"),
    subnetIds,
    securityGroupIds: [gateway.id],
  });
  return { vpc, cidrBlock, subnetIds, gateway, vpcLink };
}
