import type { ApiGatewayAccount } from "@cdktf/provider-aws/lib/api-gateway-account";
import type { Stack } from "../app/stack";
import { gatewayLogRole } from "./gateway-log-role";

/** Makes the account's log role for API Gateway, once per stack, whichever of its APIs asks for it. */
export function createGatewayAccount(stack: Stack): ApiGatewayAccount {
  return gatewayLogRole(stack);
}

/** The log role that an API of the stack asked for, of whatever kind; undefined when none did. */
export function findGatewayAccount(stack: Stack): ApiGatewayAccount | undefined {
  return stack.node.tryFindChild("_apiGatewayAccount")?.node.tryFindChild("Account") as
    | ApiGatewayAccount
    | undefined;
}

/** Says once that access logs of these gateways need the account's log role. */
export function noteLogRole(stack: Stack): void {
  stack.app.addNotice(
    "serverform: access logs of REST and WebSocket APIs need the account's log role for API Gateway; set it once per " +
      "account and region, or give one API cloudWatchRole: true.",
  );
}
