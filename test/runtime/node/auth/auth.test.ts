import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  type AuthAdapter,
  AuthHandler,
  createAdapter,
  LinkAdapter,
  OauthAdapter,
  OidcAdapter,
  Session,
  useSession,
} from "../../../../lib/runtime/node/auth";
import { signClaims, verifyToken } from "../../../../lib/runtime/node/auth/token";
import type { GatewayEvent, LambdaContext } from "../../../../lib/runtime/node/context";
import { ApiHandler } from "../../../../lib/runtime/node/requests/api-handler";
import { handler as keysHandler } from "../../../../lib/runtime/programs/auth-keys";
import { rsaKeys } from "../../../support/rsa-keys";
import { eventV1, eventV2, type RequestParts } from "../../events";
import { functionEnvironment } from "../../support";
import { TestProvider } from "./provider";

const pem = (name: string) => {
  const { privateKey, publicKey } = rsaKeys(name);
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
};
const keys = pem("one");
const others = pem("other");
const context = {} as LambdaContext;
const ada = { type: "user", properties: { email: "ada@example.com" } } as const;

functionEnvironment();
beforeEach(() => {
  process.env.SERVERFORM_Auth_publicKey_Auth = keys.publicKey;
  process.env.SERVERFORM_Auth_privateKey_Auth = keys.privateKey;
  process.env.SERVERFORM_Auth_prefix_Auth = "/auth";
});

type Request = RequestParts & { readonly cookie?: string };

/** A request of a browser, in payload format 2.0. */
function at(path: string, { cookie, ...parts }: Request = {}): GatewayEvent {
  const event = eventV2({ method: "GET", ...parts });
  return { ...event, rawPath: path, cookies: cookie?.split("; ") } as GatewayEvent;
}

const sessionOf = (request: Request) => ApiHandler(() => useSession())(at("/me", request), context);

describe("a session", () => {
  test("is a token that other libraries verify with the public key", async () => {
    const token = Session.create({ ...ada, options: { expiresIn: "1 hour", sub: "u1" } });
    const { importSPKI, jwtVerify } = await import("jose");
    const { payload, protectedHeader } = await jwtVerify(token, await importSPKI(keys.publicKey, "RS512"));
    expect(protectedHeader).toEqual({ alg: "RS512", typ: "JWT" });
    expect(payload).toMatchObject({ ...ada, sub: "u1", exp: (payload.iat ?? 0) + 3600 });
  });

  test("may be signed by another library with the private key", async () => {
    const { importPKCS8, SignJWT } = await import("jose");
    const token = await new SignJWT(ada)
      .setProtectedHeader({ alg: "RS512", typ: "JWT" })
      .setExpirationTime("1h")
      .sign(await importPKCS8(keys.privateKey, "RS512"));
    expect(await sessionOf({ headers: { authorization: `Bearer ${token}` } })).toEqual(ada);
  });

  test.each([
    ["seconds", 60, 60],
    ["a text", "2 days", 172_800],
    ["nothing", undefined, 604_800],
  ])("lives as long as %s says", (_, expiresIn, seconds) => {
    const claims = verifyToken(
      "session",
      [keys.publicKey],
      Session.create({ ...ada, options: { expiresIn } }),
    );
    expect(Number(claims?.exp) - Number(claims?.iat)).toBe(seconds);
  });

  test.each(["soon", 0, -5, 1.5, "0 days"])("refuses the lifetime %p", (expiresIn) => {
    expect(() => Session.create({ ...ada, options: { expiresIn } })).toThrow(/expiresIn is .*Write seconds/);
  });

  test("goes to a page in a cookie that scripts cannot read", () => {
    const { statusCode, headers } = Session.cookie({ ...ada, redirect: "https://www.example.com/" });
    expect([statusCode, headers.location]).toEqual([302, "https://www.example.com/"]);
    expect(headers["set-cookie"]).toMatch(
      /^auth-token=[\w-]+\.[\w-]+\.[\w-]+; HttpOnly; SameSite=None; Secure; Path=\/; Max-Age=604800$/,
    );
  });

  test.each([
    ["https://www.example.com/", /^https:\/\/www\.example\.com\/\?token=[\w.-]+$/],
    ["https://www.example.com/?a=1#top", /^https:\/\/www\.example\.com\/\?a=1&token=[\w.-]+#top$/],
  ])("goes to %s in the query", (redirect, location) => {
    expect(Session.parameter({ ...ada, redirect }).headers.location).toMatch(location);
  });
});

describe("useSession", () => {
  const token = () => Session.create(ada);

  test("reads the cookie, else the header", async () => {
    expect(await sessionOf({ cookie: `theme=dark; auth-token=${token()}` })).toEqual(ada);
    expect(await sessionOf({ headers: { authorization: `bearer ${token()}` } })).toEqual(ada);
    expect(
      await sessionOf({ cookie: "auth-token=old", headers: { authorization: `Bearer ${token()}` } }),
    ).toEqual(ada);
  });

  describe("in a cookie", () => {
    const cookieFor = (redirect: string, origins?: readonly string[]) =>
      /^[^;]+/.exec(Session.cookie({ ...ada, redirect, origins }).headers["set-cookie"] ?? "")?.[0] ?? "";
    const page = "https://www.example.com";

    test.each([
      ["the page", page, "https://www.example.com/home"],
      ["the API itself", "https://api.example.com", "https://www.example.com/home"],
      ["a navigation, which has no origin", undefined, "https://www.example.com/home"],
      ["any page, if only a path is known", "https://evil.example", "/home"],
    ])("counts for %s", async (_, origin, redirect) => {
      const headers = { host: "api.example.com", ...(origin !== undefined && { origin }) };
      expect(await sessionOf({ cookie: cookieFor(redirect), headers })).toEqual(ada);
    });

    test.each([
      "https://evil.example",
      "http://www.example.com",
      "https://www.example.com.evil.example",
      "https://www.example.com:8443",
      "null",
    ])("does not count for a page of %s, which may sign in with a header", async (origin) => {
      const headers = { host: "api.example.com", origin };
      const cookie = cookieFor(`${page}/home`);
      expect(await sessionOf({ cookie, headers })).toMatchObject({ type: "public" });
      const authorization = `Bearer ${token()}`;
      expect(await sessionOf({ cookie, headers: { ...headers, authorization } })).toEqual(ada);
    });

    test("counts for pages of the origins that are named", async () => {
      const cookie = cookieFor(`${page}/home`, ["https://admin.example.com"]);
      const headers = { host: "api.example.com", origin: "https://admin.example.com" };
      expect(await sessionOf({ cookie, headers })).toEqual(ada);
    });
  });

  test("accepts the key of each Auth that the function is bound to", async () => {
    const cookie = `auth-token=${token()}`;
    process.env.SERVERFORM_Auth_publicKey_Auth = others.publicKey;
    process.env.SERVERFORM_Auth_publicKey_Former = keys.publicKey;
    expect(await sessionOf({ cookie })).toEqual(ada);
  });

  const anonymous = { type: "public", properties: {} };
  const now = Date.now();
  const [header = "", payload = "", signature = ""] = signClaims("session", keys.privateKey, ada, 60).split(
    ".",
  );
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  const symmetric = Buffer.from('{"alg":"HS512","typ":"JWT"}').toString("base64url");
  const admin = Buffer.from('{"type":"admin","exp":9999999999}').toString("base64url");
  test.each([
    ["no token", ""],
    ["a text that is not a token", "abc"],
    ["an expired token", signClaims("session", keys.privateKey, ada, 60, now - 61_000)],
    ["the token of another app", signClaims("session", others.privateKey, ada, 60)],
    ["a token without a signature", `${unsigned}.${payload}.`],
    ["a token of another algorithm", `${symmetric}.${payload}.${signature}`],
    ["changed claims", `${header}.${admin}.${signature}`],
    ["a token with a fourth part", `${header}.${payload}.${signature}.x`],
    ["the link of a mail", signClaims("link", keys.privateKey, { ...ada, provider: "mail", claims: {} }, 60)],
  ])("takes %s as no session", async (_, value) => {
    expect(await sessionOf({ cookie: `auth-token=${value}` })).toEqual(anonymous);
  });

  test("names what is missing in a function without an Auth", async () => {
    delete process.env.SERVERFORM_Auth_publicKey_Auth;
    await expect(sessionOf({ cookie: "auth-token=a.b.c" })).rejects.toThrow(
      /bound to no Auth.*Attach the Auth/,
    );
    expect(await sessionOf({})).toEqual(anonymous);
  });

  test("names what is missing where only the authenticator can sign", () => {
    delete process.env.SERVERFORM_Auth_privateKey_Auth;
    expect(() => Session.create(ada)).toThrow(/only the authenticator of an Auth has the private key/);
    process.env.SERVERFORM_Auth_privateKey_Auth = "__FETCH_FROM_SSM__";
    expect(() => Session.create(ada)).toThrow(/await fetchAuth\(\)/);
  });
});

describe("AuthHandler", () => {
  const echo = createAdapter(
    (name: string): AuthAdapter =>
      ({ provider, step, callbackUrl }) => ({
        statusCode: 200,
        headers: { "Set-Cookie": "a=1" },
        cookies: ["b=2"],
        body: JSON.stringify([name, provider, step, callbackUrl]),
      }),
  );
  const handler = AuthHandler({ providers: { one: echo("x") } });

  test("lists the providers at the prefix, also below a stage", async () => {
    for (const path of ["/auth", "/beta/auth"]) {
      expect(JSON.parse((await handler(at(path), context)).body ?? "")).toEqual({ providers: ["one"] });
    }
  });

  test.each(["/auth/two/authorize", "/auth/toString/authorize", "/auth/one"])(
    "answers 404 to %s",
    async (path) => {
      expect((await handler(at(path), context)).statusCode).toBe(404);
    },
  );

  test("calls the adapter with the address of its callback", async () => {
    const { body } = await handler(at("/beta/auth/one/authorize"), context);
    expect(JSON.parse(body ?? "")).toEqual([
      "x",
      "one",
      "authorize",
      "https://id.execute-api.us-east-1.amazonaws.com/beta/auth/one/callback",
    ]);
    const behindCdn = AuthHandler({ providers: { one: echo("x") }, origin: "https://www.example.com" });
    const answer = await behindCdn(at("/auth/one/callback"), context);
    expect(answer.body).toContain('"https://www.example.com/auth/one/callback"');
  });

  test("sets several cookies in both payload formats", async () => {
    expect(await handler(at("/auth/one/x"), context)).toMatchObject({ headers: {}, cookies: ["a=1", "b=2"] });
    const v1 = { ...eventV1({ method: "GET" }), path: "/auth/one/x" } as unknown as GatewayEvent;
    const answer = await handler(v1, context);
    expect(answer).toMatchObject({ headers: {}, multiValueHeaders: { "set-cookie": ["a=1", "b=2"] } });
    expect(answer).not.toHaveProperty("cookies");
  });
});

describe("LinkAdapter", () => {
  let link: string;
  const mail = LinkAdapter({
    onLink: (sent, { email }) => {
      link = sent;
      return { statusCode: 200, body: email };
    },
    onSuccess: ({ email = "" }) => ({ statusCode: 200, body: `welcome ${email}` }),
  });
  const handler = AuthHandler({ providers: { mail, other: mail } });
  const open = (url: string) => {
    const { pathname, searchParams } = new URL(url);
    return handler(at(pathname, { query: Object.fromEntries(searchParams) }), context);
  };

  test.each([
    ["the query", { query: { email: "ada@example.com" } }],
    [
      "a form",
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "email=ada%40example.com",
      },
    ],
  ])("signs a link with the claims of %s, and accepts it", async (_, parts) => {
    expect(await handler(at("/auth/mail/authorize", parts), context)).toMatchObject({
      body: "ada@example.com",
    });
    expect(await open(link)).toMatchObject({ statusCode: 200, body: "welcome ada@example.com" });
  });

  test("refuses a link of another provider, a session and an expired link", async () => {
    await handler(at("/auth/mail/authorize", { query: { email: "ada@example.com" } }), context);
    const base = link.slice(0, link.indexOf("?"));
    const expired = signClaims(
      "link",
      keys.privateKey,
      { provider: "mail", claims: {} },
      1,
      Date.now() - 2000,
    );
    for (const url of [
      link.replace("/mail/", "/other/"),
      `${base}?token=${Session.create(ada)}`,
      `${base}?token=${expired}`,
      base,
    ]) {
      expect((await open(url)).statusCode).toBe(400);
    }
  });
});

describe("OIDC and OAuth, with openid-client", () => {
  let provider: TestProvider;
  let handler: ReturnType<typeof AuthHandler>;
  beforeAll(async () => {
    provider = await new TestProvider().start();
    const client = { clientID: "app", clientSecret: "hush" };
    const answer = (given: object) => ({ statusCode: 200, body: JSON.stringify(given) });
    handler = AuthHandler({
      providers: {
        oidc: OidcAdapter({
          ...client,
          issuer: provider.url,
          params: { prompt: "login" },
          onSuccess: answer,
        }),
        oauth: OauthAdapter({
          ...client,
          authorizationEndpoint: `${provider.url}/authorize`,
          tokenEndpoint: `${provider.url}/token`,
          scope: "user:email",
          onSuccess: answer,
          onError: ({ error }) => ({ statusCode: 302, headers: { location: `/?error=${error}` } }),
        }),
        unknown: OidcAdapter({ clientID: "nobody", issuer: provider.url, onSuccess: answer }),
      },
    });
  });
  afterAll(() => provider.stop());

  async function begin(name: string) {
    const { headers = {}, cookies = [], statusCode } = await handler(at(`/auth/${name}/authorize`), context);
    expect(statusCode).toBe(302);
    const [cookie = ""] = (cookies[0] ?? "").split(";");
    return { location: headers.location ?? "", cookie, cookies };
  }
  const come = (back: URL, cookie?: string) =>
    handler(
      at(back.pathname, { query: Object.fromEntries(back.searchParams), ...(cookie && { cookie }) }),
      context,
    );

  test("OIDC gives the claims of the ID token, and forgets the flow", async () => {
    const { location, cookie, cookies } = await begin("oidc");
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-auth-oidc=\S+; HttpOnly; SameSite=Lax; Secure; Path=\/; Max-Age=600$/),
    ]);
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      prompt: "login",
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    const answer = await come(provider.signIn(location), cookie);
    expect(JSON.parse(answer.body ?? "")).toMatchObject({
      accessToken: "at",
      expiresIn: 60,
      claims: { sub: "u1", email: "ada@example.com" },
    });
    expect(answer.cookies).toEqual([expect.stringMatching(/^__Host-auth-oidc=; .*Max-Age=0$/)]);
  });

  test("OAuth gives the access token", async () => {
    const { location, cookie } = await begin("oauth");
    expect(new URL(location).searchParams.get("nonce")).toBeNull();
    const answer = await come(provider.signIn(location), cookie);
    expect(JSON.parse(answer.body ?? "")).toMatchObject({
      accessToken: "at",
      expiresIn: 60,
      access_token: "at",
    });
  });

  test("a callback without the cookie of the browser that began is refused", async () => {
    const { location } = await begin("oidc");
    const answer = await come(provider.signIn(location));
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      expect.stringContaining("began in another browser"),
    ]);
  });

  test.each([
    [
      "that the app has not signed",
      (_: string) => Buffer.from('{"state":"s","verifier":"v","nonce":"n"}').toString("base64url"),
    ],
    ["that was changed", (value: string) => value.replace(/\.[^.]+\./, (part) => `.${part.slice(1, -1)}A.`)],
    ["that is a session", () => Session.create(ada)],
    [
      "that is a link",
      () =>
        signClaims("link", keys.privateKey, { provider: "oidc", state: "s", verifier: "v", nonce: "n" }, 60),
    ],
    [
      "that has expired",
      () =>
        signClaims(
          "flow",
          keys.privateKey,
          { provider: "oidc", state: "s", verifier: "v", nonce: "n" },
          1,
          0,
        ),
    ],
    [
      "of another provider",
      () =>
        signClaims("flow", keys.privateKey, { provider: "oauth", state: "s", verifier: "v", nonce: "n" }, 60),
    ],
    ["without a verifier", () => signClaims("flow", keys.privateKey, { provider: "oidc", state: "s" }, 60)],
  ])("a callback with a cookie %s is refused", async (_, change) => {
    const { location, cookie } = await begin("oidc");
    const [name = "", value = ""] = cookie.split("=");
    const answer = await come(provider.signIn(location), `${name}=${change(value)}`);
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      expect.stringContaining("began in another browser"),
    ]);
  });

  test("a callback with another state is refused", async () => {
    const first = await begin("oidc");
    const second = await begin("oidc");
    expect((await come(provider.signIn(first.location), second.cookie)).statusCode).toBe(400);
  });

  test("a user who refuses reaches onError", async () => {
    const { location, cookie } = await begin("oauth");
    const back = provider.signIn(location);
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    expect((await come(back, cookie)).headers).toMatchObject({ location: "/?error=access_denied" });
  });

  test("a code that was used is the user's matter, a wrong secret is ours", async () => {
    const { location, cookie } = await begin("oidc");
    const back = provider.signIn(location);
    await come(back, cookie);
    expect((await come(back, cookie)).statusCode).toBe(400);
    provider.refusal = "invalid_client";
    await expect(come(provider.signIn(location), cookie)).rejects.toThrow();
  });

  test("another step does not exist", async () => {
    expect((await handler(at("/auth/oidc/logout"), context)).statusCode).toBe(404);
  });
});

describe("the keys of a deployment", () => {
  const calls: { readonly target: string; readonly input: Readonly<Record<string, unknown>> }[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      calls.push({ target: String(request.headers["x-amz-target"]), input: JSON.parse(await text(request)) });
      response.end("{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  beforeEach(() => {
    calls.length = 0;
    const { port } = server.address() as AddressInfo;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${port}`,
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
    });
  });
  afterAll(() => server.close());
  const names = { publicKey: "/a/publicKey", privateKey: "/a/privateKey" };
  const called = () => calls.map(({ target, input }) => `${target} ${input.Name ?? input.Names}`);

  test("are made once, and the result of the invocation has none", async () => {
    expect(await keysHandler({ ...names, tf: { action: "create", prev_input: null } })).toBeUndefined();
    expect(called()).toEqual(["AmazonSSM.PutParameter /a/privateKey", "AmazonSSM.PutParameter /a/publicKey"]);
    const [own, shared] = calls.map(({ input }) => String(input.Value));
    expect(calls.map(({ input }) => input.Type)).toEqual(["SecureString", "SecureString"]);
    expect(verifyToken("session", [shared ?? ""], signClaims("session", own ?? "", ada, 60))).toMatchObject(
      ada,
    );
    await keysHandler({ ...names, tf: { action: "update", prev_input: names } });
    expect(calls).toHaveLength(2);
  });

  test("are created again under new names, and deleted with the Auth", async () => {
    const former = { publicKey: "/b/publicKey", privateKey: "/b/privateKey" };
    await keysHandler({ ...names, tf: { action: "update", prev_input: former } });
    await keysHandler({ ...names, tf: { action: "delete" } });
    expect(called().slice(2)).toEqual([
      "AmazonSSM.DeleteParameters /b/publicKey,/b/privateKey",
      "AmazonSSM.DeleteParameters /a/publicKey,/a/privateKey",
    ]);
  });
});
