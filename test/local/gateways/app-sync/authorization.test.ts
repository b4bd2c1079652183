import { SignatureV4 } from "@smithy/signature-v4";
import type { LocalCredentials } from "../../../../lib/local";
import { localCredentials, sessionCredentials } from "../../../support/access-keys";
import type { Handler } from "../support/context";
import { TestIssuer } from "../support/issuer";
import { closeAll } from "../support/serve";
import { type Answer, apiKey, functionArn, type ServedGraph, serveGraph } from "./support";

const pool = "eu-west-1_pool";
const poolIssuer = `https://cognito-idp.eu-west-1.amazonaws.com/${pool}`;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await TestIssuer.create(poolIssuer);
});
afterEach(closeAll);

const schema = `
  type Query {
    open: String
    key: String @aws_api_key
    users: String @aws_cognito_user_pools
    admins: String @aws_cognito_user_pools(cognito_groups: ["admins", "owners"])
    signed: String @aws_iam
    asked: String @aws_lambda
    any: Thing
  }
  type Thing @aws_api_key @aws_iam { name: String secret: String @aws_iam }
`;
const who = `
export function request(ctx) { return { payload: JSON.stringify(ctx.identity) }; }
export function response(ctx) { return ctx.result; }`;
const thing = `
export function request() { return { payload: { name: "n", secret: "s" } }; }
export function response(ctx) { return ctx.result; }`;
const fields = ["open", "key", "users", "admins", "signed", "asked"];

const userPool = {
  authentication_type: "AMAZON_COGNITO_USER_POOLS",
  user_pool_config: { user_pool_id: pool },
};
const ways = {
  key: { authentication_type: "API_KEY" },
  iam: { authentication_type: "AWS_IAM" },
  users: userPool,
  asked: {
    authentication_type: "AWS_LAMBDA",
    lambda_authorizer_config: { authorizer_uri: functionArn("guard"), authorizer_result_ttl_in_seconds: 60 },
  },
};

function start(
  first: keyof typeof ways,
  {
    api = {},
    guard,
    resources,
  }: { readonly api?: object; readonly guard?: Handler; readonly resources?: object } = {},
): Promise<ServedGraph> {
  const { [first]: main, ...others } = ways;
  return serveGraph({
    schema,
    resolvers: {
      ...Object.fromEntries(fields.map((field) => [`Query.${field}`, { code: who }])),
      "Query.any": { code: thing },
    },
    api: { ...main, additional_authentication_provider: Object.values(others), ...api },
    functions: { guard: guard ?? (() => ({ isAuthorized: true })) },
    context: { issuers: issuer },
    resources: { ...resources },
  });
}

const inAnHour = Math.floor(Date.UTC(2026, 0, 2, 4) / 1000);
const userToken = (claims: object = {}) =>
  issuer.token({ sub: "u1", "cognito:username": "ann", aud: "client1", exp: inAnHour, ...claims });

async function signedHeaders(
  url: string,
  query: string,
  service = "appsync",
  credentials: LocalCredentials = localCredentials,
): Promise<Record<string, string>> {
  const { Sha256 } = await import("@aws-crypto/sha256-js");
  const signer = new SignatureV4({
    credentials,
    region: "eu-west-1",
    service,
    sha256: Sha256,
  });
  const { host, hostname, pathname: path } = new URL(`${url}/graphql`);
  const body = JSON.stringify({ query, variables: {} });
  const request = { method: "POST", protocol: "http:", hostname, path, headers: { host }, body };
  const signingDate = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
  const { headers } = await signer.sign(request, { signingDate });
  const { host: _, ...rest } = headers;
  return rest;
}

const identityIn = ({ data }: Answer, field: string) => JSON.parse(String(data?.[field])) as unknown;
const messages = ({ errors }: Answer) => errors?.map(({ message }) => message);

describe("The directives of the schema", () => {
  const refusal = (field: string) => `Not Authorized to access ${field} on type Query`;

  test.each([
    ["an API key", ["open", "key"], async () => ({ "x-api-key": apiKey })],
    ["a user", ["users"], async () => ({ authorization: await userToken() })],
    [
      "a user of a group",
      ["users", "admins"],
      async () => ({ authorization: `Bearer ${await userToken({ "cognito:groups": ["owners"] })}` }),
    ],
    ["a signature", ["signed"], async (url: string) => signedHeaders(url, `{ ${fields.join(" ")} }`)],
    ["a token of the function", ["asked"], async () => ({ authorization: "custom" })],
  ])("open their fields to %s, and refuse the others", async (_, allowed, headersOf) => {
    const { ask, url } = await start("key");
    const answer = await ask(`{ ${fields.join(" ")} }`, {}, await headersOf(url));
    const refused = fields.filter((field) => !allowed.includes(field));
    expect(messages(answer)).toEqual(refused.map(refusal));
    expect(
      Object.entries(answer.data ?? {})
        .filter(([, value]) => value !== null)
        .map(([name]) => name),
    ).toEqual(allowed);
  });

  test("of a type are for its fields without directives", async () => {
    const { ask } = await start("key");
    const answer = await ask("{ any { name secret } }");
    expect(answer.data).toEqual({ any: { name: "n", secret: null } });
    expect(messages(answer)).toEqual(["Not Authorized to access secret on type Thing"]);
  });

  test("with default_action DENY, fields without a directive are closed", async () => {
    const api = { user_pool_config: { user_pool_id: pool, default_action: "DENY" } };
    const { ask } = await start("users", { api });
    const answer = await ask("{ open users }", {}, { authorization: await userToken() });
    expect(messages(answer)).toEqual([refusal("open")]);
    expect(identityIn(answer, "users")).toMatchObject({ defaultAuthStrategy: "DENY" });
  });
});

describe("The identity", () => {
  test("of a user has the claims and groups", async () => {
    const { ask } = await start("key");
    const authorization = await userToken({ "cognito:groups": ["admins"] });
    expect(identityIn(await ask("{ users }", {}, { authorization }), "users")).toEqual({
      sub: "u1",
      issuer: poolIssuer,
      username: "ann",
      claims: expect.objectContaining({ sub: "u1", aud: "client1" }),
      sourceIp: ["127.0.0.1"],
      defaultAuthStrategy: "ALLOW",
      groups: ["admins"],
    });
  });

  test("of a signature is that of the local credentials", async () => {
    const { ask, url } = await start("key");
    const identity = identityIn(
      await ask("{ signed }", {}, await signedHeaders(url, "{ signed }")),
      "signed",
    );
    expect(identity).toMatchObject({
      accountId: "123456789012",
      userArn: "arn:aws:iam::123456789012:user/local",
      sourceIp: ["127.0.0.1"],
    });
  });

  test("of a function is what it returns; its answer is reused, and it may deny fields", async () => {
    const guard = () => ({
      isAuthorized: true,
      resolverContext: { tenant: "t1" },
      deniedFields: [
        "Query.signed",
        "arn:aws:appsync:eu-west-1:123456789012:apis/graph1/types/Query/fields/open",
      ],
    });
    const { ask, context } = await start("asked", { guard });
    const answer = await ask("{ asked open }", {}, { authorization: "custom" });
    expect(identityIn(answer, "asked")).toEqual({ resolverContext: { tenant: "t1" } });
    expect(messages(answer)).toEqual(["Not Authorized to access open on type Query"]);
    await ask("{ asked }", {}, { authorization: "custom" });
    expect(context.functions.events("guard")).toEqual([
      {
        authorizationToken: "custom",
        requestContext: {
          apiId: "graph1",
          accountId: "123456789012",
          requestId: expect.any(String),
          queryString: "{ asked open }",
          operationName: null,
          variables: {},
        },
        requestHeaders: expect.objectContaining({ authorization: "custom" }),
      },
    ]);
  });
});

describe("A request is refused", () => {
  const expired = {
    "aws_appsync_api_key.Old": {
      id: "graph1:old",
      api_id: "graph1",
      key: "da2-old",
      expires: "2026-01-01T00:00:00Z",
    },
  };

  test.each([
    [
      "without authorization",
      {},
      "Valid authorization header not provided.",
      "neither x-api-key nor Authorization",
    ],
    [
      "with a wrong key",
      { "x-api-key": "da2-no" },
      "You are not authorized to make this call.",
      "no such API key",
    ],
    [
      "with a key that has ended",
      { "x-api-key": "da2-old" },
      "You are not authorized to make this call.",
      "ended at 2026-01-01T00:00:00.000Z",
    ],
  ])("%s", async (_, headers, message, reason) => {
    const { ask, context } = await start("key", { resources: expired });
    const { status, errors } = await ask("{ open }", {}, headers);
    expect([status, errors]).toEqual([401, [{ errorType: "UnauthorizedException", message }]]);
    expect(context.reported.at(-1)).toMatchObject({
      event: "request",
      status: 401,
      reason: expect.stringContaining(reason),
    });
  });

  test.each([
    ["an old token", async () => userToken({ exp: 1 }), "Token has expired."],
    [
      "a token of another client",
      async () => userToken({ aud: "client2" }),
      "You are not authorized to make this call.",
    ],
    [
      "a forged token",
      async () => issuer.hmacToken({ exp: inAnHour }),
      "You are not authorized to make this call.",
    ],
  ])("with %s", async (_, tokenOf, message) => {
    const api = { user_pool_config: { user_pool_id: pool, app_id_client_regex: "client1" } };
    const { ask } = await start("users", { api });
    const { status, errors } = await ask("{ users }", {}, { authorization: await tokenOf() });
    expect([status, errors]).toEqual([401, [{ errorType: "UnauthorizedException", message }]]);
  });

  test("with a token where the API has no way for tokens", async () => {
    const { ask } = await serveGraph({ schema, api: { authentication_type: "API_KEY" } });
    const { status, errors } = await ask("{ open }", {}, { authorization: "custom" });
    expect([status, errors?.[0]?.message]).toEqual([401, "Unable to parse JWT token."]);
  });

  test.each([
    ["false", { isAuthorized: false }],
    ["no answer that is usable", { yes: true }],
  ])("by a function that returns %s", async (_, answer) => {
    const { ask } = await start("asked", { guard: () => answer });
    expect((await ask("{ asked }", {}, { authorization: "custom" })).status).toBe(401);
  });

  test("by the pattern for tokens, without asking the function", async () => {
    const lambda_authorizer_config = {
      authorizer_uri: functionArn("guard"),
      identity_validation_expression: "^good-.*",
    };
    const { ask, context } = await start("asked", { api: { lambda_authorizer_config } });
    expect((await ask("{ asked }", {}, { authorization: "bad" })).status).toBe(401);
    expect(context.functions.events("guard")).toEqual([]);
  });

  test("with a signature for another service", async () => {
    const { ask, url } = await start("iam");
    const { status, errors } = await ask(
      "{ signed }",
      {},
      await signedHeaders(url, "{ signed }", "execute-api"),
    );
    expect([status, errors?.[0]?.message]).toEqual([
      401,
      "Credential should be scoped to eu-west-1/appsync.",
    ]);
  });

  test("when a token of an OIDC issuer was made too long ago", async () => {
    const openid_connect_config = { issuer: poolIssuer, iat_ttl: 60_000 };
    const { ask } = await start("key", {
      api: {
        authentication_type: "OPENID_CONNECT",
        openid_connect_config,
        additional_authentication_provider: [],
      },
    });
    const now = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;
    const statusAt = async (iat: number) =>
      (await ask("{ open }", {}, { authorization: await userToken({ iat }) })).status;
    expect([await statusAt(now - 30), await statusAt(now - 90)]).toEqual([200, 401]);
  });
});

describe("HTTP", () => {
  const simple = { schema: "type Query { a: String b: B } type B { c: B d: String }" };

  test("answers preflight requests of every page", async () => {
    const { url } = await serveGraph(simple);
    const response = await fetch(`${url}/graphql`, {
      method: "OPTIONS",
      headers: { origin: "http://localhost:3000" },
    });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });

  test.each([
    ["GET", "/graphql", undefined, 405, "MethodNotAllowedException"],
    ["POST", "/other", "{}", 404, "NotFoundException"],
    ["POST", "/graphql", "no json", 400, "MalformedHttpRequestException"],
    ["POST", "/graphql", '{"a":1}', 400, "MalformedHttpRequestException"],
    ["POST", "/graphql", `"${"x".repeat(1024 * 1024)}"`, 413, "RequestEntityTooLargeException"],
  ])("%s %s with an unusable body is refused", async (method, path, body, status, errorType) => {
    const { url } = await serveGraph(simple);
    const response = await fetch(url + path, { method, body, headers: { "x-api-key": apiKey } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ errorType }] });
  });

  test.each([
    ["depth", { query_depth_limit: 2 }, "{ b { c { d } } }", "Query depth 3 exceeds the limit of 2."],
    [
      "introspection",
      { introspection_config: "DISABLED" },
      "{ __schema { types { name } } }",
      "IntrospectionDisabled",
    ],
    [
      "validation",
      {},
      "{ nope }",
      'Validation error of type FieldUndefined: Cannot query field "nope" on type "Query".',
    ],
    [
      "several operations",
      {},
      "query A { a } query B { a }",
      "The query needs one operation, or operationName.",
    ],
    ["subscription", {}, "subscription { a }", "Subscriptions need a WebSocket connection."],
  ])("explains %s", async (_, api, query, message) => {
    const { ask } = await serveGraph({ ...simple, api });
    const { status, errors } = await ask(query);
    expect([status, errors?.[0]?.message]).toEqual([200, expect.stringContaining(message)]);
  });

  test("resolvers are counted", async () => {
    const resolvers = { "Query.a": () => "1" };
    const { ask } = await serveGraph({ ...simple, resolvers, api: { resolver_count_limit: 2 } });
    const { data, errors } = await ask("{ a b: a c: a }");
    expect([data, errors?.[0]?.errorType]).toEqual([
      { a: "1", b: "1", c: null },
      "ResolverExecutionLimitReached",
    ]);
  });

  test("an operation ends after 30 seconds", async () => {
    const { ask, context } = await serveGraph({
      ...simple,
      resolvers: { "Query.a": () => new Promise(() => {}) },
    });
    const answer = ask("{ a }");
    await context.clock.untilWaitedFor(30_000);
    context.clock.advanceSeconds(30);
    expect((await answer).errors).toEqual([
      { errorType: "ExecutionTimeout", message: "Execution timed out." },
    ]);
  });
});

describe("Policies of roles", () => {
  const roleArn = (name: string) => `arn:aws:iam::123456789012:role/${name}`;
  const role = (name: string, Action: string, Resource: string) => ({
    [`aws_iam_role.${name}`]: { name, arn: roleArn(name) },
    [`aws_iam_role_policy.${name}`]: {
      role: name,
      policy: JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action, Resource }] }),
    },
  });

  test.each([
    ["may invoke the function", functionArn("Query_open"), { open: "yes" }, undefined],
    ["may not", functionArn("other"), { open: null }, "Lambda:AccessDeniedException"],
  ])("are those of the data source: its role %s", async (_, resource, data, errorType) => {
    const lambda_config = { function_arn: functionArn("Query_open") };
    const source = { api_id: "graph1", name: "Query_open", type: "AWS_LAMBDA", lambda_config };
    const { ask } = await serveGraph({
      schema,
      resolvers: { "Query.open": () => "yes" },
      resources: {
        ...role("caller", "lambda:InvokeFunction", resource),
        "aws_appsync_datasource.Query_open": { ...source, service_role_arn: roleArn("caller") },
      },
      enforces: true,
    });
    const answer = await ask("{ open }");
    expect([answer.data, answer.errors?.[0]?.errorType]).toEqual([data, errorType]);
  });

  test("apply to the signer: one field of the API", async () => {
    const field = "arn:aws:appsync:eu-west-1:123456789012:apis/graph1/types/Query/fields/signed";
    const { ask, url } = await serveGraph({
      schema: "type Query { signed: String other: String }",
      resolvers: { "Query.signed": { code: who }, "Query.other": { code: who } },
      api: ways.iam,
      resources: role("reader", "appsync:GraphQL", field),
      enforces: true,
    });
    const session = sessionCredentials({ roleArn: roleArn("reader"), sessionName: "test" });
    const query = "{ signed other }";
    const answer = await ask(query, {}, await signedHeaders(url, query, "appsync", session));
    expect(messages(answer)).toEqual(["Not Authorized to access other on type Query"]);
    expect(identityIn(answer, "signed")).toMatchObject({
      userArn: "arn:aws:sts::123456789012:assumed-role/reader/test",
    });
  });
});
