import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ConnectRequest,
  handler,
  socketAuthorizer,
  type TokenSettings,
} from "../../../lib/runtime/programs/socket-authorizer";
import { rsaKeys } from "../../support/rsa-keys";

const methodArn = "arn:aws:execute-api:us-east-1:123456789012:chat1/dev/$connect";
const { privateKey, publicKey } = rsaKeys("one");
const strange = rsaKeys("other");
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** An issuer: what it answers by path, and how often it was asked. */
let documents: Record<string, object | undefined>;
let asked: string[];
let issuer: string;
const server = createServer(({ url = "" }, response) => {
  asked.push(url);
  const document = documents[url];
  response.writeHead(document === undefined ? 404 : 200).end(JSON.stringify(document));
});
let logged: jest.SpyInstance;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" }] };
  documents = {
    "/.well-known/jwks.json": keys,
    "/keys": keys,
    "/.well-known/openid-configuration": { issuer, jwks_uri: `${issuer}/keys` },
  };
  logged = jest.spyOn(console, "info").mockImplementation(() => {});
});
afterEach(() => logged.mockRestore());

interface Signing {
  readonly key?: KeyObject;
  readonly kid?: string;
}

async function sign(claims: object, { key = privateKey, kid = "k1" }: Signing = {}): Promise<string> {
  const { SignJWT } = await import("jose");
  return new SignJWT({ iss: issuer, exp: inSeconds(60), sub: "u1", ...claims })
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(key);
}

const access = { token_use: "access", client_id: "web", username: "ada" };
const id = { token_use: "id", aud: "web", email: "ada@example.com" };

const ofPool = (given: Partial<TokenSettings> = {}) =>
  socketAuthorizer({
    issuer,
    audience: ["web", "app"],
    source: "querystring.token",
    tokenUse: "access",
    ...given,
  });
const ofIssuer = (given: Partial<TokenSettings> = {}) => ofPool({ tokenUse: undefined, ...given });
const withToken = (token: string): ConnectRequest => ({ methodArn, queryStringParameters: { token } });

const effectOf = ({ policyDocument }: { readonly policyDocument: object }) =>
  (policyDocument as { Statement: { Effect: string; Resource: string }[] }).Statement[0];
const allowed = { Action: "execute-api:Invoke", Effect: "Allow", Resource: methodArn };
const denied = { Action: "execute-api:Invoke", Effect: "Deny", Resource: methodArn };

describe("the authorizer of sockets admits", () => {
  test("a user with an access token, and passes the claims as texts", async () => {
    const claims = { ...access, "cognito:groups": ["staff"], auth_time: 1, verified: true, none: null };
    const decision = await ofPool()(withToken(await sign(claims)));
    expect(effectOf(decision)).toEqual(allowed);
    expect(decision.principalId).toBe("u1");
    expect(decision.context).toMatchObject({
      sub: "u1",
      username: "ada",
      "cognito:groups": '["staff"]',
      auth_time: "1",
      verified: "true",
    });
    expect(decision.context).not.toHaveProperty("none");
  });

  test("a user with an ID token where that is configured", async () => {
    const decision = await ofPool({ tokenUse: "id" })(withToken(await sign(id)));
    expect(effectOf(decision)).toEqual(allowed);
    expect(decision.context.email).toBe("ada@example.com");
  });

  test.each([
    ["aud", { aud: "web" }],
    ["one of several aud", { aud: ["other", "app"] }],
    ["client_id, without aud", { client_id: "web" }],
  ])("tokens of another issuer for the audience in %s", async (_, claims) => {
    expect(effectOf(await ofIssuer()(withToken(await sign(claims))))).toEqual(allowed);
    expect(asked).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  test.each([
    [{ Authorization: "Bearer TOKEN" }, {}],
    [{ authorization: "bearer TOKEN" }, {}],
    [{ AUTHORIZATION: "TOKEN" }, {}],
    [null, { authorization: ["Bearer TOKEN"] }],
  ])("a token in a header, however it is written: %p %p", async (headers, multiValueHeaders) => {
    const token = await sign(access);
    const sent = JSON.parse(
      JSON.stringify({ methodArn, headers, multiValueHeaders }).replaceAll("TOKEN", token),
    );
    expect(effectOf(await ofPool({ source: "header.Authorization" })(sent))).toEqual(allowed);
  });

  test.each([
    ["chat, TOKEN", "chat"],
    ["TOKEN,chat.v1.x,b", "chat.v1.x"],
    ["TOKEN", "TOKEN"],
  ])("a token among the subprotocols %p, and names the answer", async (offered, answer) => {
    const token = await sign(access);
    const headers = { "Sec-WebSocket-Protocol": offered.replace("TOKEN", token) };
    const decision = await ofPool({ source: "subprotocol" })({ methodArn, headers });
    expect(effectOf(decision)).toEqual(allowed);
    expect(decision.context.subprotocol).toBe(answer.replace("TOKEN", token));
  });

  test("many users with one request for the keys", async () => {
    const authorize = ofPool();
    for (const sub of ["a", "b", "c"]) await authorize(withToken(await sign({ ...access, sub })));
    expect(asked).toEqual(["/.well-known/jwks.json"]);
  });

  test("tokens of a new key, which it fetches then", async () => {
    const authorize = ofPool();
    await authorize(withToken(await sign(access)));
    documents["/.well-known/jwks.json"] = {
      keys: [{ ...strange.publicKey.export({ format: "jwk" }), kid: "k2", alg: "RS256", use: "sig" }],
    };
    const rotated = await sign(access, { key: strange.privateKey, kid: "k2" });
    expect(effectOf(await authorize(withToken(rotated)))).toEqual(allowed);
    expect(asked).toHaveLength(2);
  });
});

describe("the authorizer of sockets denies, and logs why without the token", () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    ["an expired token", () => sign({ ...access, exp: inSeconds(-1) }), /expired/i],
    ["a token that never expires", () => sign({ ...access, exp: undefined }), /does not expire/],
    ["a token that is not valid yet", () => sign({ ...access, nbf: inSeconds(60) }), /before/i],
    ["a token for another client", () => sign({ ...access, client_id: "other" }), /Client ID.*other/],
    ["an ID token", () => sign(id), /Token use.*id/],
    ["a token of another issuer", () => sign({ ...access, iss: "https://other.example" }), /Issuer/],
    ["a token with another signature", () => sign(access, { key: strange.privateKey }), /signature/i],
    ["a token with an unknown key", () => sign(access, { kid: "k9" }), /k9/],
    ["a text that is not a token", async () => "ey.nonsense", /3 parts/],
    [
      "a token without signature",
      async () =>
        `${Buffer.from('{"alg":"none","kid":"k1"}').toString("base64url")}.${(await sign(access)).split(".")[1]}.`,
      /./,
    ],
    ["no token", async () => "", /no token in querystring\.token/],
  ])("%s", async (_, make, reason) => {
    const token = await make();
    const decision = await ofPool()(withToken(token));
    expect(effectOf(decision)).toEqual(denied);
    expect(decision.context).toEqual({});
    expect(logged).toHaveBeenCalledTimes(1);
    const [text] = logged.mock.calls[0];
    expect(text).toMatch(reason);
    if (token !== "") expect(text).not.toContain(token);
  });

  test("an access token where ID tokens are accepted", async () => {
    expect(effectOf(await ofPool({ tokenUse: "id" })(withToken(await sign(access))))).toEqual(denied);
  });

  test.each([
    ["another aud", { aud: "other" }],
    ["another aud beside the client_id", { aud: "other", client_id: "web" }],
    ["neither", {}],
  ])("tokens of another issuer with %s", async (_, claims) => {
    expect(effectOf(await ofIssuer()(withToken(await sign(claims))))).toEqual(denied);
  });

  test.each([
    ["header.Authorization", { headers: {} }],
    ["subprotocol", { headers: { "sec-websocket-protocol": "chat, v1.chat.example" } }],
    ["subprotocol", {}],
  ])("a request without a token in %s", async (source, request) => {
    expect(effectOf(await ofPool({ source })({ methodArn, ...request }))).toEqual(denied);
    expect(asked).toEqual([]);
  });
});

describe("the authorizer of sockets fails, and tries again with the next client", () => {
  test.each<[string, () => void, (given?: Partial<TokenSettings>) => ReturnType<typeof ofPool>, RegExp]>([
    ["has no keys", () => delete documents["/.well-known/jwks.json"], ofPool, /jwks\.json.*404/],
    [
      "answers with something else",
      () => (documents["/.well-known/jwks.json"] = { error: "x" }),
      ofPool,
      /JWKS/,
    ],
    ["has no configuration", () => delete documents["/.well-known/openid-configuration"], ofIssuer, /404/],
    [
      "names no keys",
      () => (documents["/.well-known/openid-configuration"] = {}),
      ofIssuer,
      /no usable jwks_uri/,
    ],
    [
      "names keys of another protocol",
      () => (documents["/.well-known/openid-configuration"] = { jwks_uri: "file:///keys" }),
      ofIssuer,
      /no usable jwks_uri/,
    ],
  ])("when the issuer %s", async (_, breakIssuer, create, message) => {
    const authorize = create();
    const before = { ...documents };
    breakIssuer();
    const token = await sign({ ...access, aud: "web" });
    await expect(authorize(withToken(token))).rejects.toThrow(message);
    expect(logged).not.toHaveBeenCalled();
    documents = before;
    expect(effectOf(await authorize(withToken(token)))).toEqual(allowed);
  });
});

test("the authorizer of sockets accepts tokens of the developer's key without asking the issuer, and still those of the issuer", async () => {
  const jwk = strange.publicKey.export({ format: "jwk" });
  const developerKeys = `${issuer}/here?issuer=x`;
  documents["/here?issuer=x"] = { keys: [] };
  const authorize = ofIssuer({ developerKeys });
  const ofDeveloper = await sign({ ...access, aud: "web" }, { key: strange.privateKey, kid: "here" });
  await expect(authorize(withToken(ofDeveloper)).then(effectOf)).resolves.toEqual(denied);
  documents["/here?issuer=x"] = { keys: [{ ...jwk, kid: "here", alg: "RS256", use: "sig" }] };
  asked = [];
  expect(effectOf(await authorize(withToken(ofDeveloper)))).toEqual(allowed);
  expect(asked).toEqual(["/here?issuer=x"]);
  expect(effectOf(await authorize(withToken(await sign({ ...access, aud: "web" }))))).toEqual(allowed);
  expect(effectOf(await ofIssuer()(withToken(ofDeveloper)))).toEqual(denied);
});

test("the function reads its settings from the environment", async () => {
  Object.assign(process.env, {
    SERVERFORM_TOKEN_ISSUER: issuer,
    SERVERFORM_TOKEN_AUDIENCE: '["web"]',
    SERVERFORM_TOKEN_SOURCE: "querystring.access_token",
    SERVERFORM_TOKEN_USE: "access",
  });
  const queryStringParameters = { access_token: await sign(access) };
  expect(effectOf(await handler({ methodArn, queryStringParameters }))).toEqual(allowed);
  expect(effectOf(await handler({ methodArn, queryStringParameters: null }))).toEqual(denied);
});
