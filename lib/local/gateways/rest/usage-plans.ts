import {
  block,
  blocks,
  flag,
  type Model,
  methodKey,
  number,
  readLimits,
  requireText,
  type ThrottleLimits,
  text,
  type Values,
} from "../../../model";
import type { Clock } from "../../invoke";
import type { GatewayContext, ReportOnce } from "../gateway";
import { TokenBucket } from "../throttles";
import type { ApiKey } from "./request";

/** The shared services of all REST APIs of a server, because a usage plan may cover several APIs. */
export interface SharedRestServices {
  readonly plans: UsagePlans;
  readonly once: ReportOnce;
}

/** The context of a REST API. */
export interface RestContext extends GatewayContext {
  readonly shared: SharedRestServices;
}

/** How many requests an API key may make in a period. */
interface QuotaLimits {
  readonly limit: number;
  readonly period: "DAY" | "WEEK" | "MONTH";
  /** Subtracted from the limit of the first period. */
  readonly offset: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Counts the requests of one API key. A new period begins at midnight UTC; weeks begin on Sunday.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/api/API_QuotaSettings.html; when periods begin is not documented.
 */
class Quota {
  private used = 0;
  private periodId: number | undefined;
  private isFirst = true;

  constructor(
    private limits: QuotaLimits,
    private readonly clock: Clock,
  ) {}

  /** Takes over changed limits; usage is kept. */
  change(limits: QuotaLimits): void {
    if (limits.period !== this.limits.period) this.periodId = undefined;
    this.limits = limits;
  }

  /** Counts a request; false when the quota is used up. */
  take(): boolean {
    const { limit, period, offset } = this.limits;
    const id = periodOf(period, this.clock.now());
    if (id !== this.periodId) {
      this.isFirst = this.periodId === undefined;
      this.periodId = id;
      this.used = 0;
    }
    if (this.used >= limit - (this.isFirst ? offset : 0)) return false;
    this.used += 1;
    return true;
  }
}

/** A number that identifies the period of a time. */
function periodOf(period: QuotaLimits["period"], now: number): number {
  const day = Math.floor(now / dayMs);
  if (period === "DAY") return day;
  // January 1, 1970 was a Thursday.
  if (period === "WEEK") return Math.floor((day + 4) / 7);
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

interface NamedKey extends ApiKey {
  readonly name: string;
}

/** An API key that is valid for a stage, and its usage plan. */
interface UsageAdmission {
  readonly key: ApiKey;
  readonly plan: Plan;
}

/**
 * API keys and usage plans.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html
 */
export class UsagePlans {
  private keys: ReadonlyMap<string, NamedKey> = new Map();
  private plans: readonly Plan[] = [];
  /** By plan, key and, for a single method, API, stage and method. */
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly quotas = new Map<string, Quota>();

  constructor(private readonly clock: Clock) {}

  /** Takes over a changed model; the usage of plans is kept. */
  replace(model: Model): void {
    this.keys = new Map(
      model
        .ofType("aws_api_gateway_api_key")
        .filter(({ values }) => flag(values, "enabled") !== false)
        .map(({ values }) => {
          const value = requireText(values, "value");
          const id = requireText(values, "id");
          return [value, { id, value, name: text(values, "name") ?? id }];
        }),
    );
    const planKeys = model.ofType("aws_api_gateway_usage_plan_key").map(({ values }) => values);
    this.plans = model.ofType("aws_api_gateway_usage_plan").map(({ values }) => {
      const id = requireText(values, "id");
      const own = planKeys.filter((each) => text(each, "usage_plan_id") === id);
      return readPlan(values, id, own);
    });
  }

  /** The key with this value, if a usage plan covers the stage. */
  admit(value: string, apiId: string, stage: string): UsageAdmission | undefined {
    const key = this.keys.get(value);
    if (key === undefined) return undefined;
    const at = stageKey(apiId, stage);
    const plan = this.plans.find(({ stages, keyIds }) => stages.has(at) && keyIds.has(key.id));
    return plan && { key, plan };
  }

  /** The keys that are valid for one of the stages of an API. */
  keysOf(apiId: string, stages: Iterable<string>): readonly NamedKey[] {
    const names = [...stages];
    return [...this.keys.values()].filter(({ value }) =>
      names.some((stage) => this.admit(value, apiId, stage) !== undefined),
    );
  }

  /** Counts a request against throttle and quota of a key. */
  use(
    { key, plan }: UsageAdmission,
    apiId: string,
    stage: string,
    method: string,
  ): "admitted" | "throttled" | "over-quota" {
    const at = stageKey(apiId, stage);
    const ofMethod = plan.stages.get(at)?.get(method);
    const client = `${plan.id}\n${key.id}`;
    if (ofMethod !== undefined && !this.bucket(`${client}\n${at}\n${method}`, ofMethod).take()) {
      return "throttled";
    }
    if (plan.throttle !== undefined && !this.bucket(client, plan.throttle).take()) return "throttled";
    if (plan.quota !== undefined && !this.quota(client, plan.quota).take()) return "over-quota";
    return "admitted";
  }

  private bucket(id: string, limits: ThrottleLimits): TokenBucket {
    const bucket = this.buckets.get(id) ?? new TokenBucket(limits, this.clock);
    this.buckets.set(id, bucket);
    bucket.change(limits);
    return bucket;
  }

  private quota(id: string, limits: QuotaLimits): Quota {
    const quota = this.quotas.get(id) ?? new Quota(limits, this.clock);
    this.quotas.set(id, quota);
    quota.change(limits);
    return quota;
  }
}

function readPlan(values: Values, id: string, keys: readonly Values[]) {
  const throttle = block(values, "throttle_settings");
  return {
    id,
    throttle: throttle && readLimits(throttle, "rate_limit", "burst_limit"),
    quota: readQuota(block(values, "quota_settings")),
    /** Limits of single methods, by API and stage. */
    stages: new Map(
      blocks(values, "api_stages").map((each) => [
        stageKey(requireText(each, "api_id"), requireText(each, "stage")),
        readMethods(each),
      ]),
    ),
    keyIds: new Set(keys.map((each) => requireText(each, "key_id"))),
  };
}

type Plan = Readonly<ReturnType<typeof readPlan>>;

function readMethods(stage: Values): ReadonlyMap<string, ThrottleLimits> {
  return new Map(
    blocks(stage, "throttle").flatMap((each) => {
      const limits = readLimits(each, "rate_limit", "burst_limit");
      return limits === undefined ? [] : [[methodKey(requireText(each, "path")), limits] as const];
    }),
  );
}

function readQuota(values: Values | undefined): QuotaLimits | undefined {
  const limit = values && number(values, "limit");
  if (values === undefined || limit === undefined) return undefined;
  const period = text(values, "period");
  return {
    limit,
    period: period === "DAY" || period === "WEEK" ? period : "MONTH",
    offset: number(values, "offset") ?? 0,
  };
}

function stageKey(apiId: string, stage: string): string {
  return `${apiId}/${stage}`;
}
