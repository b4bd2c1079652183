import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { Construct } from "constructs";
import { attempt, together } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkKeys,
  checkList,
  checkOverride,
  findImport,
  isPlainObject,
  keyTable,
  type OverrideKeys,
  propKeys,
  refuseValue,
} from "../../kit/core";
import { parseDefaults } from "../../kit/function";
import {
  type CheckedAccessLog,
  checkAccessLog,
  checkIpAddressType,
  type IpAddressType,
  planAuthorizers,
  planStageVariables,
} from "../../kit/gateway";
import { restAuthorizers } from "./authorizers";
import { type CorsAnswers, corsAnswers } from "./cors";
import { checkEndpoints, planRestDomain, type RestDomain } from "./domain/check";
import { fail } from "./errors";
import type { RestV1ApiDefaults, RestV1ApiProps, RestV1ApiRestApiProps } from "./props";
import { checkImportedPaths } from "./rest-resources";
import { checkDeployOptions } from "./stage";

export const restApiKeys = propKeys<RestV1ApiProps>()(
  {
    accessLog: true,
    authorizers: "map",
    cors: "boolean",
    customDomain: true,
    defaults: "map",
    ipAddressType: true,
    routes: "map",
    stageVariables: "secretMap",
    cdk: "map",
  },
  () => ({ restApi: { resource: ApiGatewayRestApi, ...restApiOverrideKeys } }),
);
const defaultsKeys = propKeys<RestV1ApiDefaults>()({
  authorizationScopes: "texts",
  authorizer: true,
  function: "map",
});

/** Keys of `cdk.restApi` in addition to the provider's. */
export const restApiOverrideKeys: OverrideKeys = {
  extra: keyTable({ deployOptions: true, defaultCorsPreflightOptions: true, cloudWatchRole: true }),
  rejected: { domainName: "Use the prop customDomain." },
};

/** The parts of an API that is created here, checked. */
export interface PlannedRestApi {
  /** Overrides the config of the API. */
  readonly override: RestV1ApiRestApiProps;
  readonly cors: CorsAnswers | undefined;
  readonly accessLog: CheckedAccessLog;
  readonly domain: RestDomain | undefined;
  readonly ipAddressType: IpAddressType | undefined;
}

/** Refuses props that cannot work, and parses the rest. Creates nothing. */
export function planRestV1Api(api: Construct, props: RestV1ApiProps) {
  const { cdk = {} } = props;
  const imported = attempt(() =>
    findImport<ApiGatewayRestApi>(api, "cdk.restApi", cdk.restApi, "aws_api_gateway_rest_api"),
  );
  attempt(() => checkKeys(api, "cdk", cdk, ["id", "restApi", "importedPaths"]));
  const authorizers = planAuthorizers(restAuthorizers, api, props.authorizers, "authorizersPerRestApi");
  if (imported !== undefined) {
    attempt(() => checkImport(api, props));
    const variables = attempt(() => planStageVariables(api, props.stageVariables));
    return { imported, created: undefined, authorizers, variables };
  }
  const created = attempt(() => planCreated(api, props));
  const variables = attempt(() =>
    planStageVariables(api, props.stageVariables, {
      prop: "cdk.restApi.deployOptions.variables",
      value: created?.override.deployOptions?.variables,
    }),
  );
  return { imported, created, authorizers, variables };
}

/** The defaults that are not refused. */
export function parseRestDefaults(api: Construct, given: RestV1ApiDefaults = {}): RestV1ApiDefaults {
  const accepted = acceptedKeys(api, "defaults", given, defaultsKeys);
  attempt(() => checkList(api, "defaults.authorizationScopes", accepted.authorizationScopes ?? []));
  return { ...accepted, function: parseDefaults(api, { function: accepted.function }) };
}

function planCreated(api: Construct, props: RestV1ApiProps): PlannedRestApi {
  if (props.cdk?.importedPaths !== undefined) fail(api, "rest-import-required", "cdk.importedPaths", {});
  const override = (props.cdk?.restApi ?? {}) as RestV1ApiRestApiProps;
  attempt(() => checkOverride(api, "cdk.restApi", override, ApiGatewayRestApi, restApiOverrideKeys));
  const { cloudWatchRole, deployOptions, defaultCorsPreflightOptions } = override;
  if (cloudWatchRole !== undefined && typeof cloudWatchRole !== "boolean") {
    const prop = "cdk.restApi.cloudWatchRole";
    refuseValue(api, prop, cloudWatchRole, "true or false");
  }
  attempt(() => deployOptions !== undefined && checkDeployOptions(api, deployOptions, props.accessLog));
  const endpoints: unknown = override.endpointConfiguration;
  if (isPlainObject(endpoints) && Object(endpoints.types ?? []).length === 0) {
    const remedy = 'Name one: types: ["REGIONAL"].';
    fail(api, "prop-required", "cdk.restApi.endpointConfiguration.types", { remedy });
  }
  const { ipAddressType } = props;
  attempt(() =>
    checkIpAddressType(api, ipAddressType, {
      "cdk.restApi.endpointConfiguration": override.endpointConfiguration,
    }),
  );
  const [domain, accessLog, cors] = together(
    () => {
      const isPrivate = checkEndpoints(api, override, ipAddressType);
      return planRestDomain(api, props.customDomain, { isPrivate, ipAddressType });
    },
    () => checkAccessLog(api, "rest", props.accessLog),
    () => corsAnswers(api, props.cors, defaultCorsPreflightOptions),
  );
  return { override, cors, accessLog, domain, ipAddressType };
}

function checkImport(api: Construct, props: RestV1ApiProps): void {
  const { cors, accessLog, customDomain, ipAddressType, cdk } = props;
  for (const [prop, value] of Object.entries({ cors, accessLog, customDomain, ipAddressType })) {
    if (value !== undefined) fail(api, "rest-imported", prop, { importedProp: "cdk.restApi" });
  }
  if (cdk?.importedPaths !== undefined) checkImportedPaths(api, cdk.importedPaths);
}
