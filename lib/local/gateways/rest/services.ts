import type { TokenVerifier } from "../../identities/token-verifier";
import type { TtlCache } from "../../wire/ttl-cache";
import type { GatewayContext } from "../gateway";
import { reportOnce } from "../report-once";
import type { RestFunctionDecision } from "./access/function-decision";
import { UsagePlans } from "./access/usage-plans";

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

type Shared = Pick<RestApiServices, "plans" | "warnOnce" | "noticeOnce">;

const sharedByContext = new WeakMap<GatewayContext, Shared>();

/** The shared services of all REST APIs of a server, because a usage plan may cover several APIs. */
export function sharedServices(context: GatewayContext): Shared {
  const known = sharedByContext.get(context);
  if (known !== undefined) return known;
  const once = reportOnce(context.report);
  const shared: Shared = {
    plans: new UsagePlans(context.clock),
    warnOnce: (text) => once("warning", text),
    noticeOnce: (text) => once("notice", text),
  };
  sharedByContext.set(context, shared);
  return shared;
}
