import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { tokenVerifier } from "../../../facts/aws/function-variables";
import { createPackagedFunction, isFunction } from "../../../kit/function";
import {
  type AcceptedTokens,
  type AuthorizerDeclaration,
  type AuthorizerPlace,
  permitAuthorizer,
} from "../../../kit/gateway";
import { jsonTemplate } from "../../../kit/iam/json-template";
import { fail } from "../errors";
import type { WebSocketAuthorizerConfig } from "./fn";
import type { PlannedTokenSource } from "./token-source";

type Declaration = AuthorizerDeclaration<WebSocketAuthorizerConfig>;
type Place = AuthorizerPlace<WebSocketAuthorizerConfig>;

const verifierId = "Verifier";

/** Refuses a config that replaces the verifier. */
export function checkVerifierStays({ api, prop, override }: Declaration, type: string): void {
  if (override?.authorizerUri === undefined) return;
  fail(api, "token-verifier-replaced", `${prop}.cdk.authorizer.authorizerUri`, { type });
}

/** Creates the function that verifies tokens. Its role may only write its log. */
export function createTokenVerifier(
  { scope }: Place,
  { issuer, audience }: AcceptedTokens,
  source: PlannedTokenSource,
  tokenUse?: string,
): WebSocketAuthorizerConfig {
  const verifier = createPackagedFunction(scope, verifierId, {
    entry: tokenVerifier.program,
    format: "cjs",
    description: "Verifies the tokens of clients that connect to a WebSocket API",
    timeout: 10,
    memorySize: 512,
    enableLiveDev: false,
    environment: {
      [tokenVerifier.issuer]: issuer,
      [tokenVerifier.audience]: jsonTemplate(audience),
      [tokenVerifier.source]: source.text,
      ...(tokenUse !== undefined && { [tokenVerifier.use]: tokenUse }),
    },
  });
  return {
    authorizerType: "REQUEST",
    authorizerUri: verifier.invokeArn,
    identitySources: source.identitySources,
  };
}

/** Lets the gateway ask the verifier. */
export function permitVerifier(place: Place, authorizerId: string): LambdaPermission | undefined {
  const verifier = place.scope.node.tryFindChild(verifierId);
  return isFunction(verifier) ? permitAuthorizer(place, verifier, authorizerId) : undefined;
}
