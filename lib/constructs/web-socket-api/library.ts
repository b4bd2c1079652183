import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { access, grant, type PermissionRow } from "../../kit/iam";
import { webSocketTexts } from "./errors";

// POST writes to a client, GET reads about it, DELETE closes its connection.
// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
const connections = grant(["execute-api:ManageConnections"], ["{arn}/{stageName}/*/@connections/*"]);

export const webSocketApiRow = {
  name: "WebSocketApi",
  types: [],
  byDefault: access(grant(["execute-api:Invoke"], ["{arn}/*"]), connections),
  access: {
    grantManageConnections: access(connections),
    grantFullAccess: access(grant(["execute-api:*"], ["{arn}/*"])),
  },
} satisfies PermissionRow;

export type WebSocketApiMetadata = ConstructMetadata<
  "WebSocketApi",
  {
    readonly httpApiId: string;
    readonly customDomainUrl?: string | undefined;
    readonly routes: readonly { readonly route: string; readonly fn?: FunctionRef | undefined }[];
  }
>;

export const webSocketApiDescription = {
  className: "WebSocketApi",
  row: webSocketApiRow,
  binding: { client: "api", variables: ["url"], grants: false },
  metadata: metadataKind<WebSocketApiMetadata>("WebSocketApi"),
  texts: webSocketTexts,
  document: { summary: "connections that stay open, with messages in both directions", group: "APIs" },
} as const satisfies ConstructDescription;
