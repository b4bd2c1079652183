import type { Construct } from "constructs";
import { tokenVerifier } from "../../../facts/aws/function-variables";
import { createPackagedFunction } from "../../../kit/function";
import type { AcceptedTokens, AuthorizerDeclaration, AuthorizerPlan } from "../../../kit/gateway";
import { jsonTemplate } from "../../../kit/iam";
import { fail } from "../errors";
import type { WebSocketAuthorizerConfig } from "./fn";

type Declaration = AuthorizerDeclaration<WebSocketAuthorizerConfig>;

/** Refuses a config that replaces the verifier. */
export function checkVerifierUnchanged({ api, prop, override }: Declaration, type: string): void {
  if (override?.authorizerUri === undefined) return;
  fail(api, "token-verifier-replaced", `${prop}.cdk.authorizer.authorizerUri`, { type });
}

/** Creates the function that verifies tokens. Its role may only write its log. */
export function createTokenVerifier(
  scope: Construct,
  { issuer, audience }: AcceptedTokens,
  source: PlannedTokenSource,
  tokenUse?: string,
): ReturnType<AuthorizerPlan<WebSocketAuthorizerConfig>["create"]> {
  const verifier = createPackagedFunction(scope, "Verifier", {
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
  const { identitySources } = source;
  const config = { authorizerType: "REQUEST", authorizerUri: verifier.invokeArn, identitySources };
  return { config, invokes: verifier };
}

/** Where the verifier finds the token. */
export interface PlannedTokenSource {
  /** The text for the verifier. */
  readonly text: string;
  /**
   * The values that the gateway requires before it invokes the verifier. Headers are left to the verifier: clients write their names in
   * capital or small letters.
   */
  readonly identitySources: string[] | undefined;
}

const pattern = /^(?:subprotocol|(?<place>header|querystring)\.(?<name>[A-Za-z0-9._-]+))$/;

/** Refuses a source from which no token can be read. */
export function parseTokenSource(api: Construct, given: unknown = "querystring.token"): PlannedTokenSource {
  const { groups } =
    (typeof given === "string" && pattern.exec(given)) ||
    fail(api, "token-source", "authorizer.tokenSource", { value: given });
  const { place, name = "" } = groups ?? {};
  // The header has several names, of which one is the token.
  if (place === "header" && name.toLowerCase() === "sec-websocket-protocol")
    fail(api, "token-source", "authorizer.tokenSource", { value: given });
  const text = String(given);
  return { text, identitySources: place === "querystring" ? [`route.request.${text}`] : undefined };
}
