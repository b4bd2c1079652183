import { ApiGatewayAccount } from "@cdktf/provider-aws/lib/api-gateway-account";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Construct } from "constructs";
import { managedPolicyArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import { markLibraryElement } from "../app/scope/owner";
import type { Stack } from "../app/stack";
import { namePrefix } from "../core/names/name";
import { serviceTrust } from "../iam/trust";

const id = "_apiGatewayAccount";

/**
 * Creates the role with which API Gateway writes logs in the account and region, once per stack.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
export function createGatewayAccount(stack: Stack): ApiGatewayAccount {
  const existing = findGatewayAccount(stack);
  if (existing !== undefined) return existing;
  const scope = markLibraryElement(new Construct(stack, id));
  const role = new IamRole(scope, "Role", {
    namePrefix: namePrefix(stack.app.logicalPrefixedName("api-gateway-logs"), 37),
    assumeRolePolicy: serviceTrust(servicePrincipal("apigateway")),
  });
  const attachment = new IamRolePolicyAttachment(scope, "Logs", {
    role: role.name,
    policyArn: managedPolicyArn(stack.partition, "service-role/AmazonAPIGatewayPushToCloudWatchLogs"),
  });
  // API Gateway checks the permissions of the role when it is set.
  return new ApiGatewayAccount(scope, "Account", { cloudwatchRoleArn: role.arn, dependsOn: [attachment] });
}

/** The log role that some API of the stack created, if any. */
export function findGatewayAccount(stack: Stack): ApiGatewayAccount | undefined {
  return stack.node.tryFindChild(id)?.node.tryFindChild("Account") as ApiGatewayAccount | undefined;
}

/** Prints once that access logs of these gateways need the account's log role. */
export function noteLogRole(stack: Stack): void {
  stack.app.addNotice(
    "serverform: access logs of REST and WebSocket APIs need the account's log role for API Gateway; set it once per " +
      "account and region, or give one API cloudWatchRole: true.",
  );
}
