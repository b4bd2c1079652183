import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { Construct } from "constructs";
import { checkKeys, checkList, propKeys } from "../../core/check";
import { checkOverride, type OverrideKeys } from "../../core/override";
import { functionKeys } from "../../function";
import { checkAccessLog } from "../../gateway/access-log";
import { checkEndpoints, checkRestDomain, type RestDomain } from "./domain-check";
import { fail } from "./errors";
import type { RestV1ApiDefaults, RestV1ApiProps, RestV1ApiRestApiProps } from "./props";
import { checkImportedPaths } from "./resource-tree";
import { checkDeployOptions } from "./stage";

const restApiKeys = propKeys<RestV1ApiProps>()({
  accessLog: true,
  authorizers: true,
  cors: true,
  customDomain: true,
  defaults: true,
  routes: true,
  cdk: true,
});
const defaultsKeys = propKeys<RestV1ApiDefaults>()({
  authorizationScopes: true,
  authorizer: true,
  function: true,
});

/** What `cdk.restApi` takes beside the provider's keys. */
export const restApiOverrideKeys: OverrideKeys = {
  extra: ["deployOptions", "defaultCorsPreflightOptions", "cloudWatchRole"],
  rejected: { domainName: "Use the prop customDomain." },
};

/** Refuses props that cannot work, before anything is created; returns the domain, checked. */
export function checkRestV1ApiProps(
  api: Construct,
  props: RestV1ApiProps,
  isImported: boolean,
): RestDomain | undefined {
  checkKeys(api, "props", props, restApiKeys);
  checkKeys(api, "cdk", props.cdk ?? {}, ["id", "restApi", "importedPaths"]);
  checkKeys(api, "defaults", props.defaults ?? {}, defaultsKeys);
  checkKeys(api, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkList(api, "defaults.authorizationScopes", props.defaults?.authorizationScopes ?? []);
  if (isImported) {
    checkImport(api, props);
    return undefined;
  }
  if (props.cdk?.importedPaths !== undefined) fail(api, "rest-import-required", "cdk.importedPaths", {});
  const given = (props.cdk?.restApi ?? {}) as RestV1ApiRestApiProps;
  checkOverride(api, "cdk.restApi", given, ApiGatewayRestApi, restApiOverrideKeys);
  const { cloudWatchRole, deployOptions } = given;
  if (cloudWatchRole !== undefined && typeof cloudWatchRole !== "boolean") {
    const prop = "cdk.restApi.cloudWatchRole";
    fail(api, "prop-invalid", prop, { value: cloudWatchRole, expected: "true or false" });
  }
  if (deployOptions !== undefined) checkDeployOptions(api, deployOptions, props.accessLog);
  checkAccessLog(api, { given: props.accessLog, kind: "rest", prop: "accessLog" });
  const domain = props.customDomain === undefined ? undefined : checkRestDomain(api, props.customDomain);
  checkEndpoints(api, given, domain);
  return domain;
}

function checkImport(api: Construct, { cors, accessLog, customDomain, cdk }: RestV1ApiProps): void {
  for (const [prop, value] of Object.entries({ cors, accessLog, customDomain })) {
    if (value !== undefined) fail(api, "rest-imported", prop, { importedProp: "cdk.restApi" });
  }
  if (cdk?.importedPaths !== undefined) checkImportedPaths(api, cdk.importedPaths);
}
