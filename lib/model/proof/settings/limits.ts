import type { Values } from "../../resources/model";
import { block, blocks, number, text } from "../../resources/values";
import type { LimitSetting } from "./setting";

type Limits = Map<string, number>;

/** Adds existing limits; a negative one means no limit. */
function addLimits(
  limits: Limits,
  of: string,
  values: Values,
  names: Readonly<Record<string, string>>,
): void {
  for (const [word, name] of Object.entries(names)) {
    const value = number(values, name);
    if (value !== undefined && value >= 0) limits.set(`${word}${of}`, value);
  }
}

const throttling = { rate: "throttling_rate_limit", burst: "throttling_burst_limit" } as const;
const planned = { rate: "rate_limit", burst: "burst_limit" } as const;

export const limitSettings: readonly LimitSetting[] = [
  {
    kind: "limit",
    type: "aws_apigatewayv2_stage",
    what: "requests",
    limits: (values) => {
      const limits: Limits = new Map();
      addLimits(limits, "", block(values, "default_route_settings") ?? {}, throttling);
      for (const each of blocks(values, "route_settings"))
        addLimits(limits, ` of ${text(each, "route_key")}`, each, throttling);
      return limits;
    },
  },
  {
    kind: "limit",
    type: "aws_api_gateway_method_settings",
    what: "requests",
    limits: (values) => {
      const limits: Limits = new Map();
      addLimits(limits, ` of ${text(values, "method_path")}`, block(values, "settings") ?? {}, throttling);
      return limits;
    },
  },
  {
    kind: "limit",
    type: "aws_api_gateway_usage_plan",
    what: "requests of a key",
    limits: (values) => {
      const limits: Limits = new Map();
      addLimits(limits, "", block(values, "throttle_settings") ?? {}, planned);
      addLimits(limits, "", block(values, "quota_settings") ?? {}, { quota: "limit" });
      for (const stage of blocks(values, "api_stages"))
        for (const each of blocks(stage, "throttle"))
          addLimits(limits, ` of ${text(each, "path")}`, each, planned);
      return limits;
    },
  },
];
