/** @group processes */

import { once } from "node:events";
import { join } from "node:path";
import { CognitoIdentityClient, GetIdCommand } from "@aws-sdk/client-cognito-identity";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { WebSocket } from "ws";
import {
  Api,
  App,
  AppSyncApi,
  type AppSyncApiAuthenticationProvider,
  EventsApi,
  McpAuthority,
  RestV1Api,
  Stack,
  Userbase,
  WebSocketApi,
} from "../../lib";
import { createToken, Local, PoolKeys } from "../../lib/local";
import type { CreateTokenOptions } from "../../lib/local/identities";
import { readModel } from "../../lib/model";
import { root } from "../examples/support";
import { accessKeys } from "../support/access-keys";
import { project } from "../support/environment";

const issuer = "https://login.example.invalid/";
const elsewhere = { userPoolId: "us-east-1_elsewhere", userPoolClientId: "mobile" };
const ok = "functions/ok.handler";
let local: Local;
let folder: string;
let identityPool = "";

function createApis(stack: Stack): void {
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    domain: "tokens-of-developers",
    featureTier: "essentials",
    resourceServers: { notes: { scopes: { read: "Reads notes" } } },
  });
  const staff = new Userbase(stack, "Staff", { login: ["email"], identityPoolFederation: false });
  new CognitoUserPoolClient(stack, "Foreign", { name: "foreign", userPoolId: users.userPoolId });
  const jwt = { issuer, audience: ["partners"] };
  const http = new Api(stack, "Http", {
    cors: McpAuthority.cors,
    authorizers: {
      http_own: {
        type: "user_pool",
        userPool: { id: users.userPoolId, clientIds: [users.userPoolClientId] },
      },
      http_partner: { type: "jwt", jwt },
      http_elsewhere: {
        type: "user_pool",
        userPool: { id: elsewhere.userPoolId, clientIds: [elsewhere.userPoolClientId] },
      },
      http_staff: { type: "user_pool", userPool: staff },
    },
    routes: Object.fromEntries(
      ["http_own", "http_partner", "http_elsewhere"].map((authorizer) => [
        `GET /${authorizer}`,
        { function: ok, authorizer },
      ]),
    ),
  });
  new McpAuthority(stack, "Authority", {
    api: http,
    userbase: users,
    servers: { "/mcp": { function: "functions/mcp.handler", scopes: ["notes/read"] } },
  });
  new RestV1Api(stack, "Rest", {
    authorizers: {
      rest_own: { type: "user_pools", userPoolIds: [users.userPoolId] },
      rest_elsewhere: { type: "user_pools", userPoolIds: [elsewhere.userPoolId] },
    },
    routes: Object.fromEntries(
      ["rest_own", "rest_elsewhere"].map((authorizer) => [
        `GET /${authorizer}`,
        { function: ok, authorizer },
      ]),
    ),
  });
  const sockets = {
    SocketOwn: { type: "user_pool", userPool: { id: users.userPoolId, clientIds: [users.userPoolClientId] } },
    SocketPartner: { type: "jwt", jwt },
    SocketOfId: {
      type: "user_pool",
      userPool: { id: users.userPoolId, clientIds: [users.userPoolClientId] },
      tokenUse: "id",
    },
    SocketElsewhere: { type: "user_pool", userPool: elsewhere },
  } as const;
  for (const [id, authorizer] of Object.entries(sockets))
    new WebSocketApi(stack, id, { authorizer, routes: { $connect: ok } });
  const main = {
    authenticationType: "AMAZON_COGNITO_USER_POOLS",
    userPoolConfig: { userPool: users, appIdClientRegex: users.userPoolClientId },
  } as const;
  const more: readonly AppSyncApiAuthenticationProvider[] = [
    { authenticationType: "OPENID_CONNECT", openidConnectConfig: { issuer, clientId: "partners|others" } },
    {
      authenticationType: "AMAZON_COGNITO_USER_POOLS",
      userPoolConfig: { userPoolId: elsewhere.userPoolId, appIdClientRegex: elsewhere.userPoolClientId },
    },
  ];
  new AppSyncApi(stack, "Graph", {
    schema: "schema.graphql",
    resolvers: { "Query me": ok },
    cdk: { graphqlApi: { ...main, additionalAuthenticationProvider: more } },
  });
  new EventsApi(stack, "Live", { authorization: { providers: [main, ...more] }, namespaces: { chat: {} } });
}

beforeAll(async () => {
  folder = project({
    "cdktf.json": '{ "language": "typescript", "app": "none" }',
    "schema.graphql": "type Query { me: String @aws_cognito_user_pools @aws_oidc }",
    "functions/mcp.ts": `import { McpHandler } from ${JSON.stringify(join(root, "lib/runtime/node/mcp"))};
      export const handler = McpHandler({ respond: () => new Response("ok") });`,
    "functions/ok.ts": 'export const handler = async (event) => (event.info ? "me" : { statusCode: 200 });',
  });
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const app = new App({ name: "tokens", stage: "dev", region: "us-east-1", outdir: join(folder, "out") });
  createApis(new Stack(app, "Main"));
  app.synth();
  delete process.env.SERVERFORM_BUNDLES_FILE;
  local = await Local.start({
    accessKeys,
    from: join(folder, "out"),
    bundlesFile,
    folder: join(folder, "server"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report() {},
  });
  const [found] = readModel(from()).ofType("aws_cognito_identity_pool");
  identityPool = String(found?.values.id);
});

afterAll(() => local.stop());

const from = () => join(folder, "out");

const token = (options: Partial<CreateTokenOptions>) =>
  createToken({
    model: readModel(from()),
    keys: new PoolKeys(join(folder, "server")),
    clock: Date,
    user: "ada@example.com",
    ...options,
  });

const urlOf = (api: string): string =>
  (local.served.find(({ gateway }) => gateway.name === `dev-tokens-${api}`)?.urls[0] ?? "").replace(
    /\/$/,
    "",
  );

/** Whether a request with a token is answered. */
type Send = (token: string) => Promise<boolean>;

const get =
  (api: string, path: string): Send =>
  async (given) => {
    const { status } = await fetch(`${urlOf(api)}/${path}`, {
      headers: { Authorization: `Bearer ${given}` },
    });
    if (status !== 200 && status !== 401) throw new Error(`The status is ${status}.`);
    return status === 200;
  };

const connect =
  (api: string): Send =>
  async (given) => {
    const client = new WebSocket(`${urlOf(api)}?token=${given}`);
    const refused = once(client, "unexpected-response").then(() => false);
    client.on("error", () => {});
    const result = await Promise.race([once(client, "open").then(() => true), refused]);
    client.terminate();
    return result;
  };

const post =
  (api: string, body: object): Send =>
  async (given) => {
    const headers = { Authorization: given, "Content-Type": "application/json" };
    const response = await fetch(urlOf(api), { method: "POST", headers, body: JSON.stringify(body) });
    const { data, successful } = (await response.json()) as Record<string, { length?: number; me?: string }>;
    return data?.me === "me" || successful?.length === 1;
  };

const query = post("Graph", { query: "{ me }" });
const publish = post("Live", { channel: "/chat/a", events: ['"hello"'] });

const identify: Send = async (given) => {
  const client = new CognitoIdentityClient({ endpoint: local.servicesUrl, region: "us-east-1" });
  const [users] = local.userPools.filter(({ name }) => name === "dev-tokens-Users");
  const Logins = { [`cognito-idp.us-east-1.amazonaws.com/${users?.id}`]: given };
  return client.send(new GetIdCommand({ IdentityPoolId: identityPool, Logins })).then(
    () => true,
    ({ name }) => {
      if (name !== "NotAuthorizedException") throw new Error(name);
      return false;
    },
  );
};

/** The token that a place accepts, and the same for another client. */
interface Right {
  readonly token: Partial<CreateTokenOptions>;
  readonly otherClient: Partial<CreateTokenOptions>;
  /** Whether the gateway accepts all clients of the pool. @default false */
  readonly takesAnyClient?: boolean;
}

const ofPool: Right = { token: { pool: "Users" }, otherClient: { pool: "Users", client: "foreign" } };
const own = (authorizer: string): Right => ({
  token: { authorizer },
  otherClient: { authorizer, client: "foreign" },
});
const partner = (authorizer: string): Right => ({
  token: { authorizer },
  otherClient: { authorizer, claims: { aud: "someone" } },
});
const foreign = (authorizer: string): Right => ({
  token: { authorizer },
  otherClient: { authorizer, client: "other" },
});
const ofRest = (authorizer: string, client: string): Right => ({
  token: { authorizer },
  otherClient: { authorizer, client },
  takesAnyClient: true,
});
const graph = (of: string): string => `dev-tokens-Graph/${of}`;
const live = (of: string): string => `dev-tokens-Live/${of}`;
const poolInAws = `https://cognito-idp.us-east-1.amazonaws.com/${elsewhere.userPoolId}`;

describe("A token of `serverform local token` is accepted where it belongs:", () => {
  test.each<[place: string, send: Send, right: Right]>([
    ["Api, pool of the app", get("Http", "http_own"), own("http_own")],
    ["Api, another issuer", get("Http", "http_partner"), partner("http_partner")],
    ["Api, pool in AWS", get("Http", "http_elsewhere"), foreign("http_elsewhere")],
    ["RestV1Api, pool of the app", get("Rest", "rest_own"), ofRest("rest_own", "foreign")],
    ["RestV1Api, pool in AWS", get("Rest", "rest_elsewhere"), ofRest("rest_elsewhere", "other")],
    ["WebSocketApi, pool of the app", connect("SocketOwn"), own("SocketOwn")],
    ["WebSocketApi, ID tokens of a pool", connect("SocketOfId"), own("SocketOfId")],
    ["WebSocketApi, another issuer", connect("SocketPartner"), partner("SocketPartner")],
    ["WebSocketApi, pool in AWS", connect("SocketElsewhere"), foreign("SocketElsewhere")],
    ["AppSyncApi, pool of the app", query, ofPool],
    ["AppSyncApi, another issuer", query, partner(graph(issuer))],
    ["AppSyncApi, pool in AWS", query, foreign(graph(poolInAws))],
    ["EventsApi, pool of the app", publish, ofPool],
    ["EventsApi, another issuer", publish, partner(live(issuer))],
    ["EventsApi, pool in AWS", publish, foreign(live(poolInAws))],
    [
      "identity pool",
      identify,
      { token: { pool: "Users", use: "id" }, otherClient: { pool: "Users", use: "id", client: "foreign" } },
    ],
  ])("%s", async (_, send, { token: right, otherClient, takesAnyClient = false }) => {
    const isPartner = otherClient.claims !== undefined;
    const given = {
      right,
      otherClient,
      otherPool: { pool: "Staff" },
      otherIssuer: {
        authorizer: isPartner ? "http_staff" : "http_partner",
        claims: { iss: "https://a.invalid" },
      },
      forged: {
        authorizer: isPartner ? "http_elsewhere" : "http_partner",
        claims: await issuerOfToken(right),
      },
      expired: { ...right, clock: { now: () => Date.now() - 172_800_000 } },
      otherFolder: { ...right, keys: new PoolKeys(join(folder, "other")) },
    };
    const answered: Record<string, boolean> = {};
    for (const [kind, options] of Object.entries(given)) answered[kind] = await send(await token(options));
    answered.text = await send("text");
    const refused = Object.fromEntries(Object.keys(answered).map((kind) => [kind, false]));
    expect(answered).toEqual({ ...refused, right: true, otherClient: takesAnyClient });
  });

  test("McpAuthority, whose servers take its own tokens alone", async () => {
    const scopes = ["notes/read"];
    expect(await get("Http", "mcp")(await token({ pool: "Users", scopes }))).toBe(false);
    expect(await get("Http", "mcp")(await token({ authorizer: "http_partner", scopes }))).toBe(false);
  });
});

/** The `iss` claim of a valid token. A forged token copies it. */
async function issuerOfToken(options: Partial<CreateTokenOptions>): Promise<{ readonly iss: unknown }> {
  const [, claims = ""] = (await token(options)).split(".");
  return { iss: JSON.parse(Buffer.from(claims, "base64url").toString()).iss };
}
