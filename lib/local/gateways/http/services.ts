import type { TokenVerifier } from "../../identities/token-verifier";
import type { TtlCache } from "../../wire/ttl-cache";
import type { GatewayContext } from "../gateway";
import type { HttpFunctionDecision } from "./function-decision";

/** What the parts of one HTTP API work with; stays when the model changes. */
export interface HttpApiServices {
  readonly context: GatewayContext;
  readonly tokens: TokenVerifier;
  /** Answers of function authorizers, by authorizer and identity. */
  readonly decisions: TtlCache<HttpFunctionDecision>;
  /** Tells the user once, however many requests run into it. */
  warnOnce(text: string): void;
}
