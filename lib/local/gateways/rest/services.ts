import type { TokenVerifier } from "../../identities/token-verifier";
import type { TtlCache } from "../../wire/ttl-cache";
import type { GatewayContext } from "../gateway";
import { reportOnce } from "../report-once";
import type { RestFunctionDecision } from "./function-decision";
import { UsagePlans } from "./usage-plans";

/** What the parts of one REST API work with; stays when the model changes. */
export interface RestApiServices {
  readonly context: GatewayContext;
  readonly tokens: TokenVerifier;
  /** Answers of function authorizers, by authorizer and identity. */
  readonly decisions: TtlCache<RestFunctionDecision>;
  readonly plans: UsagePlans;
  /** Tells the user once, however many requests run into it. */
  warnOnce(text: string): void;
  /** As `warnOnce`, of what is as it should be. */
  noticeOnce(text: string): void;
}

type Shared = Pick<RestApiServices, "plans" | "warnOnce" | "noticeOnce">;

const sharedByContext = new WeakMap<GatewayContext, Shared>();

/** What the APIs of one server have in common: a usage plan may cover several of them. */
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
