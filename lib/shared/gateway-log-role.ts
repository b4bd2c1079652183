import { ApiGatewayAccount } from "@cdktf/provider-aws/lib/api-gateway-account";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Construct } from "constructs";
import { Stack } from "../app/stack";
import { namePrefix } from "./name";
import { serviceTrust } from "./trust";

/**
 * The role with which API Gateway writes logs in the account and region; one per stack, whoever asks for it.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
export function gatewayLogRole(where: Construct): ApiGatewayAccount {
  const stack = Stack.of(where);
  const id = "_apiGatewayAccount";
  const existing = stack.node.tryFindChild(id);
  if (existing !== undefined) return existing.node.findChild("Account") as ApiGatewayAccount;
  const scope = new Construct(stack, id);
  const role = new IamRole(scope, "Role", {
    namePrefix: namePrefix(stack.app.logicalPrefixedName("api-gateway-logs"), 37),
    assumeRolePolicy: serviceTrust("apigateway.amazonaws.com"),
  });
  const attachment = new IamRolePolicyAttachment(scope, "Logs", {
    role: role.name,
    policyArn: `arn:${stack.partition}:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs`,
  });
  // The service looks whether the role may write when it is set.
  return new ApiGatewayAccount(scope, "Account", { cloudwatchRoleArn: role.arn, dependsOn: [attachment] });
}
