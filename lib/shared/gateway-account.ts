import { ApiGatewayAccount } from "@cdktf/provider-aws/lib/api-gateway-account";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Construct } from "constructs";
import type { Stack } from "../app/stack";
import { namePrefix } from "./name";
import { serviceTrust } from "./trust";

const id = "_gatewayAccount";

/**
 * Gives API Gateway a role to write logs with, for the whole account and region.
 *
 * One setting for all gateways of the region: destroying it switches their logs off, so it is made only when asked for.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
export function gatewayAccount(stack: Stack): ApiGatewayAccount {
  const existing = stack.node.tryFindChild(id);
  if (existing !== undefined) return existing.node.findChild("Account") as ApiGatewayAccount;
  const scope = new Construct(stack, id);
  const role = new IamRole(scope, "Role", {
    namePrefix: namePrefix(`${stack.node.id}-gateway-logs`, 37),
    assumeRolePolicy: serviceTrust("apigateway.amazonaws.com"),
  });
  const policy = new IamRolePolicyAttachment(scope, "Policy", {
    role: role.name,
    policyArn: `arn:${stack.partition}:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs`,
  });
  return new ApiGatewayAccount(scope, "Account", { cloudwatchRoleArn: role.arn, dependsOn: [policy] });
}

/** Says once that access logs of these gateways need the account's log role. */
export function noteLogRole(stack: Stack): void {
  stack.app.addNotice(
    "serverform: access logs of REST and WebSocket APIs need the account's log role for API Gateway; set it once per " +
      "account and region, or give one API cloudWatchRole: true.",
  );
}
