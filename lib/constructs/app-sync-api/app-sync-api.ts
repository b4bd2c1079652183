import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { AppsyncApiCache, type AppsyncApiCacheConfig } from "@cdktf/provider-aws/lib/appsync-api-cache";
import { AppsyncApiKey } from "@cdktf/provider-aws/lib/appsync-api-key";
import type { AppsyncDatasource } from "@cdktf/provider-aws/lib/appsync-datasource";
import { AppsyncGraphqlApi, type AppsyncGraphqlApiConfig } from "@cdktf/provider-aws/lib/appsync-graphql-api";
import type { AppsyncResolver } from "@cdktf/provider-aws/lib/appsync-resolver";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkAddition,
  checkOpen,
  checkPartKey,
  createBinding,
  prefixedName,
} from "../../kit/app";
import { acceptedKeys, escapeTemplate, overlay, withoutUndefined } from "../../kit/core";
import { type BindingEntry, type Function, withDefaults } from "../../kit/function";
import { type BehindCdn, type CdnOrigin, cdnOrigin } from "../../kit/gateway";
import { type Permissions, type PermissionTarget, permissionTarget, providerTarget } from "../../kit/iam";
import { AppSyncBase } from "./app-sync-base";
import { permitAuthorizerFunction } from "./authorization";
import { AppSyncDomain, servedParts } from "./domain";
import { type AppSyncApiMetadata, appSyncApiDescription, appSyncApiRow } from "./library";
import { createLogs, logConfig } from "./logs";
import { apiKeys, apiOverrideKeys, type PlannedGraphqlApi, parseAppSyncApiProps } from "./parse";
import { AppSyncParts } from "./parts";
import type { AppSyncApiProps } from "./props";
import { trimmedResolverKey } from "./resolvers/resolver-key";

/**
 * A managed GraphQL API: AWS answers queries from data sources, with or without functions, and sends mutations to subscribers.
 *
 * Creates the API with an API key. Each data source has a role that may do no more than the data source needs.
 *
 * @example
 * new AppSyncApi(stack, "Graph", {
 *   schema: "graphql/schema.graphql",
 *   dataSources: { notes: "functions/notes.handler" },
 *   resolvers: { "Query notes": "notes" },
 * });
 */
export class AppSyncApi extends AppSyncBase implements BehindCdn {
  readonly apiId: string;
  readonly apiArn: string;
  readonly apiName: string;
  /** The generated URL. */
  readonly url: string;
  /** The URL with your domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  readonly cdk: {
    readonly graphqlApi: AppsyncGraphqlApi;
    readonly apiKey?: AppsyncApiKey | undefined;
    readonly logGroup?: CloudwatchLogGroup | undefined;
    readonly certificate?: AcmCertificate | undefined;
  };
  protected readonly parts: AppSyncParts;

  constructor(scope: Construct, id: string, props: AppSyncApiProps = {}) {
    super(scope, id, props, "data source");
    const given = withoutUndefined(props);
    const { imported, planned, parts, create } = collectProblems(() => {
      const accepted = withDefaults(this, acceptedKeys(this, "props", given, apiKeys));
      const { imported, planned } = parseAppSyncApiProps(this, accepted);
      const context = {
        schema: planned?.schema,
        // Nothing is known about the parts of an API that is refused.
        isImported: planned === undefined,
        hasCache: given.cdk?.apiCache !== undefined,
        hasWholeCache: given.cdk?.apiCache?.apiCachingBehavior === "FULL_REQUEST_CACHING",
      };
      const parts = new AppSyncParts(this, context, accepted.defaults?.function, this.functions);
      const dataSources = given.dataSources === undefined ? {} : accepted.dataSources;
      const create = parts.plan(this, dataSources, accepted.resolvers ?? {});
      return { imported, planned, parts, create };
    });
    this.parts = parts;
    // Up to here nothing is created. From here on nothing is refused.
    const own = planned && this.createApi(planned, given.cdk?.apiCache);
    // The props contain either an existing API or one that is created.
    const api = imported ?? (own?.api as AppsyncGraphqlApi);
    this.apiId = api.id;
    this.apiArn = api.arn;
    this.apiName = api.name;
    this.url = api.uris.lookup("GRAPHQL");
    this.customDomainUrl = own?.domain?.url;
    this.cdk = {
      graphqlApi: api,
      apiKey: own?.apiKey,
      logGroup: own?.logGroup,
      certificate: own?.domain?.certificate,
    };
    create(this.apiId);
  }

  private createApi(
    { override, authorization, schema, domain }: PlannedGraphqlApi,
    apiCache: Partial<AppsyncApiCacheConfig> | undefined,
  ) {
    const authorizer = authorization.function?.create();
    const logs = override.logConfig && createLogs(this, override.logConfig);
    const config: AppsyncGraphqlApiConfig = {
      name: prefixedName(this),
      xrayEnabled: true,
      schema: schema && escapeTemplate(schema.text),
      logConfig: logs && override.logConfig && logConfig(logs, override.logConfig),
      ...authorization.config(authorizer?.functionArn),
    };
    const api = new AppsyncGraphqlApi(this, "Api", overlay(config, override, apiOverrideKeys));
    const { id: apiId } = api;
    this.authorizerPermission = authorizer && permitAuthorizerFunction(this, authorizer, api.arn);
    const isKeyed = authorization.modes.includes("API_KEY");
    if (apiCache !== undefined) {
      const cache: AppsyncApiCacheConfig = {
        apiId,
        type: "SMALL",
        apiCachingBehavior: "PER_RESOLVER_CACHING",
        ttl: 60,
        atRestEncryptionEnabled: true,
        transitEncryptionEnabled: true,
      };
      new AppsyncApiCache(this, "Cache", overlay(cache, apiCache));
    }
    return {
      api,
      apiKey: isKeyed ? new AppsyncApiKey(this, "ApiKey", { apiId, ...override.apiKeyConfig }) : undefined,
      logGroup: logs?.finish(apiId),
      domain: domain && new AppSyncDomain(this, domain, apiId, "graphql"),
    };
  }

  /** Adds resolvers. Their resources are created below `scope`, which may be in another stack. */
  addResolvers(scope: Construct, resolvers: NonNullable<AppSyncApiProps["resolvers"]>): void {
    checkOpen(this, "addResolvers");
    checkAddition(this, "addResolvers", scope, resolvers);
    this.parts.plan(scope, {}, resolvers)(this.apiId);
  }

  /** The function of a data source or of a resolver; undefined if it has none. */
  getFunction(key: string): Function | undefined {
    return this.functions.find("getFunction", key);
  }

  /** The data source of a key, or the one of a resolver; undefined if the key is unknown. */
  getDataSource(key: string): AppsyncDatasource | undefined {
    return this.parts.findDataSource(this.partKey("getDataSource", key));
  }

  /** The resolver of a type and field, such as `Query notes`; undefined if the field has none. */
  getResolver(key: string): AppsyncResolver | undefined {
    return this.parts.findResolver(this.partKey("getResolver", key));
  }

  protected override partKey(method: string, key: string): string {
    checkPartKey(this, method, key);
    return trimmedResolverKey(key);
  }

  /** Binds constructs to the function of one data source or resolver. */
  bindToDataSource(key: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToDataSource", key, constructs);
  }

  /** Gives the function of one data source or resolver more permissions. */
  attachPermissionsToDataSource(key: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToDataSource", key, permissions);
  }

  [permissionTarget](): PermissionTarget {
    return providerTarget(appSyncApiRow, this.cdk.graphqlApi);
  }

  [cdnOrigin](): CdnOrigin {
    const api = this.cdk.graphqlApi as Partial<AppsyncGraphqlApi>;
    return {
      // https://<id>.appsync-api.<region>.amazonaws.com/graphql
      domainName: Fn.element(Fn.split("/", this.url), 2) as string,
      onlyPath: "/graphql",
      unreachable: api.visibilityInput === "PRIVATE" ? 'is private (visibility: "PRIVATE")' : undefined,
      served: () => this[servedParts](),
    };
  }

  [bindingTarget](): Binding {
    return createBinding(appSyncApiDescription, this, { url: this.customDomainUrl ?? this.url });
  }

  getConstructMetadata(): AppSyncApiMetadata {
    const { url, apiId, customDomainUrl } = this;
    return {
      type: "AppSync",
      data: {
        url,
        appSyncApiId: apiId,
        appSyncApiKey: this.cdk.apiKey?.key,
        customDomainUrl,
        dataSources: this.parts.dataSources.metadata,
      },
    };
  }
}
