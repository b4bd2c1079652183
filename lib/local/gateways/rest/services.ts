import type { TokenVerifier } from "../../identities/token-verifier";
import type { TtlCache } from "../../wire/ttl-cache";
import { type GatewayContext, reportOnce } from "../gateway";
import type { RestFunctionDecision } from "./authorize";
import { UsagePlans } from "./usage-plans";

/** The shared services of the parts of one REST API; kept when the model changes. */
export interface RestApiServices {
  readonly context: GatewayContext;
  readonly tokens: TokenVerifier;
  /** Cached answers of function authorizers, by authorizer and identity. */
  readonly decisions: TtlCache<RestFunctionDecision>;
  readonly plans: UsagePlans;
  /** Reports a warning once, not for every request. */
  warnOnce(text: string): void;
  /** As `warnOnce`, for notices. */
  noticeOnce(text: string): void;
}

/** The shared services of all REST APIs of a server, because a usage plan may cover several APIs. */
export type SharedRestServices = Pick<RestApiServices, "plans" | "warnOnce" | "noticeOnce">;

/** The context of a REST API. */
export interface RestContext extends GatewayContext {
  readonly shared: SharedRestServices;
}

export function createSharedServices(context: GatewayContext): SharedRestServices {
  const once = reportOnce(context.report);
  return {
    plans: new UsagePlans(context.clock),
    warnOnce: (text) => once("warning", text),
    noticeOnce: (text) => once("notice", text),
  };
}
