import type { AppsyncApi, AppsyncApiConfig } from "@cdktf/provider-aws/lib/appsync-api";
import type { AppsyncChannelNamespaceConfig } from "@cdktf/provider-aws/lib/appsync-channel-namespace";
import type { Retention } from "../../facts/aws/log-retention";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionProps, FunctionReference } from "../../kit/function";
import type {
  AppSyncApiApiKeyProps,
  AppSyncApiAuthenticationProvider,
  AppSyncApiAuthenticationType,
  AppSyncApiDataSource,
  AppSyncApiDomainProps,
  AppSyncApiMapping,
} from "../app-sync-api";

/** The rules for connecting, publishing and subscribing. */
export interface EventsApiAuthorization {
  /**
   * The authorization types of clients, as in an `AppSyncApi`.
   *
   * @default [{ authenticationType: "API_KEY" }]
   */
  readonly providers?: readonly AppSyncApiAuthenticationProvider[] | undefined;
  /** The authorization types that may open a WebSocket. @default - all of `providers` */
  readonly connect?: readonly AppSyncApiAuthenticationType[] | undefined;
  /** The authorization types that may publish, unless a namespace has its own. @default - all of `providers` */
  readonly publish?: readonly AppSyncApiAuthenticationType[] | undefined;
  /** The authorization types that may subscribe, unless a namespace has its own. @default - all of `providers` */
  readonly subscribe?: readonly AppSyncApiAuthenticationType[] | undefined;
  /** The key that is created for `API_KEY`. @default - it ends after 7 days */
  readonly apiKey?: AppSyncApiApiKeyProps | undefined;
}

/** The handler of published events, or of requests to subscribe. */
export interface EventsApiHandlerProps {
  /**
   * Key of the data source that the handler in `code` calls. Without a handler in `code`, it must be a function, which
   * gets the events.
   *
   * @default - required, unless `function` is given
   */
  readonly dataSource?: string | undefined;
  /** A function, in place of `dataSource`. @default - none */
  readonly function?: FunctionReference | undefined;
  /**
   * `event` invokes the function without waiting for its result, which is ignored. Only without a handler in `code`.
   *
   * @default "request_response"
   */
  readonly invocation?: "request_response" | "event" | undefined;
}

/** The handler of events: the key of a data source, a function, or an object with all options. */
export type EventsApiHandler = FunctionReference | EventsApiHandlerProps;

/** Keys of a namespace that the caller may override. */
export type EventsApiNamespaceOverride = Override<Pick<AppsyncChannelNamespaceConfig, "tags" | "region">>;

/** The channels whose path begins with the name of the namespace. */
export interface EventsApiNamespace {
  /** The authorization types that may publish. @default - `authorization.publish` */
  readonly publish?: readonly AppSyncApiAuthenticationType[] | undefined;
  /** The authorization types that may subscribe. @default - `authorization.subscribe` */
  readonly subscribe?: readonly AppSyncApiAuthenticationType[] | undefined;
  /**
   * JavaScript with `onPublish`, `onSubscribe` or both, for the runtime `APPSYNC_JS`. A handler that calls a data source is an
   * object: `{ request, response }`. A file in TypeScript, or one that imports other files, is bundled.
   *
   * @default - events are passed on unchanged
   */
  readonly code?: AppSyncApiMapping | undefined;
  /**
   * The handler of published events, which may change or drop them.
   *
   * @default - `onPublish` of `code`, if the code exports it
   */
  readonly onPublish?: EventsApiHandler | undefined;
  /**
   * The handler of subscriptions, which may refuse them.
   *
   * @default - `onSubscribe` of `code`, if the code exports it
   */
  readonly onSubscribe?: EventsApiHandler | undefined;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created namespace. @default - none */
        readonly namespace?: EventsApiNamespaceOverride | undefined;
      }
    | undefined;
}

/** Log settings of an API for events. Events may hold personal data. */
export interface EventsApiLogProps {
  /** How much is logged. @default "ERROR" */
  readonly level?: "NONE" | "ERROR" | "ALL" | "INFO" | "DEBUG" | undefined;
  /** How long logs are kept. @default "one_year" */
  readonly retention?: Retention | undefined;
  /** ARN of your role that may write logs. @default - one is created */
  readonly cloudwatchLogsRoleArn?: string | undefined;
}

/** Keys of the API that the caller may override. */
export type EventsApiOverride = Override<Omit<AppsyncApiConfig, "eventConfig">>;

/** Props of an API for events. */
export interface EventsApiProps {
  /**
   * The namespaces of channels, by name: 1 to 50 letters, digits and `-`. Clients use the channels `/<name>/...`. Changing a
   * name replaces the namespace.
   *
   * @default {}
   */
  readonly namespaces?: MapOf<EventsApiNamespace> | undefined;
  /** The rules for connecting, publishing and subscribing. @default - everyone with the API key */
  readonly authorization?: EventsApiAuthorization | undefined;
  /**
   * The data sources of handlers, by a key that you choose, as in an `AppSyncApi`, except `none`.
   *
   * @default {}
   */
  readonly dataSources?: MapOf<AppSyncApiDataSource> | undefined;
  /** Domain of the API. @default - only the generated one */
  readonly customDomain?: string | AppSyncApiDomainProps | undefined;
  /** Log settings. @default - nothing is logged */
  readonly logs?: EventsApiLogProps | undefined;
  /** Defaults for all functions, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** An existing API, used unchanged, or keys that override the created one. @default - created */
        readonly api?: AppsyncApi | EventsApiOverride | undefined;
      }
    | undefined;
}
