import { Lb } from "@cdktf/provider-aws/lib/lb";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { LbTargetGroup } from "@cdktf/provider-aws/lib/lb-target-group";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { type StackContext, use } from "serverform";
import { Network } from "./network";

/** The part that stays a server for now: it has moved into the network, and registers itself with its target group. */
export function Servers({ stack }: StackContext) {
  const { vpc, cidrBlock, subnetIds, gateway } = use(Network);

  const balancer = new SecurityGroup(stack, "Balancer", {
    name: stack.app.logicalPrefixedName("balancer"),
    description: "The load balancer of the reports: requests of the gateway, and of nobody else",
    vpcId: vpc.id,
    ingress: [{ fromPort: 80, toPort: 80, protocol: "tcp", securityGroups: [gateway.id] }],
    egress: [{ fromPort: 8080, toPort: 8080, protocol: "tcp", cidrBlocks: [cidrBlock] }],
  });
  // Reports come from several web servers, which speak HTTP.
  const reports = new Lb(stack, "Reports", {
    name: stack.app.logicalPrefixedName("reports"),
    internal: true,
    loadBalancerType: "application",
    subnets: subnetIds,
    securityGroups: [balancer.id],
  });
  const reportServers = new LbTargetGroup(stack, "ReportServers", {
    name: stack.app.logicalPrefixedName("reports"),
    vpcId: vpc.id,
    targetType: "ip",
    port: 8080,
    protocol: "HTTP",
    healthCheck: { path: "/health" },
  });
  const reportsListener = new LbListener(stack, "ReportsListener", {
    loadBalancerArn: reports.arn,
    port: 80,
    protocol: "HTTP",
    defaultAction: [{ type: "forward", targetGroupArn: reportServers.arn }],
  });

  // The stock is one old program whose HTTP is peculiar; a network load balancer passes it on unread, as TCP.
  const stock = new Lb(stack, "Stock", {
    name: stack.app.logicalPrefixedName("stock"),
    internal: true,
    loadBalancerType: "network",
    subnets: subnetIds,
  });
  const stockServers = new LbTargetGroup(stack, "StockServers", {
    name: stack.app.logicalPrefixedName("stock"),
    vpcId: vpc.id,
    targetType: "ip",
    port: 8090,
    protocol: "TCP",
  });
  const stockListener = new LbListener(stack, "StockListener", {
    loadBalancerArn: stock.arn,
    port: 80,
    protocol: "TCP",
    defaultAction: [{ type: "forward", targetGroupArn: stockServers.arn }],
  });
  return { reportsListener, stockListener };
}
