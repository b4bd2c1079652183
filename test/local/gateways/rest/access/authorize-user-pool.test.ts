import { TestIssuer } from "../../support/issuer";
import { call, closeAll } from "../../support/serve";
import { ok, type ServedRestApi, serveRestApi } from "../support";

afterEach(closeAll);

const url = "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc";
const otherUrl = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_def";
let issuer: TestIssuer;
let otherIssuer: TestIssuer;
beforeAll(async () => {
  [issuer, otherIssuer] = await Promise.all([TestIssuer.create(url), TestIssuer.create(otherUrl)]);
});

const arnOf = (issuerUrl: string) => {
  const [, region, pool] = /cognito-idp\.([^.]+)\.amazonaws\.com\/(.+)$/.exec(issuerUrl) ?? [];
  return `arn:aws:cognito-idp:${region}:123456789012:userpool/${pool}`;
};

function served(pools = [url], identity_source?: string) {
  const method = { authorization: "COGNITO_USER_POOLS", authorizer_id: "members" };
  return serveRestApi({
    methods: {
      "GET /notes": { handler: ok, method },
      "GET /admin": {
        handler: ok,
        method: { ...method, authorization_scopes: ["notes/admin", "notes/write"] },
      },
    },
    authorizers: {
      members: { type: "COGNITO_USER_POOLS", provider_arns: pools.map(arnOf), identity_source },
    },
    context: {
      issuers: { keysOf: (wanted) => (wanted === otherUrl ? otherIssuer : issuer).keysOf(wanted) },
    },
  });
}

const seconds = (api: ServedRestApi) => Math.floor(api.context.clock.now() / 1000);
const bearing = (token: string) => ({ headers: { authorization: token } });
const unauthorized = { status: 401, text: '{"message":"Unauthorized"}' };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html */
describe("REST API user-pools authorizer", () => {
  const id = { token_use: "id", exp: 60 };
  const access = { token_use: "access", exp: 60 };

  test.each([
    ["an ID token", "/dev/notes", id, 200],
    ["an access token without named scopes", "/dev/notes", access, 401],
    ["an access token with one of the scopes", "/dev/admin", { ...access, scope: "x notes/write" }, 200],
    ["an access token without one of the scopes", "/dev/admin", { ...access, scope: "notes/read" }, 401],
    ["an access token without any scope", "/dev/admin", access, 401],
    ["an ID token where scopes are named", "/dev/admin", { ...id, scope: "notes/write" }, 401],
    ["a token of another pool", "/dev/notes", { ...id, iss: otherUrl }, 401],
    ["a token that is good later", "/dev/notes", { ...id, nbf: 10 }, 401],
  ])("%s for %s: %j is answered %i", async (...[, path, claims, status]) => {
    const api = await served();
    const now = seconds(api);
    const absolute = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [name, typeof value === "number" ? now + value : value]),
    );
    const answer = await call(api.url, path, bearing(`Bearer ${await issuer.token(absolute)}`));
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer).toMatchObject(unauthorized);
    expect(api.context.functions.invoked).toHaveLength(status === 200 ? 1 : 0);
  });

  test("the function gets the claims as texts", async () => {
    const api = await served();
    const exp = seconds(api) + 60;
    const token = await issuer.token({
      ...id,
      exp,
      iat: exp - 60,
      auth_time: 1,
      sub: "ada",
      email_verified: true,
      "cognito:groups": ["a", "b"],
      custom: { x: 1 },
    });
    expect((await call(api.url, "/dev/notes", bearing(token))).status).toBe(200);
    expect(api.event("GET /notes")).toMatchObject({
      requestContext: {
        authorizer: {
          claims: {
            iss: url,
            token_use: "id",
            exp: "Fri Jan 02 03:05:05 UTC 2026",
            iat: "Fri Jan 02 03:04:05 UTC 2026",
            auth_time: "1",
            sub: "ada",
            email_verified: "true",
            "cognito:groups": "a,b",
            custom: '{"x":1}',
          },
        },
      },
    });
  });

  test("time passes for a token", async () => {
    const api = await served();
    const token = await issuer.token({ ...id, exp: seconds(api) + 60 });
    api.context.clock.advanceSeconds(59);
    expect((await call(api.url, "/dev/notes", bearing(token))).status).toBe(200);
    api.context.clock.advanceSeconds(1);
    expect(await call(api.url, "/dev/notes", bearing(token))).toMatchObject({
      status: 401,
      text: '{"message":"The incoming token has expired"}',
    });
  });

  test.each([
    ["no token", {}],
    ["the word alone", { authorization: "Bearer " }],
    ["a text that is not a token", { authorization: "Bearer a.b" }],
    ["a token whose claims are not JSON", { authorization: "a.!!.c" }],
    ["another header", { "x-token": "a.b.c" }],
  ])("%s is refused", async (_, headers) => {
    const api = await served();
    expect(await call(api.url, "/dev/notes", { headers })).toMatchObject(unauthorized);
  });

  test("a token of another signer is refused", async () => {
    const api = await served();
    const forged = await otherIssuer.token({ ...id, iss: url, exp: seconds(api) + 60 });
    const shared = issuer.hmacToken({ ...id, exp: seconds(api) + 60 });
    for (const token of [forged, shared]) {
      expect(await call(api.url, "/dev/notes", bearing(token))).toMatchObject(unauthorized);
    }
  });

  test("a good token of a pool that the authorizer does not name is refused", async () => {
    const api = await served();
    const token = await otherIssuer.token({ ...id, exp: seconds(api) + 60 });
    expect(await call(api.url, "/dev/notes", bearing(token))).toMatchObject(unauthorized);
  });

  test("tokens of several pools are taken", async () => {
    const api = await served([url, otherUrl]);
    const exp = seconds(api) + 60;
    for (const from of [issuer, otherIssuer]) {
      expect((await call(api.url, "/dev/notes", bearing(await from.token({ ...id, exp })))).status).toBe(200);
    }
  });

  test("the token may be in another header", async () => {
    const api = await served([url], "method.request.header.X-Token");
    const token = await issuer.token({ ...id, exp: seconds(api) + 60 });
    expect((await call(api.url, "/dev/notes", { headers: { "x-token": token } })).status).toBe(200);
  });
});
