import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { access, grant, type PermissionRow } from "../../kit/iam";
import { appSyncTexts } from "./errors";

const fieldsOf = (type: string) => access(grant(["appsync:GraphQL"], [`{arn}/types/${type}/*`]));

// Source: https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
export const appSyncApiRow = {
  name: "AppSyncApi",
  types: ["aws_appsync_graphql_api"],
  byDefault: access(grant(["appsync:GraphQL"], ["{arn}/*"])),
  access: {
    grantQuery: fieldsOf("Query"),
    grantMutation: fieldsOf("Mutation"),
    grantSubscription: fieldsOf("Subscription"),
    grantFullAccess: access(grant(["appsync:*"], ["{arn}", "{arn}/*"])),
  },
} satisfies PermissionRow;

export type AppSyncApiMetadata = ConstructMetadata<
  "AppSync",
  {
    readonly url: string;
    readonly appSyncApiId: string;
    readonly appSyncApiKey?: string | undefined;
    readonly customDomainUrl?: string | undefined;
    readonly dataSources: readonly { readonly name: string; readonly fn?: FunctionRef | undefined }[];
  }
>;

export const appSyncApiDescription = {
  className: "AppSyncApi",
  row: appSyncApiRow,
  binding: { client: "api", variables: ["url"], grants: false },
  // The API itself may name a function, which authorizes requests.
  metadata: metadataKind<AppSyncApiMetadata>("AppSync"),
  texts: appSyncTexts,
  document: { summary: "a managed GraphQL API with subscriptions", group: "APIs" },
} as const satisfies ConstructDescription;
