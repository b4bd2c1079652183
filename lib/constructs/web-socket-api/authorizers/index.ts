import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import type { Construct } from "constructs";
import { overlay } from "../../../kit/core";
import {
  type AuthorizerFamily,
  type AuthorizerKinds,
  type CreatedAuthorizer,
  type PlannedAuthorizer,
  planAuthorizer,
} from "../../../kit/gateway";
import type { WebSocketApiAuthorizer, WebSocketApiProps } from "../props";
import { functionAuthorizer, type WebSocketAuthorizerConfig } from "./fn";
import { jwtAuthorizer } from "./jwt";
import { userPoolAuthorizer } from "./user-pool";

/** Every type of authorizer. */
const kinds = {
  fn: functionAuthorizer,
  jwt: jwtAuthorizer,
  user_pool: userPoolAuthorizer,
} satisfies AuthorizerKinds<WebSocketApiAuthorizer, WebSocketAuthorizerConfig>;

const family: AuthorizerFamily<WebSocketApiAuthorizer, WebSocketAuthorizerConfig> = {
  kinds,
  expected:
    '"none", "iam", { type: "user_pool", userPool }, { type: "jwt", jwt } or { type: "fn", function }',
  resource: Apigatewayv2Authorizer,
  rejectedKeys: () => ({
    apiId: "It is the API that the authorizer belongs to.",
    authorizerPayloadFormatVersion: "Leave it out: authorizers of WebSocket APIs have no payload version.",
    authorizerResultTtlInSeconds: "Leave it out: results for WebSocket APIs are not cached.",
    enableSimpleResponses: "Leave it out: authorizers of WebSocket APIs return a policy.",
    jwtConfiguration:
      'WebSocket APIs ask a function. Use { type: "jwt", jwt } or { type: "user_pool", userPool }, whose function the library has.',
  }),
  create: (scope, { apiId, name }, config, override) =>
    new Apigatewayv2Authorizer(scope, "Authorizer", overlay({ apiId, name, ...config }, override)),
};

/** The authorizer of a WebSocket API, checked: who may connect. */
export type PlannedConnectAuthorizer = "none" | "iam" | PlannedAuthorizer;

/** The authorization of the route `$connect`. Every other route is open to connected clients. */
export type ConnectAuthorization = Pick<CreatedAuthorizer, "authorization" | "permission"> & {
  readonly authorizerId?: string | undefined;
};

/** Refuses an authorizer that cannot work. Creates nothing. */
export function planConnectAuthorizer(
  api: Construct,
  given: WebSocketApiProps["authorizer"] = "none",
): PlannedConnectAuthorizer {
  if (given === "none" || given === "iam") return given;
  return planAuthorizer(family, { api, name: "WebSocketAuthorizer", prop: "authorizer" }, given);
}

/** Creates the authorizer, if there is one. */
export function createConnectAuthorizer(
  planned: PlannedConnectAuthorizer,
  api: { readonly apiId: string; readonly executionArn: string },
): ConnectAuthorization {
  if (planned === "none") return { authorization: "NONE", permission: undefined };
  if (planned === "iam") return { authorization: "AWS_IAM", permission: undefined };
  return planned.create("$authorizer", api);
}
