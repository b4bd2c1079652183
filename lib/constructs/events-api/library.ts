import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { access, attribute, grant, type PermissionRow } from "../../kit/iam";
import { eventsApiTexts } from "./errors";

const connect = grant(["appsync:EventConnect"], ["{arn}"]);
const publish = grant(["appsync:EventPublish"], ["{arn}/channelNamespace/*"]);
const subscribe = grant(["appsync:EventSubscribe"], ["{arn}/channelNamespace/*"]);

// Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsappsync.html
export const eventsApiRow = {
  name: "EventsApi",
  types: ["aws_appsync_api"],
  byDefault: access(connect, publish, subscribe),
  access: {
    grantConnect: access(connect),
    grantPublish: access(publish),
    grantSubscribe: access(connect, subscribe),
    grantFullAccess: access(grant(["appsync:*"], ["{arn}", "{arn}/*"])),
  },
  parts: (api) => ({ arn: attribute(api, "api_arn") }),
} satisfies PermissionRow;

export type EventsApiMetadata = ConstructMetadata<
  "EventsApi",
  {
    readonly url: string;
    readonly realtimeUrl: string;
    readonly eventsApiId: string;
    readonly eventsApiKey?: string | undefined;
    readonly customDomainUrl?: string | undefined;
    readonly namespaces: readonly {
      readonly name: string;
      readonly onPublish?: FunctionRef | undefined;
      readonly onSubscribe?: FunctionRef | undefined;
    }[];
    readonly dataSources: readonly { readonly name: string; readonly fn?: FunctionRef | undefined }[];
  }
>;

export const eventsApiDescription = {
  className: "EventsApi",
  row: eventsApiRow,
  binding: { client: "events-api", variables: ["url", "realtimeUrl"], grants: false },
  // The API itself may name a function, which authorizes requests.
  metadata: metadataKind<EventsApiMetadata>("EventsApi"),
  texts: eventsApiTexts,
  document: {
    summary: "channels without a server: clients publish and subscribe over HTTP and WebSocket",
    group: "APIs",
  },
} as const satisfies ConstructDescription;
