import { tokenVerifier } from "../../../lib/facts/aws/function-variables";
import { createToken, PoolKeys } from "../../../lib/local";
import { LocalIssuers, tokenIssuersOf } from "../../../lib/local/identities";
import { type TokenRules, TokenVerifier } from "../../../lib/local/identities/token-verifier";
import { temporaryFolder } from "../../support/stack";
import { TestClock } from "../support/clock";
import { testKeys } from "../support/keys";
import { poolsModel } from "./model";

const issuer = "https://notes.eu.example-idp.com/";
const poolInAws = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_elsewhere";
const http = (path: string, values: object) => ({ "//": { metadata: { path } }, api_id: "api", ...values });
const jwt = (of: string, ...audience: string[]) => ({
  authorizer_type: "JWT",
  jwt_configuration: { issuer: of, audience },
});
const variables = {
  [tokenVerifier.issuer]: issuer,
  [tokenVerifier.audience]: '["chat"]',
  [tokenVerifier.source]: "querystring.token",
};
const model = poolsModel({
  aws_apigatewayv2_authorizer: {
    Partner: http("dev-notes-Service/Api/Authorizer_partner", {
      name: "partner",
      ...jwt(issuer, "https://notes", "other"),
    }),
    Elsewhere: http("dev-notes-Service/Api/Authorizer_aws", { name: "aws", ...jwt(poolInAws, "client") }),
    Own: http("dev-notes-Service/Api/Authorizer_own", {
      name: "own",
      ...jwt(
        "https://${aws_cognito_user_pool.Users.endpoint}",
        "of-another-app",
        "${aws_cognito_user_pool_client.Web.id}",
      ),
    }),
    Chat: http("dev-notes-Service/Chat/Authorizer", {
      name: "chat",
      authorizer_type: "REQUEST",
      api_id: "${aws_apigatewayv2_api.Chat.id}",
      authorizer_uri: "${aws_lambda_function.Verifier.invoke_arn}",
    }),
    // Neither a function of the app with the same variables nor one that an HTTP API asks is that of the library.
    Imitated: http("dev-notes-Service/Chat/Authorizer_imitated", {
      name: "imitated",
      authorizer_type: "REQUEST",
      api_id: "${aws_apigatewayv2_api.Chat.id}",
      authorizer_uri: "${aws_lambda_function.Imitation.invoke_arn}",
    }),
    Borrowed: http("dev-notes-Service/Api/Authorizer_borrowed", {
      name: "borrowed",
      authorizer_type: "REQUEST",
      api_id: "${aws_apigatewayv2_api.Http.id}",
      authorizer_uri: "${aws_lambda_function.Verifier.invoke_arn}",
    }),
    Check: http("dev-notes-Service/Api/Authorizer_check", { name: "check", authorizer_type: "REQUEST" }),
  },
  aws_api_gateway_authorizer: {
    Rest: {
      name: "rest",
      type: "COGNITO_USER_POOLS",
      provider_arns: ["arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_elsewhere"],
    },
  },
  aws_apigatewayv2_api: {
    Chat: { name: "chat", protocol_type: "WEBSOCKET" },
    Http: { name: "http", protocol_type: "HTTP" },
  },
  aws_lambda_function: {
    Verifier: { function_name: "verifier", handler: tokenVerifier.handler, environment: { variables } },
    Imitation: { function_name: "imitation", handler: "functions/check.handler", environment: { variables } },
  },
  aws_appsync_api: {
    Live: {
      name: "live",
      event_config: [
        {
          auth_provider: [
            { auth_type: "API_KEY" },
            { auth_type: "OPENID_CONNECT", openid_connect_config: { issuer, client_id: "live|other" } },
          ],
        },
      ],
    },
  },
  aws_appsync_graphql_api: {
    Graph: {
      name: "graph",
      authentication_type: "API_KEY",
      additional_authentication_provider: [
        { authentication_type: "OPENID_CONNECT", openid_connect_config: { issuer, client_id: "graph" } },
        {
          authentication_type: "AMAZON_COGNITO_USER_POOLS",
          user_pool_config: { user_pool_id: "us-east-1_elsewhere", app_id_client_regex: "mobile" },
        },
      ],
    },
  },
});
const keys = testKeys();
const clock = new TestClock();
const asked: string[] = [];
const issuers = new LocalIssuers({
  model,
  keys,
  clock,
  fetch: async (url) => {
    asked.push(url);
    throw new Error("there is no network");
  },
});
const tokens = new TokenVerifier(issuers, clock);
const token = (more: Partial<Parameters<typeof createToken>[0]>) =>
  createToken({ model, keys, clock, user: "ada", ...more });
const verify = async (rules: TokenRules, more: Parameters<typeof token>[0]) =>
  tokens.verify(await token(more), rules);

beforeEach(() => void asked.splice(0));

test("the issuers are those of authorizers, without the pools of the app", () => {
  expect(tokenIssuersOf(model).map(({ name, issuer: of }) => [name, of])).toEqual([
    ["chat", issuer],
    ["aws", poolInAws],
    ["partner", issuer],
    ["rest", poolInAws],
    [`graph/${issuer}`, issuer],
    [`graph/${poolInAws}`, poolInAws],
    ["live", issuer],
  ]);
});

test("a token of another issuer is accepted without its answer, with its claims", async () => {
  const claims = { email: "ada@example.com", roles: ["admin"] };
  const scopes = ["notes/read"];
  const check = await verify(
    { issuer, audiences: ["https://notes"] },
    { authorizer: "partner", claims, scopes, ttlSeconds: 60 },
  );
  expect(check).toMatchObject({
    accepted: true,
    claims: { iss: issuer, sub: "ada", aud: "https://notes", scope: "notes/read", ...claims },
  });
  expect(asked).toEqual([]);
});

test("claims are in place of those of the issuer", async () => {
  const check = await verify(
    { issuer, audiences: ["https://notes"] },
    { authorizer: "partner", claims: { aud: "x" } },
  );
  expect(check).toMatchObject({ accepted: false, reason: "the token does not have a valid audience" });
});

test.each(["aws", "rest"])(
  "a token of a user pool elsewhere has Cognito's claims: %s",
  async (authorizer) => {
    const access = { authorizer, groups: ["admins"], client: "client", use: "access" as const };
    const check = await verify({ issuer: poolInAws }, access);
    expect(check).toMatchObject({
      claims: { token_use: "access", client_id: "client", "cognito:groups": ["admins"], username: "ada" },
    });
    const id = await verify(
      { issuer: poolInAws, audiences: ["client"] },
      { authorizer, use: "id", client: "client" },
    );
    expect(id).toMatchObject({ accepted: true, claims: { token_use: "id", aud: "client" } });
  },
);

test("an authorizer of the app's own pool accepts tokens of that pool, for its client", async () => {
  const own = await verify(
    { issuer: (await claimsIn(await token({ pool: "Users" }))).iss as string },
    { authorizer: "own" },
  );
  expect(own).toMatchObject({ accepted: true, claims: { token_use: "access" } });
});

test("the key of an issuer counts for that issuer alone, and not on other servers", async () => {
  const foreign = await token({ authorizer: "partner", claims: { iss: poolInAws } });
  expect(await tokens.verify(foreign, { issuer: poolInAws })).toMatchObject({ accepted: false });
  const other = new TokenVerifier(
    new LocalIssuers({
      model,
      keys: new PoolKeys(temporaryFolder()),
      clock,
      fetch: () => Promise.reject(new Error("no network")),
    }),
    clock,
  );
  expect(await other.verify(await token({ authorizer: "partner" }), { issuer })).toMatchObject({
    accepted: false,
  });
});

test("an issuer of several of one API is named with the API", async () => {
  expect(await claimsIn(await token({ authorizer: `graph/${issuer}` }))).toMatchObject({
    iss: issuer,
    aud: "graph",
  });
  expect(await claimsIn(await token({ authorizer: "live" }))).toMatchObject({ iss: issuer, aud: "live" });
  const ofPool = await claimsIn(await token({ authorizer: `graph/${poolInAws}` }));
  expect(ofPool).toMatchObject({ iss: poolInAws, client_id: "mobile" });
  expect(await claimsIn(await token({ authorizer: "chat" }))).toMatchObject({ iss: issuer, aud: "chat" });
});

test.each([
  ["a function", { authorizer: "check" }, "local-authorizer-function"],
  [
    "a function that has the variables of the library",
    { authorizer: "imitated" },
    "local-authorizer-function",
  ],
  ["a function of the library at another gateway", { authorizer: "borrowed" }, "local-authorizer-function"],
  ["unknown", { authorizer: "partners" }, "part-not-found"],
  ["one of several", { authorizer: "Api" }, "local-several"],
  ["of one of two issuers", { authorizer: "graph" }, "local-several"],
  ["given with a pool", { authorizer: "partner", pool: "Users" }, "local-token-pool"],
  ["without groups", { authorizer: "partner", groups: ["admins"] }, "local-token-option"],
  ["without clients", { authorizer: "partner", client: "web" }, "local-token-option"],
  ["without kinds of tokens", { authorizer: "partner", use: "id" as const }, "local-token-option"],
])("an authorizer that is %s is refused", async (_what, options, code) => {
  await expect(token(options)).rejects.toMatchObject({ code });
});

async function claimsIn(text: string): Promise<Readonly<Record<string, unknown>>> {
  const { decodeJwt } = await import("jose");
  return decodeJwt(text);
}
