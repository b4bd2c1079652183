import type { TokenVerifier } from "../../identities/token-verifier";
import type { TtlCache } from "../../wire/ttl-cache";
import type { GatewayContext } from "../gateway";
import type { HttpFunctionDecision } from "./authorize";

/** The shared services of the parts of one HTTP API; kept when the model changes. */
export interface HttpApiServices {
  readonly context: GatewayContext;
  readonly tokens: TokenVerifier;
  /** Cached answers of function authorizers, by authorizer and identity. */
  readonly decisions: TtlCache<HttpFunctionDecision>;
  /** Reports a warning once, not for every request. */
  warnOnce(text: string): void;
}
