import { request } from "node:http";
import type * as OpenidClient from "openid-client" with { "resolution-mode": "import" };
import { totpCode } from "../../../lib/local/services/cognito-idp/passwords";
import { ada, claimsOf, clientId, type Directory, password, poolId } from "../services/cognito-idp/directory";
import { Browser } from "./browser";
import { google, type ServedPages, servePages } from "./served-pages";

const callback = "http://localhost:3000/callback";
const oauth = {
  allowed_oauth_flows_user_pool_client: true,
  allowed_oauth_flows: ["code", "implicit"],
  allowed_oauth_scopes: ["openid", "email", "aws.cognito.signin.user.admin"],
  callback_urls: [callback],
  logout_urls: ["http://localhost:3000/"],
  supported_identity_providers: ["COGNITO", "Google"],
};
const machine = {
  id: "machine",
  name: "machine",
  user_pool_id: poolId,
  client_secret: "machine secret",
  allowed_oauth_flows_user_pool_client: true,
  allowed_oauth_flows: ["client_credentials"],
  allowed_oauth_scopes: ["notes/read", "notes/write"],
  enable_token_revocation: false,
};

let directory: Directory;
let oidc: typeof OpenidClient;
let pages: ServedPages;
let base: string;

beforeAll(async () => {
  oidc = await import("openid-client");
  pages = await servePages({
    pool: {
      software_token_mfa_configuration: { enabled: true },
      sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "EMAIL_OTP"] },
      lambda_config: {
        pre_token_generation_config: {
          lambda_arn: "arn:aws:lambda:us-east-1:123456789012:function:tokens",
          lambda_version: "V3_0",
        },
      },
    },
    client: oauth,
    more: {
      aws_cognito_user_pool_client: {
        Machine: machine,
        Open: { ...oauth, id: "open", name: "open", user_pool_id: poolId },
      },
      aws_cognito_resource_server: {
        Notes: {
          user_pool_id: poolId,
          identifier: "notes",
          name: "notes",
          scope: [{ scope_name: "read" }, { scope_name: "write" }],
        },
      },
      aws_cognito_identity_provider: google,
    },
  });
  ({ directory, base } = pages);
});

afterAll(() => pages.close());

const authorizeUrl = (more: Readonly<Record<string, string>> = {}) => {
  const usual = {
    client_id: clientId,
    response_type: "code",
    scope: "openid email",
    redirect_uri: callback,
    state: "s1",
  };
  return `${base}/oauth2/authorize?${new URLSearchParams({ ...usual, ...more })}`;
};

const signIn = async (url = authorizeUrl()): Promise<Browser> => {
  const browser = await new Browser().open(url);
  return browser.submit({ username: ada, password, with: "password" });
};

const post = async (
  path: string,
  body: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await fetch(base + path, { method: "POST", body: new URLSearchParams(body), headers });
  return {
    status: response.status,
    body:
      response.headers.get("content-length") === "0"
        ? {}
        : ((await response.json().catch(() => ({}))) as Record<string, string>),
  };
};

async function openidClient(): Promise<OpenidClient.Configuration> {
  const metadata = (await (
    await fetch(`${base}/.well-known/openid-configuration`)
  ).json()) as OpenidClient.ServerMetadata;
  const configuration = new oidc.Configuration(
    metadata,
    clientId,
    { [oidc.clockTolerance]: 1e9 },
    oidc.None(),
  );
  oidc.allowInsecureRequests(configuration);
  return configuration;
}

describe("sign-in at the pages", () => {
  test("openid-client gets tokens with a code and PKCE", async () => {
    const configuration = await openidClient();
    const verifier = oidc.randomPKCECodeVerifier();
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: "openid email",
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: "s1",
      nonce: "n1",
    });
    const browser = await signIn(url.href);
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(browser.url), {
      pkceCodeVerifier: verifier,
      expectedState: "s1",
      expectedNonce: "n1",
    });
    expect(tokens.claims()).toMatchObject({ email: ada, nonce: "n1", token_use: "id" });
    expect(claimsOf(tokens.access_token)).toMatchObject({ scope: "openid email", version: 2 });
    const info = await oidc.fetchUserInfo(configuration, tokens.access_token, String(tokens.claims()?.sub));
    expect(info).toMatchObject({ email: ada, email_verified: "true" });
    const next = await oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    expect(claimsOf(next.access_token).origin_jti).toBe(claimsOf(tokens.access_token).origin_jti);
    await oidc.tokenRevocation(configuration, tokens.refresh_token ?? "");
    await expect(oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? "")).rejects.toThrow();
  });

  test("a signed-in user goes back to the app at once, until the sign-out", async () => {
    const browser = await signIn();
    expect(new URL((await browser.open(authorizeUrl())).url).searchParams.get("state")).toBe("s1");
    await browser.open(
      `${base}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: "http://localhost:3000/" })}`,
    );
    expect(browser.url).toBe("http://localhost:3000/");
    expect((await browser.open(authorizeUrl())).heading).toBe("Sign in");
  });

  test("a wrong password is refused on the page", async () => {
    const browser = await new Browser().open(authorizeUrl());
    await browser.submit({ username: ada, password: "wrong", with: "password" });
    expect([browser.status, browser.problem]).toEqual([400, "Incorrect username or password."]);
  });

  test("only a client that does not hide users says that there is none", async () => {
    for (const [client_id, problem] of [
      [clientId, "Incorrect username or password."],
      ["open", "User does not exist."],
    ] as const) {
      const browser = await new Browser().open(authorizeUrl({ client_id }));
      await browser.submit({ username: "nobody@example.com", password, with: "password" });
      expect(browser.problem).toBe(problem);
    }
  });

  test("a code by mail replaces the password", async () => {
    const browser = await new Browser().open(authorizeUrl());
    await browser.submit({ username: ada, with: "code" });
    expect(browser.heading).toBe("Enter the code from the mail");
    await browser.submit({ EMAIL_OTP_CODE: "x" });
    expect(browser.problem).toMatch(/Invalid verification code/);
    expect(
      new URL((await browser.submit({ EMAIL_OTP_CODE: directory.code })).url).searchParams.has("code"),
    ).toBe(true);
  });

  test("a newcomer signs up, reads the code in the inbox, and signs in", async () => {
    const browser = await new Browser().open(authorizeUrl());
    await browser.follow("Create an account");
    await browser.submit({ username: "bob@example.com", password: "short" });
    expect(browser.problem).toMatch(/Password not long enough/);
    await browser.submit({ username: "bob@example.com", password });
    await browser.submit({ resend: "1" });
    await browser.submit({ code: directory.code });
    expect(browser.html).toContain("Your account is confirmed.");
    await browser.submit({ username: "bob@example.com", password, with: "password" });
    expect(browser.url).toMatch(/^http:\/\/localhost:3000\/callback\?code=/);
  });

  test("a forgotten password is replaced", async () => {
    const browser = await new Browser().open(authorizeUrl());
    await browser.follow("Forgot your password\\?");
    await browser.submit({ username: "bob@example.com" });
    await browser.submit({ code: directory.code, password: "Another-horse-1" });
    await browser.submit({ username: "bob@example.com", password: "Another-horse-1", with: "password" });
    expect(browser.url).toContain("code=");
  });

  test("an invited user chooses a password", async () => {
    const Username = "cleo@example.com";
    const UserAttributes = [{ Name: "email", Value: Username }];
    await directory.ask("AdminCreateUser", {
      UserPoolId: poolId,
      Username,
      UserAttributes,
      DesiredDeliveryMediums: ["EMAIL"],
    });
    const browser = await new Browser().open(authorizeUrl());
    await browser.submit({ username: Username, password: directory.code, with: "password" });
    await browser.submit({ NEW_PASSWORD: "x" });
    expect(browser.problem).toMatch(/Password not long enough/);
    expect((await browser.submit({ NEW_PASSWORD: password })).url).toContain("code=");
  });

  test("a user who must have a second factor sets it up, and chooses it the next time", async () => {
    const pool = {
      mfa_configuration: "ON",
      software_token_mfa_configuration: { enabled: true },
      email_mfa_configuration: {},
    };
    const values = directory.pools.model.ofType("aws_cognito_user_pool")[0]?.values as Record<
      string,
      unknown
    >;
    Object.assign(values, pool, { email_mfa_configuration: undefined });
    await directory.pools.replace(directory.pools.model);
    const browser = await new Browser().open(authorizeUrl());
    await browser.submit({ username: ada, password, with: "password" });
    const secret = /authenticator app: (\w+)/.exec(browser.html)?.[1] ?? "";
    await browser.submit({ UserCode: "000000" });
    expect(browser.problem).toBe("Code mismatch");
    await browser.submit({ UserCode: totpCode(secret, directory.clock.now()) });
    expect(browser.url).toContain("code=");
    Object.assign(values, pool);
    await directory.pools.replace(directory.pools.model);
    const user = directory.pools.all[0]?.users.find(ada);
    if (user !== undefined)
      user.mfa = { ...user.mfa, enabled: ["SOFTWARE_TOKEN_MFA", "EMAIL_OTP"], preferred: undefined } as never;
    const next = await new Browser().open(authorizeUrl());
    await next.submit({ username: ada, password, with: "password" });
    expect(next.html).toContain('<option value="EMAIL_OTP">A mail</option>');
    await next.submit({ ANSWER: "EMAIL_OTP" });
    expect((await next.submit({ EMAIL_OTP_CODE: directory.code })).url).toContain("code=");
    Object.assign(values, { mfa_configuration: "OFF" });
    await directory.pools.replace(directory.pools.model);
  });

  test("the stand-in of a provider signs in its users, who keep their identity", async () => {
    const subs: unknown[] = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const browser = await new Browser().open(
        authorizeUrl({ identity_provider: "Google", response_type: "token" }),
      );
      expect(browser.heading).toBe("Sign in as a user of Google");
      await browser.submit({ subject: "42", email: "dora@example.com", name: "Dora" });
      const claims = claimsOf(new URLSearchParams(new URL(browser.url).hash.slice(1)).get("id_token") ?? "");
      expect(claims).toMatchObject({
        email: "dora@example.com",
        "cognito:username": "Google_42",
        "cognito:groups": [`${poolId}_Google`],
      });
      subs.push(claims.sub);
    }
    expect(subs[0]).toBe(subs[1]);
  });

  test("a user of the pool who is linked to a provider signs in there", async () => {
    const DestinationUser = { ProviderName: "Cognito", ProviderAttributeValue: "bob@example.com" };
    const source = {
      ProviderName: "Google",
      ProviderAttributeName: "Cognito_Subject",
      ProviderAttributeValue: "7",
    };
    const link = { UserPoolId: poolId, DestinationUser, SourceUser: source };
    await directory.ask("AdminLinkProviderForUser", link);
    const signedIn = async () => {
      const browser = await new Browser().open(
        authorizeUrl({ identity_provider: "Google", response_type: "token" }),
      );
      await browser.submit({ subject: "7", email: "bob@example.com" });
      return claimsOf(new URLSearchParams(new URL(browser.url).hash.slice(1)).get("id_token") ?? "");
    };
    const bob = directory.pools.all[0]?.users.find("bob@example.com");
    expect((await signedIn()).sub).toBe(bob?.sub);
    await directory.ask("AdminDisableProviderForUser", { UserPoolId: poolId, User: source });
    expect((await signedIn())["cognito:username"]).toBe("Google_7");
    expect(await directory.refusal("AdminLinkProviderForUser", link)).toMatch(/already linked/);
  });

  test("a link in a mail confirms", async () => {
    await directory.signUp("eve@example.com");
    const user = directory.pools.all[0]?.users.find("eve@example.com");
    const link =
      directory.pools.all[0]?.confirmationLink(user?.username ?? "", directory.code, clientId) ?? "";
    expect((await new Browser().open(link)).heading).toBe("Your account is confirmed");
  });
});

describe("the rules of the pages", () => {
  test.each([
    ["another client", { client_id: "x" }, /the client does not exist/],
    ["another redirect URI", { redirect_uri: `${callback}/` }, /redirect_mismatch/],
  ])("%s is shown to the user, and not sent to the app", async (_, more, problem) => {
    const browser = await new Browser().open(authorizeUrl(more));
    expect([browser.status, browser.problem]).toEqual([400, expect.stringMatching(problem)]);
  });

  test.each([
    [{ response_type: "id_token" }, "invalid_request"],
    [{ scope: "openid other" }, "invalid_request"],
    [{ code_challenge: "x", code_challenge_method: "plain" }, "invalid_request"],
    [{ prompt: "none" }, "login_required"],
    [{ identity_provider: "Other" }, "invalid_request"],
  ])("%j is sent to the app", async (more, error) => {
    const { searchParams } = new URL((await new Browser().open(authorizeUrl(more))).url);
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual([error, "s1"]);
  });

  test("a form that no page of this server sent is refused", async () => {
    const body = new URLSearchParams({ username: ada, password, with: "password" });
    const response = await fetch(authorizeUrl().replace("/oauth2/authorize", "/login"), {
      method: "POST",
      body,
      redirect: "manual",
    });
    expect(response.status).toBe(403);
  });

  test.each([
    ["origin", { origin: "https://evil.example.com" }],
    ["origin", { origin: "null" }],
  ])("a foreign %s is refused", async (_, headers) => {
    expect((await fetch(authorizeUrl(), { headers, redirect: "manual" })).status).toBe(403);
  });

  test("a sign-out goes to the addresses of the client only", async () => {
    const query = new URLSearchParams({ client_id: clientId, logout_uri: "https://evil.example.com/" });
    expect((await new Browser().open(`${base}/logout?${query}`)).problem).toBe("redirect_mismatch");
  });

  test("a code is used once, by its client, with its redirect URI and its verifier", async () => {
    const code = async (url = authorizeUrl()) =>
      new URL((await signIn(url)).url).searchParams.get("code") ?? "";
    const exchange = (given: string, more: object = {}) =>
      post("/oauth2/token", {
        grant_type: "authorization_code",
        client_id: clientId,
        code: given,
        redirect_uri: callback,
        ...more,
      });
    const refused = { status: 400, body: { error: "invalid_grant" } };
    const once = await code();
    expect((await exchange(once)).status).toBe(200);
    expect(await exchange(once)).toEqual(refused);
    expect(await exchange(await code(), { redirect_uri: "http://localhost:3000/" })).toEqual(refused);
    expect(await exchange(await code(), { code_verifier: "x".repeat(43) })).toEqual(refused);
    const challenged = authorizeUrl({ code_challenge: "x".repeat(43), code_challenge_method: "S256" });
    expect(await exchange(await code(challenged), { code_verifier: "y".repeat(43) })).toEqual(refused);
    directory.clock.advanceSeconds(301);
  });

  test.each([
    [{}, "invalid_request"],
    [{ grant_type: "password" }, "unsupported_grant_type"],
    [{ grant_type: "refresh_token", client_id: "x" }, "invalid_client"],
    [{ grant_type: "client_credentials", client_id: clientId }, "unauthorized_client"],
  ])("the token endpoint refuses %j", async (body, error) => {
    expect(await post("/oauth2/token", body as Record<string, string>)).toEqual({
      status: 400,
      body: { error },
    });
  });
});

describe("clients that sign in for themselves", () => {
  const authorization = (secret: string) => `Basic ${Buffer.from(`machine:${secret}`).toString("base64")}`;
  const body = { grant_type: "client_credentials", scope: "notes/read" };

  test("get an access token with their scopes", async () => {
    const answer = await post("/oauth2/token", body, { authorization: authorization("machine secret") });
    expect(claimsOf(answer.body.access_token ?? "")).toMatchObject({
      sub: "machine",
      client_id: "machine",
      scope: "notes/read",
      token_use: "access",
    });
    expect(answer.body).toMatchObject({ expires_in: 3600, token_type: "Bearer" });
    const metadata = { ...body, aws_client_metadata: '{"tenant":"acme"}' };
    await post("/oauth2/token", metadata, { authorization: authorization("machine secret") });
    expect(directory.events.slice(-2).map(({ request }) => request.clientMetadata)).toEqual([
      undefined,
      { tenant: "acme" },
    ]);
  });

  test("revoke tokens only if that is enabled for them", async () => {
    const asMachine = { authorization: authorization("machine secret") };
    expect(await post("/oauth2/revoke", { token: "a.b.c.d.e" }, asMachine)).toEqual({
      status: 400,
      body: { error: "invalid_request" },
    });
    const revoke = (token: string) => post("/oauth2/revoke", { token, client_id: clientId });
    expect((await revoke("a.b.c.d.e")).status).toBe(200);
    expect((await revoke("a.b.c")).body).toEqual({ error: "unsupported_token_type" });
  });

  test("prove their secret, and get no other scope", async () => {
    expect((await post("/oauth2/token", body, { authorization: authorization("x") })).body).toEqual({
      error: "invalid_client",
    });
    const other = await post(
      "/oauth2/token",
      { ...body, scope: "notes/all" },
      { authorization: authorization("machine secret") },
    );
    expect(other.body).toEqual({ error: "invalid_scope" });
  });
});

describe("A form", () => {
  const forged = async (cookie: string, field: string, headers: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams({ _csrf: field, username: ada, password });
    const url = `${base}/login?client_id=${clientId}&response_type=code&redirect_uri=${callback}`;
    const init = { method: "POST", body, redirect: "manual", headers: { cookie, ...headers } } as const;
    return (await fetch(url, init)).status;
  };
  const known = "x".repeat(32);

  test.each([
    ["empty", "XSRF-TOKEN=", ""],
    ["missing", "", ""],
    ["short", "XSRF-TOKEN=a", "a"],
    ["another", `XSRF-TOKEN=${known}`, "y".repeat(32)],
  ])("with a token that is %s is refused", async (_, cookie, field) => {
    expect(await forged(cookie, field)).toBe(403);
  });

  test("of a page on another port, which can set the cookie, is refused", async () => {
    const cookie = `XSRF-TOKEN=${known}`;
    expect(await forged(cookie, known, { origin: "http://localhost:1" })).toBe(403);
    expect(await forged(cookie, known, { origin: new URL(base).origin })).not.toBe(403);
  });

  test.each(["//[", "//evil.example/login", "//", "/%zz"])(
    "GET %s is a page that does not exist",
    async (path) => {
      const { hostname, port } = new URL(base);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end();
      });
      expect(status).toBe(404);
    },
  );
});

describe("the inbox of the pages", () => {
  test("is read by a person, and by no script of another page", async () => {
    expect((await new Browser().open(`${base}/inbox`)).heading).toBe("Inbox of this machine");
    const answer = await fetch(`${base}/inbox`, { headers: { origin: "http://localhost:3000" } });
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain(ada);
  });
});
