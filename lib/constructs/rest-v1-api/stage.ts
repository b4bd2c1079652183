import { ApiGatewayMethodSettings } from "@cdktf/provider-aws/lib/api-gateway-method-settings";
import { ApiGatewayStage, type ApiGatewayStageConfig } from "@cdktf/provider-aws/lib/api-gateway-stage";
import type { Construct } from "constructs";
import { prefixedName } from "../../kit/app";
import {
  checkOverride,
  isUnresolved,
  joinKeys,
  keyTable,
  type Override,
  type OverrideKeys,
  overlay,
  propKeys,
  range,
  within,
} from "../../kit/core";
import { type CheckedAccessLog, createAccessLog } from "../../kit/gateway";
import { fail } from "./errors";

/** Settings for every method of the stage. */
interface MethodSettings {
  /** Detailed metrics, for which CloudWatch charges. @default - none */
  readonly metricsEnabled?: boolean | undefined;
  /** The level of the execution logs. @default - nothing */
  readonly loggingLevel?: "OFF" | "ERROR" | "INFO" | undefined;
  /** Logs whole requests and responses, including secrets. @default false */
  readonly dataTraceEnabled?: boolean | undefined;
  /** The largest burst of requests. @default - the account's */
  readonly throttlingBurstLimit?: number | undefined;
  /** Requests per second. @default - the account's */
  readonly throttlingRateLimit?: number | undefined;
  /** Caches responses; the cache is billed by the hour. @default false */
  readonly cachingEnabled?: boolean | undefined;
  /** How long a response is cached, in seconds. @default 300 */
  readonly cacheTtlInSeconds?: number | undefined;
  /** Encrypts the cache. @default false */
  readonly cacheDataEncrypted?: boolean | undefined;
}

/** The stage of a created API. */
export interface RestV1ApiDeployOptions
  extends MethodSettings,
    Override<Omit<ApiGatewayStageConfig, "restApiId" | "deploymentId" | "stageName">> {
  /**
   * Name of the stage, which is the first part of the path in the generated URL.
   *
   * @default - the app's stage
   */
  readonly stageName?: string | undefined;
  /** Traces requests with X-Ray. @default true */
  readonly tracingEnabled?: boolean | undefined;
}

const methodSetting = "https://docs.aws.amazon.com/apigateway/latest/api/API_MethodSetting.html";
const settingKeys = propKeys<MethodSettings>()({
  metricsEnabled: "boolean",
  loggingLevel: ["OFF", "ERROR", "INFO"],
  dataTraceEnabled: "boolean",
  throttlingBurstLimit: within(range(methodSetting, -1, 2_147_483_647)),
  throttlingRateLimit: "number",
  cachingEnabled: "boolean",
  cacheTtlInSeconds: within(range(methodSetting, 0, 3600, { unit: "seconds" })),
  cacheDataEncrypted: "boolean",
});

const deployKeys: OverrideKeys = {
  extra: joinKeys(keyTable({ tracingEnabled: "boolean" }), settingKeys),
  rejected: {
    restApiId: "It is the API itself.",
    deploymentId: "The library creates the deployment, and a new one with each change.",
  },
};
/** Id of the settings for all methods of the stage. */
export const methodSettingsId = "MethodSettings";
const prop = "cdk.restApi.deployOptions";

/** Refuses options of the stage that cannot work. */
export function checkDeployOptions(api: Construct, options: unknown, accessLog: unknown): void {
  checkOverride(api, prop, options, ApiGatewayStage, deployKeys);
  const { accessLogSettings } = options as RestV1ApiDeployOptions;
  checkSettings(api, options as RestV1ApiDeployOptions);
  if (accessLogSettings !== undefined && accessLog !== undefined) {
    fail(api, "props-exclude", "accessLog", { other: `${prop}.accessLogSettings` });
  }
}

function checkSettings(api: Construct, options: RestV1ApiDeployOptions): void {
  const { cacheTtlInSeconds, throttlingRateLimit: rate } = options;
  // The provider takes -1 for no limit.
  if (rate !== undefined && !isUnresolved(rate) && rate < 0 && rate !== -1)
    fail(api, "out-of-range", `${prop}.throttlingRateLimit`, { value: rate, range: "0 or more, or -1" });
  const isCached = options.cachingEnabled === true;
  const { cacheClusterSize, cacheClusterEnabled, cacheDataEncrypted, dataTraceEnabled, loggingLevel } =
    options;
  const caching = `${prop}.cachingEnabled: true`;
  if (cacheClusterSize !== undefined && !isCached && cacheClusterEnabled === undefined)
    fail(api, "prop-needs", `${prop}.cacheClusterSize`, { needs: caching });
  for (const [key, value] of Object.entries({ cacheDataEncrypted, cacheTtlInSeconds }))
    if (value !== undefined && value !== false && !isCached && cacheClusterEnabled !== true)
      fail(api, "prop-needs", `${prop}.${key}`, { needs: caching });
  if (dataTraceEnabled === true && (loggingLevel ?? "OFF") === "OFF")
    fail(api, "prop-needs", `${prop}.dataTraceEnabled`, {
      needs: `${prop}.loggingLevel: "ERROR" or "INFO"`,
    });
  if (options.cachingEnabled === true && options.cacheClusterEnabled === false) {
    fail(api, "props-exclude", `${prop}.cachingEnabled`, { other: `${prop}.cacheClusterEnabled: false` });
  }
}

/** The parts of a stage. */
export interface StageOptions {
  readonly restApiId: string;
  readonly deploymentId: string;
  readonly stageName: string;
  /** `false` for a stage of an imported API. */
  readonly accessLog: CheckedAccessLog;
  readonly deployOptions: RestV1ApiDeployOptions;
  /** The prop `stageVariables`, checked. */
  readonly variables: Readonly<Record<string, string>> | undefined;
}

/** Creates the stage, with its access log and the settings of its methods. */
export function createStage(api: Construct, options: StageOptions) {
  const { restApiId, deploymentId, stageName, deployOptions, variables } = options;
  const accessLog = deployOptions.accessLogSettings === undefined && options.accessLog;
  const log = createAccessLog(api, "LogGroup", accessLog, {
    apiName: prefixedName(api),
    apiId: restApiId,
    stageName,
  });
  const hasCache = deployOptions.cachingEnabled === true;
  const config: ApiGatewayStageConfig = {
    restApiId,
    deploymentId,
    stageName,
    xrayTracingEnabled: deployOptions.tracingEnabled ?? true,
    accessLogSettings: log.settings,
    variables,
    // Caching needs a cluster; this is the smallest size.
    ...(hasCache && { cacheClusterEnabled: true, cacheClusterSize: "0.5" }),
  };
  const stage = new ApiGatewayStage(api, "Stage", overlay(config, deployOptions, deployKeys));
  if (settingKeys.some((key) => deployOptions[key] !== undefined)) {
    new ApiGatewayMethodSettings(api, methodSettingsId, {
      restApiId,
      stageName: stage.stageName,
      methodPath: "*/*",
      settings: settingsOf(deployOptions),
    });
  }
  return { stage, logGroup: log.logGroup };
}

/**
 * The settings for all methods of the stage. The provider keeps the last value of a setting that is left out, so that all of them are
 * written; limits are the account's without a value.
 */
export function settingsOf(options: RestV1ApiDeployOptions): MethodSettings {
  const given = settingKeys.filter((key) => options[key] !== undefined);
  return {
    metricsEnabled: false,
    loggingLevel: "OFF",
    dataTraceEnabled: false,
    cachingEnabled: false,
    cacheDataEncrypted: false,
    ...(options.cachingEnabled === true && { cacheTtlInSeconds: 300 }),
    ...Object.fromEntries(given.map((key) => [key, options[key]])),
  };
}
