import { defaultRegion } from "../../../facts/aws/partitions";
import {
  appSyncPartLimits,
  checkKeys,
  checkLimit,
  isUnresolved,
  isWebAddress,
  propKeys,
  refuseValue,
  regionLimit,
  requireProp,
} from "../../../kit/core";
import { resolvePermissions } from "../../../kit/iam";
import { fail } from "../errors";
import { type DataSourceKind, type DataSourcePlace, dataSourceKeys } from "./kind";
import type { AppSyncApiHttpDataSource } from "./props";

const signingKeys = propKeys<{ signingRegion: string; signingServiceName: string }>()({
  signingRegion: "text",
  signingServiceName: "text",
});

export const httpDataSource: DataSourceKind<AppSyncApiHttpDataSource> = {
  keys: propKeys<AppSyncApiHttpDataSource>()({
    ...dataSourceKeys,
    endpoint: "text",
    permissions: true,
    cdk: "map",
  }),
  cdkKeys: ["authorizationConfig"],
  plan(place, { endpoint, permissions, cdk }) {
    const { api, prop } = place;
    checkEndpoint(place, endpoint, "https://api.example.com");
    const signing = cdk?.dataSource?.authorizationConfig;
    const at = `${prop}.cdk.dataSource.authorizationConfig`;
    if (signing === undefined) {
      if (permissions !== undefined) fail(api, "prop-needs", `${prop}.permissions`, { needs: at });
      return () => ({ config: { type: "HTTP", httpConfig: { endpoint } }, statements: undefined });
    }
    checkKeys(api, at, signing, signingKeys);
    for (const key of ["signingRegion", "signingServiceName"] as const) {
      if (!signing[key]) {
        const remedy = `Write region and service: { signingRegion: "${defaultRegion}", signingServiceName: "states" }.`;
        fail(api, "prop-required", `${at}.${key}`, { remedy });
      }
    }
    const { signingRegion, signingServiceName } = signing;
    checkLimit(api, `${at}.signingRegion`, signingRegion, regionLimit);
    checkLimit(api, `${at}.signingServiceName`, signingServiceName, appSyncPartLimits.signingService);
    const awsIamConfig = { signingRegion, signingServiceName };
    const authorizationConfig = { authorizationType: "AWS_IAM", awsIamConfig };
    const statements = resolvePermissions(api, `${prop}.permissions`, permissions ?? []);
    return () => ({ config: { type: "HTTP", httpConfig: { endpoint, authorizationConfig } }, statements });
  },
};

/** Refuses an endpoint that is not scheme and host. */
export function checkEndpoint({ api, prop }: DataSourcePlace, endpoint: unknown, example: string): void {
  const at = `${prop}.endpoint`;
  requireProp(api, at, endpoint, `Write scheme and host: "${example}".`);
  if (isUnresolved(endpoint)) return;
  const isHost = typeof endpoint === "string" && /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?\/?$/.test(endpoint);
  if (isHost && isWebAddress(endpoint)) return;
  refuseValue(api, at, endpoint, `scheme and host: "${example}"; mappings give the path`);
}
