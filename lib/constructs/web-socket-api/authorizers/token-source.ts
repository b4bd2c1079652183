import type { Construct } from "constructs";
import { fail } from "../errors";

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
