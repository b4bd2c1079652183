import type { Issuers } from "../../../../../lib/local/identities/issuers";
import { type ServedApi, serveApi } from "../../support/http-api";
import { TestIssuer } from "../../support/issuer";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const url = "https://login.example.com";
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.create(url);
});

const authorizer = {
  authorizer_type: "JWT",
  identity_sources: ["$request.header.Authorization"],
  jwt_configuration: { issuer: url, audience: ["notes", "other"] },
};
const route = (scopes?: readonly string[]) => ({
  handler: () => "ok",
  route: { authorization_type: "JWT", authorizer_id: "members", authorization_scopes: scopes },
});

function served(
  given: { readonly sources?: readonly string[]; readonly issuers?: Issuers; format?: "1.0" } = {},
) {
  return serveApi({
    routes: { "GET /notes": route(), "GET /admin": route(["notes/admin", "notes/write"]) },
    authorizers: {
      members: { ...authorizer, identity_sources: given.sources ?? authorizer.identity_sources },
    },
    context: { issuers: given.issuers ?? issuer },
    format: given.format,
  });
}

const seconds = (api: ServedApi) => Math.floor(api.context.clock.now() / 1000);
const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html */
describe("HTTP API token authorizer", () => {
  test("accepts a client with a valid token, and passes its claims to the function as texts", async () => {
    const api = await served();
    const exp = seconds(api) + 60;
    const token = await issuer.token({
      aud: "notes",
      exp,
      sub: "ada",
      groups: ["a", "b"],
      ok: true,
      o: { y: 1, x: 2 },
    });
    expect(await call(api.url, "/notes", bearing(token))).toMatchObject({ status: 200, text: "ok" });
    expect(api.event("GET /notes")).toMatchObject({
      requestContext: {
        authorizer: {
          jwt: {
            claims: {
              iss: url,
              aud: "notes",
              exp: String(exp),
              sub: "ada",
              groups: "[a b]",
              ok: "true",
              o: "map[x:2 y:1]",
            },
            scopes: null,
          },
        },
      },
    });
  });

  test("format 1.0 has the claims one step higher", async () => {
    const api = await served({ format: "1.0" });
    await call(api.url, "/notes", bearing(await issuer.token({ aud: "notes", exp: seconds(api) + 60 })));
    expect(api.event("GET /notes")).toMatchObject({
      requestContext: { authorizer: { claims: { aud: "notes" }, scopes: null } },
    });
  });

  const good = { aud: "notes", exp: 60 };
  const audience = 'error_description="the token does not have a valid audience"';
  test.each([
    ["one of several audiences", { aud: ["x", "other"], exp: 60 }, 200, undefined],
    ["client_id without an audience", { client_id: "notes", exp: 60 }, 200, undefined],
    ["another audience", { ...good, aud: "x" }, 401, audience],
    ["another audience, though client_id fits", { ...good, aud: "x", client_id: "notes" }, 401, audience],
    ["no audience", { exp: 60 }, 401, audience],
    ["another issuer", { ...good, iss: "https://evil.example.com" }, 401, "issuer does not match"],
    ["a slash too many in the issuer", { ...good, iss: `${url}/` }, 401, "issuer does not match"],
    ["a token that ends now", { ...good, exp: 0 }, 401, "expired"],
    ["a token that never ends", { aud: "notes" }, 401, "expired"],
    ["a token that is good from now on", { ...good, nbf: 0 }, 200, undefined],
    ["a token that is good later", { ...good, nbf: 1 }, 401, "not valid yet"],
    ["a token that was issued now", { ...good, iat: 0 }, 200, undefined],
    ["a token that will be issued", { ...good, iat: 1 }, 401, "before it was issued"],
  ])("%s: %j is answered %i", async (_, claims, status, description) => {
    const api = await served();
    const now = seconds(api);
    const absolute = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [name, typeof value === "number" ? now + value : value]),
    );
    const answer = await call(api.url, "/notes", bearing(await issuer.token(absolute)));
    expect(answer.status).toBe(status);
    if (description !== undefined) {
      expect(answer.text).toBe('{"message":"Unauthorized"}');
      expect(answer.headers["www-authenticate"]).toMatch(
        /^Bearer scope="" error="invalid_token" error_description="/,
      );
      expect(answer.headers["www-authenticate"]).toContain(description);
      expect(api.context.functions.invoked).toEqual([]);
    }
  });

  test.each([
    ["beyond Latin-1", "\u{1f511}\u0448"],
    ["with a quotation mark", 'x" error="none'],
    ["with a line break", "x\r\na: b"],
    ["with a backslash", "x\\"],
    ["of many letters", "x".repeat(5000)],
    ["that is an object", { toString: 1 }],
    ["that is a list", [null]],
    ["that is missing", undefined],
  ])("refuses an algorithm %s, with the reason in one header", async (_, alg) => {
    const api = await served();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const { status, headers } = await call(api.url, "/notes", bearing(`${part({ alg })}.${part({})}.x`));
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toMatch(
      /^Bearer scope="" error="invalid_token" error_description="signing method [^"]{1,200} is invalid"$|error_description="signing method x{185}"$/,
    );
    expect(headers.a).toBeUndefined();
  });

  test("time passes for a token", async () => {
    const api = await served();
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60 });
    api.context.clock.advanceSeconds(59);
    expect((await call(api.url, "/notes", bearing(token))).status).toBe(200);
    api.context.clock.advanceSeconds(1);
    expect((await call(api.url, "/notes", bearing(token))).status).toBe(401);
  });

  const forged: readonly (readonly [string, (exp: number) => Promise<string> | string])[] = [
    [
      "signed by another key of the same id",
      async (exp) => (await TestIssuer.create(url, "other")).token({ aud: "notes", exp }),
    ],
    [
      "signed by a key that the issuer does not have",
      (exp) => issuer.token({ aud: "notes", exp }, { kid: "other" }),
    ],
    [
      "signed by an algorithm that AWS does not take",
      (exp) => issuer.token({ aud: "notes", exp }, { alg: "PS256", kid: "k1" }),
    ],
    ["without a key id", (exp) => issuer.token({ aud: "notes", exp }, { kid: undefined })],
    ["with algorithm none", (exp) => unsigned({ alg: "none", kid: "k1" }, exp)],
    ["signed by the public key as a secret", (exp) => issuer.hmacToken({ aud: "notes", exp })],
    ["with claims changed after signing", async (exp) => changed(await issuer.token({ aud: "x", exp }), exp)],
    ["of two parts", () => "a.b"],
    ["that is not a token", () => "hello"],
  ];
  test.each(forged)("refuses a token %s", async (_, make) => {
    const api = await served();
    const answer = await call(api.url, "/notes", bearing(await make(seconds(api) + 60)));
    expect(answer).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}' });
    expect(api.context.functions.invoked).toEqual([]);
  });

  test.each([
    ["no header", {}],
    ["an empty header", { authorization: "" }],
    ["the word alone", { authorization: "Bearer " }],
  ])("%s is unauthorized, without an error", async (_, headers) => {
    const api = await served();
    const answer = await call(api.url, "/notes", { headers });
    expect(answer).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}' });
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  test.each(["Bearer ", "bearer ", ""])("the token may follow %j", async (prefix) => {
    const api = await served();
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60 });
    const answer = await call(api.url, "/notes", { headers: { authorization: `${prefix}${token}` } });
    expect(answer.status).toBe(200);
  });

  test("the token may be in the query string", async () => {
    const api = await served({ sources: ["$request.querystring.token"] });
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60 });
    expect((await call(api.url, `/notes?token=${token}`)).status).toBe(200);
    expect((await call(api.url, "/notes", bearing(token))).status).toBe(401);
  });

  test.each([
    [{ scope: "x notes/write" }, 200],
    [{ scp: ["notes/admin"] }, 200],
    [{ scope: "notes/writer" }, 403],
    [{}, 403],
  ])("a route with scopes answers %j with %i", async (scopes, status) => {
    const api = await served();
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60, ...scopes });
    const answer = await call(api.url, "/admin", bearing(token));
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(answer.text).toBe('{"message":"Forbidden"}');
      expect(answer.headers["www-authenticate"]).toBe(
        'Bearer scope="notes/admin notes/write" error="insufficient_scope"',
      );
    }
  });

  test("the event names the scopes of the route that the token has", async () => {
    const api = await served();
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60, scope: "x notes/write" });
    await call(api.url, "/admin", bearing(token));
    expect(api.event("GET /admin")).toMatchObject({
      requestContext: { authorizer: { jwt: { scopes: ["notes/write"] } } },
    });
  });

  test("an issuer that cannot be reached leads to a refusal", async () => {
    const api = await served({ issuers: { keysOf: () => Promise.reject(new Error("ECONNREFUSED")) } });
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60 });
    const answer = await call(api.url, "/notes", bearing(token));
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toContain("OIDC discovery endpoint communication error");
  });

  test("a key of this machine may be made for longer than an issuer of the network may take", async () => {
    const api = await served({
      issuers: {
        keysOf: async (name) => {
          await Promise.resolve();
          api.context.clock.advanceSeconds(2);
          return issuer.keysOf(name);
        },
      },
    });
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 60 });
    expect((await call(api.url, "/notes", bearing(token))).status).toBe(200);
  });

  test("keys are fetched once in two hours, and again for a key that is not known", async () => {
    let fetches = 0;
    const counted: Issuers = {
      keysOf: (name) => {
        fetches += 1;
        return issuer.keysOf(name);
      },
    };
    const api = await served({ issuers: counted });
    const token = await issuer.token({ aud: "notes", exp: seconds(api) + 100_000 });
    await call(api.url, "/notes", bearing(token));
    await call(api.url, "/notes", bearing(token));
    expect(fetches).toBe(1);
    await call(api.url, "/notes", bearing(await issuer.token({ exp: seconds(api) + 60 }, { kid: "new" })));
    expect(fetches).toBe(2);
    api.context.clock.advanceSeconds(2 * 60 * 60);
    expect((await call(api.url, "/notes", bearing(token))).status).toBe(200);
    expect(fetches).toBe(3);
  });

  test("a route whose authorizer is missing refuses all requests", async () => {
    const api = await serveApi({ routes: { "GET /notes": route() } });
    expect(await call(api.url, "/notes")).toMatchObject({
      status: 500,
      text: '{"message":"Internal Server Error"}',
    });
    expect(api.context.functions.invoked).toEqual([]);
  });
});

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function unsigned(header: object, exp: number): string {
  return `${encode(header)}.${encode({ iss: url, aud: "notes", exp })}.`;
}

function changed(token: string, exp: number): string {
  const [header, , signature] = token.split(".");
  return `${header}.${encode({ iss: url, aud: "notes", exp })}.${signature}`;
}
