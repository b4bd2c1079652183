import type { ApiGatewayApiKey } from "@cdktf/provider-aws/lib/api-gateway-api-key";
import type { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import {
  ApiGatewayUsagePlan,
  type ApiGatewayUsagePlanApiStages,
  type ApiGatewayUsagePlanConfig,
} from "@cdktf/provider-aws/lib/api-gateway-usage-plan";
import { ApiGatewayUsagePlanKey } from "@cdktf/provider-aws/lib/api-gateway-usage-plan-key";
import type { DataAwsApiGatewayApiKey } from "@cdktf/provider-aws/lib/data-aws-api-gateway-api-key";
import type { DataAwsApiGatewayRestApi } from "@cdktf/provider-aws/lib/data-aws-api-gateway-rest-api";
import { Construct } from "constructs";
import { attempt, collectProblems } from "../../facts/errors/problems";
import { checkOpen } from "../../kit/app";
import {
  acceptedKeys,
  checkInteger,
  checkKeys,
  checkKnownList,
  checkLimit,
  checkLiteral,
  checkObject,
  isPlainObject,
  isProviderObject,
  limits,
  propKeys,
  refuseValue,
  requireProp,
  within,
} from "../../kit/core";
import { fail } from "./errors";
import { parseRestRouteKey } from "./rest-route-key";

/** How many requests a client may send. */
export interface RestV1ApiThrottle {
  /** Requests per second, on average. @default - no limit */
  readonly rateLimit?: number | undefined;
  /** Concurrent requests. @default - no limit */
  readonly burstLimit?: number | undefined;
}

/** How many requests a client may send in a day, week or month. */
export interface RestV1ApiQuota {
  /** The number of requests that a client may send in a period. */
  readonly limit: number;
  /** The length of a period. */
  readonly period: "DAY" | "WEEK" | "MONTH";
  /** Requests that are subtracted from the first period. @default 0 */
  readonly offset?: number | undefined;
}

/** A stage that a usage plan gives access to. */
export interface RestV1ApiUsagePlanStage {
  /** A REST API, or a `RestV1Api`. @default - this API */
  readonly api?:
    | ApiGatewayRestApi
    | DataAwsApiGatewayRestApi
    | { readonly cdk: { readonly restApi: ApiGatewayRestApi } }
    | undefined;
  /** The stage that clients of the plan may call. @default - the API's stage */
  readonly stage?: ApiGatewayStage | undefined;
  /** Limits of single methods, `{ method: "GET /notes", throttle: { rateLimit: 1 } }`. @default - the plan's */
  readonly throttle?:
    | readonly { readonly method: string; readonly throttle: RestV1ApiThrottle }[]
    | undefined;
}

/** The stages and limits for clients with a key. */
export interface RestV1ApiUsagePlanProps {
  /** Name in AWS. @default - stage, app, API and id, joined by `-` */
  readonly name?: string | undefined;
  /** The purpose of the plan; shown in AWS. @default - none */
  readonly description?: string | undefined;
  /** Rate limit of one key; more requests get 429. @default - no limit */
  readonly throttle?: RestV1ApiThrottle | undefined;
  /** How many requests one key has in a period; more get 429. @default - no limit */
  readonly quota?: RestV1ApiQuota | undefined;
  /** The stages that the plan gives access to; without a stage, its keys give no access. @default [] */
  readonly apiStages?: readonly RestV1ApiUsagePlanStage[] | undefined;
}

/** The API that a plan belongs to. */
export interface UsagePlanHost {
  readonly api: Construct;
  readonly restApiId: string;
  /** The API's stage, or an error that it has none yet. */
  requireStage(prop: string): ApiGatewayStage;
  /** The stage of an API that this library created; undefined for any other API. */
  findStageOf(restApi: object): ApiGatewayStage | undefined;
}

const planKeys = propKeys<RestV1ApiUsagePlanProps>()({
  name: within(limits.aws_api_gateway_usage_plan.name),
  description: "text",
  throttle: "map",
  quota: "map",
  apiStages: "list",
});
const stageKeys = propKeys<RestV1ApiUsagePlanStage>()({ api: true, stage: true, throttle: "list" });

/** The largest offset: the days of the first period, less one. Source: the check of the provider. */
const maxOffsets = { DAY: 0, WEEK: 6, MONTH: 27 } as const;

/** A usage plan, and what can be added to it. */
export class RestV1ApiUsagePlan extends Construct {
  /** The provider's object. */
  readonly cdk: { readonly usagePlan: ApiGatewayUsagePlan };
  private readonly stages: ApiGatewayUsagePlanApiStages[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly host: UsagePlanHost,
    private readonly call: string,
    props: RestV1ApiUsagePlanProps & { readonly name: string },
  ) {
    super(scope, id);
    const { name, description, throttle, quota, apiStages = [] } = props;
    const config: ApiGatewayUsagePlanConfig = {
      name,
      description,
      throttleSettings: throttle && { ...throttle },
      quotaSettings: quota && { ...quota },
    };
    this.cdk = { usagePlan: new ApiGatewayUsagePlan(this, "UsagePlan", config) };
    apiStages.forEach((entry, index) => {
      this.addStage(`${call}.apiStages[${index}]`, entry);
    });
  }

  /** Adds a key to the plan. */
  addApiKey(key: ApiGatewayApiKey | DataAwsApiGatewayApiKey): ApiGatewayUsagePlanKey {
    checkOpen(this, "addApiKey", key);
    const prop = `${this.call}.addApiKey`;
    if (!isProviderObject(key, "aws_api_gateway_api_key")) {
      return refuseValue(this.host.api, prop, key, "a key: what cdk.restApi.addApiKey returns");
    }
    const id = `Key_${key.node.id}`;
    if (this.node.tryFindChild(id) !== undefined) {
      fail(this.host.api, "id-taken", prop, { value: key.node.id, kind: "key" });
    }
    return new ApiGatewayUsagePlanKey(this, id, {
      keyId: key.id,
      keyType: "API_KEY",
      usagePlanId: this.cdk.usagePlan.id,
    });
  }

  /** Gives access to another stage. */
  addApiStage(entry: RestV1ApiUsagePlanStage): void {
    checkOpen(this, "addApiStage", entry);
    this.addStage(`${this.call}.addApiStage`, entry);
  }

  private addStage(prop: string, entry: RestV1ApiUsagePlanStage): void {
    const { api } = this.host;
    if (!isPlain(entry)) refuseValue(api, prop, entry, "{ api?, stage?, throttle? }");
    checkKeys(api, prop, entry, stageKeys);
    const { throttle = [] } = entry;
    const other = entry.api === undefined ? undefined : restApiOf(api, `${prop}.api`, entry.api);
    if (entry.stage !== undefined && !isProviderObject(entry.stage, "aws_api_gateway_stage")) {
      refuseValue(api, `${prop}.stage`, entry.stage, "an ApiGatewayStage");
    }
    const stage = entry.stage ?? this.stageOf(prop, other);
    checkKnownList(api, `${prop}.throttle`, throttle);
    const limits = throttle.map((each, index) => this.methodLimit(`${prop}.throttle[${index}]`, each));
    this.stages.push({
      apiId: other?.id ?? this.host.restApiId,
      stage: stage.stageName,
      throttle: limits.length === 0 ? undefined : limits,
    });
    this.cdk.usagePlan.putApiStages(this.stages);
  }

  private stageOf(prop: string, other: RestApiObject | undefined): ApiGatewayStage {
    if (other === undefined) return this.host.requireStage(prop);
    const remedy = "Pass the stage as well: { api, stage }.";
    return this.host.findStageOf(other) ?? fail(this.host.api, "prop-required", `${prop}.stage`, { remedy });
  }

  private methodLimit(prop: string, each: { readonly method: string; readonly throttle: RestV1ApiThrottle }) {
    const { api } = this.host;
    if (!isPlain(each)) refuseValue(api, prop, each, '{ method: "GET /notes", throttle: { rateLimit: 1 } }');
    checkKeys(api, prop, each, ["method", "throttle"]);
    const { method, path } = parseRestRouteKey(api, String(each.method));
    checkThrottle(api, `${prop}.throttle`, each.throttle);
    return { path: `${path}/${method}`, ...each.throttle };
  }
}

type RestApiObject = ApiGatewayRestApi | DataAwsApiGatewayRestApi;

/** The provider's object of an API; of a construct of this library, the one that it holds. */
function restApiOf(
  where: Construct,
  prop: string,
  given: NonNullable<RestV1ApiUsagePlanStage["api"]>,
): RestApiObject {
  const object: unknown = "cdk" in given ? given.cdk.restApi : given;
  if (isProviderObject(object, "aws_api_gateway_rest_api")) return object as unknown as RestApiObject;
  return refuseValue(where, prop, given, "a RestV1Api or an ApiGatewayRestApi");
}

/** Refuses a plan that AWS would not accept. Creates nothing. */
export function checkUsagePlan(api: Construct, call: string, written: RestV1ApiUsagePlanProps): void {
  if (!isPlain(written)) refuseValue(api, call, written, "{ throttle, quota, apiStages }");
  collectProblems(() => {
    const { throttle, quota, apiStages = [] } = acceptedKeys(api, call, written, planKeys);
    attempt(() => checkKnownList(api, `${call}.apiStages`, apiStages));
    attempt(() => throttle !== undefined && checkThrottle(api, `${call}.throttle`, throttle));
    attempt(() => quota !== undefined && checkQuota(api, `${call}.quota`, quota));
  });
}

function checkQuota(api: Construct, prop: string, quota: RestV1ApiQuota): void {
  if (!isPlain(quota)) refuseValue(api, prop, quota, '{ limit: 1000, period: "DAY" }');
  checkKeys(api, prop, quota, ["limit", "period", "offset"]);
  requireProp(api, `${prop}.limit`, quota.limit, "Write limit: 1000.");
  checkLimit(api, `${prop}.limit`, quota.limit, limits.aws_api_gateway_usage_plan["quotaSettings.limit"]);
  checkLiteral(api, `${prop}.period`, quota.period, Object.keys(maxOffsets));
  if (quota.offset !== undefined) {
    checkInteger(api, `${prop}.offset`, quota.offset, 0, maxOffsets[quota.period]);
  }
}

function checkThrottle(api: Construct, prop: string, throttle: unknown): void {
  const expected = "{ rateLimit: 10, burstLimit: 20 }";
  checkObject(api, prop, throttle, ["rateLimit", "burstLimit"], expected);
  const { rateLimit, burstLimit } = throttle;
  if (burstLimit !== undefined) checkInteger(api, `${prop}.burstLimit`, burstLimit, 0, 2_147_483_647);
  if (rateLimit === undefined) return;
  if (typeof rateLimit !== "number" || !Number.isFinite(rateLimit) || rateLimit < 0) {
    fail(api, "out-of-range", `${prop}.rateLimit`, {
      value: rateLimit,
      range: "0 and more requests per second",
    });
  }
}

/** Does not narrow: the declared type is more precise. */
function isPlain(value: unknown): boolean {
  return isPlainObject(value);
}
