import { CognitoManagedLoginBranding } from "@cdktf/provider-aws/lib/cognito-managed-login-branding";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  claimId,
  constructId,
  createBinding,
  prefixedName,
} from "../../kit/app";
import { checkLimit, limits, overlay, withoutUndefined } from "../../kit/core";
import { createPackagedFunction, type Function } from "../../kit/function";
import { type ApiCorsProps, addSharedRoutes } from "../api";
import type { Userbase } from "../userbase";
import { type McpAuthorityMetadata, mcpAuthorityDescription } from "./library";
import { type ParsedMcpAuthority, parseMcpAuthorityProps } from "./parse";
import type { McpAuthorityProps } from "./props";

/**
 * MCP servers whose clients find the sign-in by themselves: the OAuth authorization server between them and a Userbase.
 *
 * Adds a route for each server to an `Api`, and the routes of the authority: the documents of RFC 8414 and RFC 9728, a page on
 * which users allow access, and the endpoints for tokens and registrations. All users sign in at the pages of the Userbase
 * through one client of the user pool. A table remembers clients, codes and refresh tokens, as hashes.
 *
 * @example
 * new McpAuthority(stack, "Authority", {
 *   api,
 *   userbase,
 *   servers: { "/mcp": { function: "functions/mcp.handler", scopes: ["notes/read", "notes/write"] } },
 * });
 */
export class McpAuthority extends Construct {
  /** CORS of an API with MCP servers: browsers send the headers of MCP, and read where to sign in. */
  static readonly cors: ApiCorsProps = {
    allowOrigins: ["*"],
    // `*` would not include `authorization`.
    allowHeaders: ["authorization", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version"],
    exposeHeaders: ["www-authenticate"],
  };

  readonly id: string;
  /** The issuer: the address of the API. */
  readonly url: string;
  /** The function that answers for the authority. */
  readonly function: Function;
  readonly cdk: { readonly table: DynamodbTable; readonly userPoolClient: CognitoUserPoolClient };
  private readonly parsed: ParsedMcpAuthority;

  constructor(scope: Construct, id: string, props: McpAuthorityProps) {
    super(scope, constructId(scope, id, props, "{ api, userbase, servers }"));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    this.parsed = collectProblems(() => parseMcpAuthorityProps(this, given));
    const { api, issuer, servers } = this.parsed;
    this.url = issuer;
    this.cdk = {
      table: this.createTable(given.cdk?.table),
      userPoolClient: this.createClient(given.cdk?.userPoolClient),
    };
    this.function = this.createFunction();
    const keys = authorityRoutes(this.parsed);
    api[addSharedRoutes]({ scope: this, id: "mcp", keys, function: this.function, authorizer: "none" });
    for (const [path, server] of Object.entries(servers)) {
      const key = `ANY ${path}`;
      const integration = { responseParameters: challengeMapping };
      api.addRoutes(this, { [key]: { function: server.function, authorizer: "none", cdk: { integration } } });
      api.bindToRoute(key, [this]);
    }
  }

  private createTable(override: NonNullable<McpAuthorityProps["cdk"]>["table"]): DynamodbTable {
    const config = {
      name: `${prefixedName(this)}-State`,
      billingMode: "PAY_PER_REQUEST",
      // All entries expire, and a restored refresh token would be one that has been revoked.
      pointInTimeRecovery: { enabled: false },
      serverSideEncryption: { enabled: true },
    };
    const merged = overlay(config, override);
    checkLimit(this, "cdk.table.name", merged.name, limits.aws_dynamodb_table.name);
    return new DynamodbTable(this, "State", {
      ...merged,
      hashKey: "kind",
      rangeKey: "id",
      attribute: ["id", "kind"].map((name) => ({ name, type: "S" })),
      ttl: { attributeName: "expiresAt", enabled: true },
    });
  }

  private createClient(
    override: NonNullable<McpAuthorityProps["cdk"]>["userPoolClient"],
  ): CognitoUserPoolClient {
    const { userbase, issuer, servers } = this.parsed;
    const scopes = [...new Set(Object.values(servers).flatMap((server) => server.scopes))].sort();
    const config = {
      name: prefixedName(this),
      allowedOauthFlowsUserPoolClient: true,
      allowedOauthFlows: ["code"],
      allowedOauthScopes: scopes,
      // Users sign in at the pages, and nowhere else.
      explicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
      supportedIdentityProviders: identityProvidersOf(userbase),
      preventUserExistenceErrors: "ENABLED",
      enableTokenRevocation: true,
    };
    const merged = overlay(config, override);
    checkLimit(this, "cdk.userPoolClient.name", merged.name, limits.aws_cognito_user_pool_client.name);
    checkLimit(
      this,
      "servers",
      merged.allowedOauthScopes,
      limits.aws_cognito_user_pool_client.allowedOauthScopes,
    );
    const { userPoolId } = userbase;
    const client = new CognitoUserPoolClient(this, "Client", {
      ...merged,
      userPoolId,
      callbackUrls: [`${issuer}${callbackPath}`],
    });
    // The scopes and the domain exist before their client.
    client.node.addDependency(userbase);
    // The service shows no page to a client without a style.
    new CognitoManagedLoginBranding(this, "Branding", {
      userPoolId,
      clientId: client.id,
      useCognitoProvidedValues: true,
    });
    return client;
  }

  private createFunction(): Function {
    const { issuer, signInUrl, servers, documents, registration } = this.parsed;
    const { table, userPoolClient } = this.cdk;
    const scopes = Object.fromEntries(Object.entries(servers).map(([path, server]) => [path, server.scopes]));
    return createPackagedFunction(this, "Function", {
      entry: "mcp-authority",
      format: "cjs",
      description: "Signs in the users of MCP clients",
      timeout: 20,
      environment: {
        MCP_ISSUER: issuer,
        MCP_SIGN_IN_URL: signInUrl,
        MCP_CLIENT_ID: userPoolClient.id,
        MCP_TABLE: table.name,
        MCP_SETTINGS: JSON.stringify({ servers: scopes, documents, registration }),
      },
      permissions: [
        {
          actions: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"].map(
            (each) => `dynamodb:${each}`,
          ),
          resources: [table.arn],
        },
      ],
    });
  }

  [bindingTarget](): Binding {
    const { userbase, servers } = this.parsed;
    const scopes = Object.fromEntries(Object.entries(servers).map(([path, server]) => [path, server.scopes]));
    return createBinding(mcpAuthorityDescription, this, {
      url: this.url,
      userPoolId: userbase.userPoolId,
      userPoolClientId: this.cdk.userPoolClient.id,
      servers: JSON.stringify(scopes),
    });
  }

  getConstructMetadata(): McpAuthorityMetadata {
    const { servers } = this.parsed;
    const data = {
      url: this.url,
      servers: Object.keys(servers),
      userPoolClientId: this.cdk.userPoolClient.id,
    };
    return { type: "McpAuthority", data };
  }
}

/** Users sign in as they do in the app itself. The providers of an imported client are not known. */
function identityProvidersOf({ cdk }: Userbase): string[] {
  const { userPoolClient } = cdk;
  const given =
    "supportedIdentityProvidersInput" in userPoolClient && userPoolClient.supportedIdentityProvidersInput;
  return given || ["COGNITO"];
}

// The paths of the program `mcp-authority` of the runtime, which does not import the constructs.
const callbackPath = "/oauth/callback";

/** The keys of the routes that the authority's own function answers. */
function authorityRoutes({
  servers,
  registration,
}: Pick<ParsedMcpAuthority, "servers" | "registration">): readonly string[] {
  const resource = "GET /.well-known/oauth-protected-resource";
  const paths = Object.keys(servers);
  return [
    "GET /.well-known/oauth-authorization-server",
    // Where there is one server, clients that see no challenge also look at the root.
    ...(paths.length === 1 ? [resource] : []),
    ...paths.map((path) => `${resource}${path}`),
    "GET /oauth/authorize",
    "POST /oauth/authorize",
    `GET ${callbackPath}`,
    "POST /oauth/token",
    "POST /oauth/revoke",
    ...(registration === undefined ? [] : ["POST /oauth/register"]),
  ];
}

/** The gateway sends the header of the function as `WWW-Authenticate`, a name that it does not let functions set. */
const challengeMapping = ["401", "403"].map((statusCode) => ({
  statusCode,
  mappings: { "overwrite:header.www-authenticate": "$response.header.mcp-challenge" },
}));
