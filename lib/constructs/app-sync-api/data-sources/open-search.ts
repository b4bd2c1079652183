import { defaultRegion, partitionOf } from "../../../facts/aws/partitions";
import { endpointUrl } from "../../../facts/aws/service-hosts";
import { isUnresolved, propKeys, refuseValue, requireProp } from "../../../kit/core";
import { resolvePermissions } from "../../../kit/iam";
import { checkEndpoint } from "./http";
import { type DataSourceKind, type DataSourcePlace, dataSourceKeys } from "./kind";
import type { AppSyncApiOpenSearchDataSource } from "./props";

const exampleEndpoint = `https://search-notes.${defaultRegion}.es.${partitionOf(defaultRegion).dnsSuffix}`;

export const openSearchDataSource: DataSourceKind<AppSyncApiOpenSearchDataSource> = {
  keys: propKeys<AppSyncApiOpenSearchDataSource>()({
    ...dataSourceKeys,
    endpoint: "text",
    permissions: true,
  }),
  cdkKeys: [],
  plan(place, { endpoint, permissions }) {
    const { api, prop } = place;
    checkEndpoint(place, endpoint, exampleEndpoint);
    checkDomain(place, endpoint);
    const at = `${prop}.permissions`;
    const remedy = 'Write what it may do: [{ actions: ["es:ESHttpGet"], resources: [`${domain.arn}/*`] }].';
    requireProp(api, at, permissions, remedy);
    const statements = resolvePermissions(api, at, permissions);
    return () => ({
      config: { type: "AMAZON_OPENSEARCH_SERVICE", opensearchserviceConfig: { endpoint } },
      statements,
    });
  },
};

/** Source: https://docs.aws.amazon.com/appsync/latest/APIReference/API_OpenSearchServiceDataSourceConfig.html */
function checkDomain({ api, prop }: DataSourcePlace, endpoint: string): void {
  if (isUnresolved(endpoint) || endpointUrl.test(endpoint)) return;
  const expected = `the https address of a domain in AWS: "${exampleEndpoint}"`;
  refuseValue(api, `${prop}.endpoint`, endpoint, expected);
}
