import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { AppsyncApi, type AppsyncApiConfig } from "@cdktf/provider-aws/lib/appsync-api";
import { AppsyncApiKey } from "@cdktf/provider-aws/lib/appsync-api-key";
import type { AppsyncChannelNamespace } from "@cdktf/provider-aws/lib/appsync-channel-namespace";
import type { AppsyncDatasource } from "@cdktf/provider-aws/lib/appsync-datasource";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
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
import { acceptedKeys, overlay, present, withoutUndefined } from "../../kit/core";
import { type BindingEntry, type Function, withDefaults } from "../../kit/function";
import { type Permissions, type PermissionTarget, permissionTarget, providerTarget } from "../../kit/iam";
import { AppSyncBase, AppSyncDomain, createLogs, permitAuthorizerFunction } from "../app-sync-api";
import { type EventsApiMetadata, eventsApiDescription, eventsApiRow } from "./library";
import { EventsApiParts } from "./namespaces";
import { apiKeys, type PlannedEventsApi, parseEventsApiProps } from "./parse";
import type { EventsApiProps } from "./props";

/**
 * Channels without a server: clients publish events over HTTP or WebSocket, and AWS passes them to those that subscribe.
 *
 * Creates the API with an API key, and its namespaces of channels. A handler may change, drop or refuse events.
 *
 * @example
 * new EventsApi(stack, "Events", {
 *   namespaces: { chat: {}, orders: { onPublish: "functions/orders.check" } },
 * });
 */
export class EventsApi extends AppSyncBase {
  readonly apiId: string;
  readonly apiArn: string;
  readonly apiName: string;
  /** The generated URL to which events are published: `https://<host>/event`. */
  readonly url: string;
  /** The generated URL of WebSockets: `wss://<host>/event/realtime`. */
  readonly realtimeUrl: string;
  /** The URL with your domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  readonly cdk: {
    readonly api: AppsyncApi;
    readonly apiKey?: AppsyncApiKey | undefined;
    readonly logGroup?: CloudwatchLogGroup | undefined;
    readonly certificate?: AcmCertificate | undefined;
  };
  protected readonly parts: EventsApiParts;

  constructor(scope: Construct, id: string, props: EventsApiProps = {}) {
    super(scope, id, props, "handler or data source");
    const given = withoutUndefined(props);
    const { imported, planned, parts, create } = collectProblems(() => {
      const accepted = withDefaults(this, acceptedKeys(this, "props", given, apiKeys));
      const { imported, planned } = parseEventsApiProps(this, accepted);
      const modes = planned?.authorization.modes;
      const parts = new EventsApiParts(this, modes, accepted.defaults?.function, this.functions);
      const dataSources = given.dataSources === undefined ? {} : accepted.dataSources;
      const create = parts.plan(this, dataSources, present(accepted.namespaces) ?? {});
      return { imported, planned, parts, create };
    });
    this.parts = parts;
    // Up to here nothing is created. From here on nothing is refused.
    const own = planned && this.createApi(planned);
    // The props contain either an existing API or one that is created.
    const api = imported ?? (own?.api as AppsyncApi);
    this.apiId = api.apiId;
    this.apiArn = api.apiArn;
    this.apiName = api.name;
    this.url = `https://${api.dns.lookup("HTTP")}/event`;
    this.realtimeUrl = `wss://${api.dns.lookup("REALTIME")}/event/realtime`;
    this.customDomainUrl = own?.domain?.url;
    this.cdk = {
      api,
      apiKey: own?.apiKey,
      logGroup: own?.logGroup,
      certificate: own?.domain?.certificate,
    };
    create(this.apiId);
  }

  private createApi({ override, authorization, domain, logs: givenLogs }: PlannedEventsApi) {
    const authorizer = authorization.function?.create();
    const logs = givenLogs && createLogs(this, givenLogs);
    const logConfig = logs && [
      { cloudwatchLogsRoleArn: logs.roleArn, logLevel: givenLogs?.level ?? "ERROR" },
    ];
    const config: AppsyncApiConfig = {
      name: prefixedName(this),
      eventConfig: [{ ...authorization.config(authorizer?.functionArn), logConfig }],
    };
    const api = new AppsyncApi(this, "Api", overlay(config, override));
    const { apiId } = api;
    this.authorizerPermission = authorizer && permitAuthorizerFunction(this, authorizer, api.apiArn);
    const { apiKey } = authorization;
    return {
      api,
      apiKey: apiKey && new AppsyncApiKey(this, "ApiKey", { apiId, ...apiKey }),
      logGroup: logs?.finish(apiId),
      domain: domain && new AppSyncDomain(this, domain, apiId, "event"),
    };
  }

  /** Adds namespaces. Their resources are created below `scope`, which may be in another stack. */
  addNamespaces(scope: Construct, namespaces: NonNullable<EventsApiProps["namespaces"]>): void {
    checkOpen(this, "addNamespaces");
    const given = checkAddition(this, "addNamespaces", scope, namespaces);
    this.parts.plan(scope, {}, present(given))(this.apiId);
  }

  /** The function of a handler, such as `chat onPublish`, or of a data source; undefined if it has none. */
  getFunction(key: string): Function | undefined {
    checkPartKey(this, "getFunction", key);
    return this.functions.get(key);
  }

  /** The namespace of a name; undefined if the name is unknown. */
  getNamespace(name: string): AppsyncChannelNamespace | undefined {
    checkPartKey(this, "getNamespace", name);
    return this.parts.find(name);
  }

  /** The data source of a key; undefined if the key is unknown. */
  getDataSource(key: string): AppsyncDatasource | undefined {
    checkPartKey(this, "getDataSource", key);
    return this.parts.dataSources.find(key)?.resource;
  }

  /** Binds constructs to the function of one handler, such as `chat onPublish`, or of one data source. */
  bindToHandler(key: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToHandler", key, constructs);
  }

  /** Gives the function of one handler, such as `chat onPublish`, or of one data source more permissions. */
  attachPermissionsToHandler(key: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToHandler", key, permissions);
  }

  [permissionTarget](): PermissionTarget {
    return providerTarget(eventsApiRow, this.cdk.api);
  }

  [bindingTarget](): Binding {
    const { customDomainUrl: own } = this;
    const variables = {
      url: own ?? this.url,
      realtimeUrl: own === undefined ? this.realtimeUrl : `${own.replace(/^https/, "wss")}/realtime`,
    };
    const binding = createBinding(eventsApiDescription, this, variables);
    return { ...binding, types: { EventsApiChannels: channelType(this.parts.names) } };
  }

  getConstructMetadata(): EventsApiMetadata {
    const { url, realtimeUrl, apiId, customDomainUrl } = this;
    return {
      type: "EventsApi",
      data: {
        url,
        realtimeUrl,
        eventsApiId: apiId,
        eventsApiKey: this.cdk.apiKey?.key,
        customDomainUrl,
        namespaces: this.parts.metadata,
        dataSources: this.parts.dataSources.metadata,
      },
    };
  }
}

function channelType(namespaces: readonly string[]): string {
  const types = [...namespaces].sort().map((name) => `\`/${name}/\${string}\``);
  return types.length === 0 ? "string" : types.join(" | ");
}
