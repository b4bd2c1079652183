import type { CognitoUserPoolClientConfig } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionReference } from "../../kit/function";
import type { Api } from "../api";
import type { Userbase } from "../userbase";

/** An MCP server. */
export interface McpServerProps {
  /** The function of the server: an `McpHandler` of `serverform/node/mcp`. It is bound to the authority. */
  readonly function: FunctionReference;
  /** The scopes that clients may request: `<identifier>/<scope>` of `resourceServers` of the Userbase. A token needs one of them. */
  readonly scopes: readonly string[];
}

/** Clients that are known by the address of a document that describes them. */
export interface McpClientDocumentsProps {
  /** Hosts whose documents are read: `["claude.ai"]`. @default - all public hosts */
  readonly hosts?: readonly string[] | undefined;
}

/** Clients of earlier revisions, which register themselves. */
export interface McpRegistrationProps {
  /**
   * Hosts to which registered clients may send users, in addition to the user's own machine: `["claude.ai"]`.
   *
   * @default [] - only programs on the user's own machine
   */
  readonly redirectHosts?: readonly string[] | undefined;
  /** The number of clients from 1 to 1,000; further ones are refused until unused ones expire. @default 200 */
  readonly maxClients?: number | undefined;
  /** The number of new clients per hour and address of the internet, from 1 to 1,000. @default 20 */
  readonly maxPerSource?: number | undefined;
}

/** Keys of the client of the user pool that the caller may override. */
export type McpAuthorityUserPoolClientOverride = Override<
  Omit<CognitoUserPoolClientConfig, "userPoolId" | "callbackUrls">
>;

/** Keys of the table that the caller may override. */
export type McpAuthorityTableOverride = Override<
  Omit<DynamodbTableConfig, "hashKey" | "rangeKey" | "attribute" | "ttl">
>;

/** Props of McpAuthority. */
export interface McpAuthorityProps {
  /** The API that gets the routes of the servers and of the authority. Its `url`, or that of its custom domain, is the issuer. */
  readonly api: Api;
  /** The directory whose users sign in. It needs a `domain` with sign-in pages, and a plan other than `lite`. */
  readonly userbase: Userbase;
  /** The MCP servers, by the path of their route: `/mcp`. A token is valid for one of them. */
  readonly servers: MapOf<McpServerProps>;
  /**
   * Clients that are identified by the address of a metadata document, as in the revision 2026-07-28 of MCP.
   *
   * The authority reads documents at addresses that any client can choose: over HTTPS, and only at public addresses.
   *
   * @default true
   */
  readonly clientDocuments?: boolean | McpClientDocumentsProps | undefined;
  /**
   * Clients of earlier revisions of MCP, which register themselves. Anyone may register, and their names are not verified.
   *
   * @default true
   */
  readonly registration?: boolean | McpRegistrationProps | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the client of the user pool, such as `accessTokenValidity`. @default - none */
        readonly userPoolClient?: McpAuthorityUserPoolClientOverride | undefined;
        /** Keys that override the table. @default - none */
        readonly table?: McpAuthorityTableOverride | undefined;
      }
    | undefined;
}
