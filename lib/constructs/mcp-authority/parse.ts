import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { attempt, mapAttempts, together } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkInteger,
  checkKeys,
  checkLimit,
  checkList,
  checkObject,
  checkOverride,
  isPlainObject,
  isUnresolved,
  limits,
  propKeys,
  refuseValue,
  requireProp,
} from "../../kit/core";
import { permissionTarget } from "../../kit/iam";
import { type Api, takesSharedRoutes, type WithSharedRoutes } from "../api";
import type { Userbase } from "../userbase";
import { fail } from "./errors";
import type {
  McpAuthorityProps,
  McpClientDocumentsProps,
  McpRegistrationProps,
  McpServerProps,
} from "./props";

const authorityKeys = propKeys<McpAuthorityProps>()({
  api: true,
  userbase: true,
  servers: "map",
  clientDocuments: true,
  registration: true,
  cdk: "map",
});
const serverKeys = propKeys<McpServerProps>()({ function: true, scopes: "knownTexts" });
const documentsKeys = propKeys<McpClientDocumentsProps>()({ hosts: "knownTexts" });
const registrationKeys = propKeys<McpRegistrationProps>()({
  redirectHosts: "knownTexts",
  maxClients: true,
  maxPerSource: true,
});

/** The props, checked. */
export interface ParsedMcpAuthority {
  readonly api: Api & WithSharedRoutes;
  readonly userbase: Userbase;
  /** The address of the API, without a slash at the end. */
  readonly issuer: string;
  readonly signInUrl: string;
  readonly servers: Readonly<Record<string, McpServerProps>>;
  /** Undefined if clients are not known by documents. */
  readonly documents: McpClientDocumentsProps | undefined;
  /** Undefined if clients cannot register. */
  readonly registration: Required<McpRegistrationProps> | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseMcpAuthorityProps(authority: Construct, written: McpAuthorityProps): ParsedMcpAuthority {
  const props = acceptedKeys(authority, "props", written, authorityKeys);
  attempt(() => checkOverrides(authority, props.cdk ?? {}));
  const [api, userbase, servers, documents, registration] = together(
    () => parseApi(authority, props.api),
    () => parseUserbase(authority, props.userbase),
    () => parseServers(authority, props.servers),
    () => parseDocuments(authority, props.clientDocuments),
    () => parseRegistration(authority, props.registration),
  );
  return { ...api, ...userbase, servers, documents, registration };
}

function checkOverrides(authority: Construct, cdk: NonNullable<McpAuthorityProps["cdk"]>): void {
  checkKeys(authority, "cdk", cdk, ["id", "userPoolClient", "table"]);
  const { userPoolClient = {}, table = {} } = cdk;
  checkOverride(authority, "cdk.userPoolClient", userPoolClient, CognitoUserPoolClient, {
    rejected: {
      userPoolId: "It is the pool of the Userbase.",
      callbackUrls: "The pages send users back to the authority.",
    },
  });
  const ownKeys = "The authority reads and writes its entries by these keys.";
  checkOverride(authority, "cdk.table", table, DynamodbTable, {
    rejected: {
      hashKey: ownKeys,
      rangeKey: ownKeys,
      attribute: ownKeys,
      ttl: "Entries expire by this setting.",
    },
  });
}

function parseApi(authority: Construct, given: unknown): Pick<ParsedMcpAuthority, "api" | "issuer"> {
  if (!takesSharedRoutes(given)) return refuseValue(authority, "api", given, "an Api of this library");
  const api = given as Api & WithSharedRoutes;
  const issuer = api.customDomainUrl ?? api.url;
  if (!isUnresolved(issuer) && new URL(issuer).pathname !== "/") {
    fail(authority, "mcp-issuer-path", "api", { url: issuer });
  }
  return { api, issuer };
}

function parseUserbase(
  authority: Construct,
  given: unknown,
): Pick<ParsedMcpAuthority, "userbase" | "signInUrl"> {
  const isUserbase =
    typeof given === "object" &&
    given !== null &&
    permissionTarget in given &&
    (given as Userbase)[permissionTarget]().row.name === "Userbase";
  if (!isUserbase) return refuseValue(authority, "userbase", given, "a Userbase of this library");
  const userbase = given as Userbase;
  const { domainUrl: signInUrl, cdk } = userbase;
  if (signInUrl === undefined) {
    return fail(authority, "mcp-userbase-pages", "userbase", { userbase: userbase.node.path });
  }
  const { userPool } = cdk;
  if ("userPoolTierInput" in userPool && userPool.userPoolTierInput === "LITE") {
    fail(authority, "mcp-userbase-tier", "userbase", { userbase: userbase.node.path });
  }
  return { userbase, signInUrl };
}

function parseServers(
  authority: Construct,
  given: McpAuthorityProps["servers"],
): ParsedMcpAuthority["servers"] {
  const example = 'servers: { "/mcp": { function: "functions/mcp.handler", scopes: ["notes/read"] } }';
  const servers = Object.entries(Object(given) as Readonly<Record<string, McpServerProps>>);
  if (servers.length === 0)
    fail(authority, "prop-required", "servers", { remedy: `Name a server: ${example}.` });
  mapAttempts(servers, ([path, server]) => {
    const prop = `servers[${JSON.stringify(path)}]`;
    if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(path) || /^\/(oauth|\.well-known)(\/|$)/.test(path)) {
      const expected =
        'a path without variables that begins with / and does not end with it, outside of /oauth and /.well-known: "/mcp"';
      refuseValue(authority, prop, path, expected);
    }
    checkObject(authority, prop, server, serverKeys, "{ function, scopes }");
    const { function: reference, scopes } = server;
    requireProp(authority, `${prop}.function`, reference, `Name the function that answers: ${example}.`);
    checkScopes(authority, `${prop}.scopes`, scopes, example);
  });
  return Object.fromEntries(servers);
}

function checkScopes(
  authority: Construct,
  prop: string,
  scopes: readonly string[] | undefined,
  example: string,
): void {
  if (scopes === undefined || scopes.length === 0) {
    fail(authority, "prop-required", prop, { remedy: `Name the scopes of a resource server: ${example}.` });
  }
  checkList(authority, prop, scopes);
  scopes?.forEach((value, index) => {
    if (/^[^\s"\\/]+\/[^\s"\\]+$|^[^\s"\\]+:\/\/[^\s"\\]+$/.test(value)) return;
    const expected = 'a scope of a resource server: "<identifier>/<scope>"';
    refuseValue(authority, `${prop}[${index}]`, value, expected);
  });
  checkLimit(authority, prop, scopes, limits.aws_cognito_user_pool_client.allowedOauthScopes);
}

function parseDocuments(
  authority: Construct,
  given: McpAuthorityProps["clientDocuments"] = true,
): McpClientDocumentsProps | undefined {
  if (given === false) return undefined;
  if (given === true) return {};
  checkObject(authority, "clientDocuments", given, documentsKeys, 'true, false or { hosts: ["claude.ai"] }');
  const documents = given as McpClientDocumentsProps;
  checkHosts(authority, "clientDocuments.hosts", documents.hosts);
  return documents;
}

function parseRegistration(
  authority: Construct,
  given: McpAuthorityProps["registration"] = true,
): Required<McpRegistrationProps> | undefined {
  if (given === false) return undefined;
  const props: McpRegistrationProps = given === true ? {} : given;
  if (!isPlainObject(props)) {
    const expected = 'true, false or { redirectHosts: ["claude.ai"] }';
    return refuseValue(authority, "registration", given, expected);
  }
  checkKeys(authority, "registration", props, registrationKeys);
  const { redirectHosts = [], maxClients = 200, maxPerSource = 20 } = props as McpRegistrationProps;
  checkHosts(authority, "registration.redirectHosts", redirectHosts);
  checkInteger(authority, "registration.maxClients", maxClients, 1, 1000);
  checkInteger(authority, "registration.maxPerSource", maxPerSource, 1, 1000);
  return { redirectHosts, maxClients, maxPerSource };
}

/** Hosts are compared as browsers write them. */
function checkHosts(authority: Construct, prop: string, hosts: readonly string[] | undefined): void {
  hosts?.forEach((value, index) => {
    if (isUnresolved(value) || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)) return;
    const expected = 'a host in small letters, without scheme and port: "claude.ai"';
    refuseValue(authority, `${prop}[${index}]`, value, expected);
  });
}
