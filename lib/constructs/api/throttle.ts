import type { Apigatewayv2StageDefaultRouteSettings } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { checkKeys, propKeys } from "../../core/check";
import { fail } from "./errors";

/** How many requests the default stage accepts; clients get status 429 for more. */
export interface ApiThrottleProps {
  /** The largest burst of requests. */
  readonly burst?: number | undefined;
  /** Requests per second, over time. */
  readonly rate?: number | undefined;
}

const throttleKeys = propKeys<ApiThrottleProps>()({ burst: true, rate: true });

/** The settings of the default stage; undefined where the limits of the account apply. */
export function parseThrottle(
  api: IConstruct,
  throttle: ApiThrottleProps | undefined,
): Apigatewayv2StageDefaultRouteSettings | undefined {
  if (throttle === undefined) return undefined;
  checkKeys(api, "defaults.throttle", throttle, throttleKeys);
  const { burst, rate } = throttle;
  if (burst === undefined && rate === undefined) return undefined;
  if (burst === undefined)
    fail(api, "throttle-half", "defaults.throttle.burst", { given: "rate", missing: "burst" });
  if (rate === undefined)
    fail(api, "throttle-half", "defaults.throttle.rate", { given: "burst", missing: "rate" });
  checkLimit(api, "defaults.throttle.burst", burst, Number.isInteger);
  checkLimit(api, "defaults.throttle.rate", rate, Number.isFinite);
  return { throttlingBurstLimit: burst, throttlingRateLimit: rate };
}

function checkLimit(
  api: IConstruct,
  prop: string,
  value: unknown,
  isNumber: (value: unknown) => boolean,
): void {
  if (Token.isUnresolved(value)) return;
  if (!isNumber(value) || Number(value) < 0) fail(api, "out-of-range", prop, { value, range: "0 and above" });
}
