import { FetchRefused } from "../../../../lib/runtime/programs/mcp/guarded-fetch";
import { codeChallenge, consentOf, queryOf, settings, TestAuthority } from "./support";

const { issuer } = settings;
const documentId = "https://app.example.com/client.json";
const redirectUri = "http://localhost:8123/callback";
const day = 86_400;

const document = (parts: object = {}) => ({
  content: { client_id: documentId, client_name: "Notes & more", redirect_uris: [redirectUri], ...parts },
  cacheControl: "",
});

/** An authority that finds the document of a client. */
function known(parts?: object) {
  const authority = new TestAuthority();
  authority.fetchDocument.mockResolvedValue(document(parts));
  return authority;
}

const authorize = (authority: TestAuthority, parameters: Readonly<Record<string, string | undefined>> = {}) =>
  authority.ask("GET /oauth/authorize", { query: queryOf({ client_id: documentId, ...parameters }) });

const cookieOf = (answer: { readonly cookies?: readonly string[] }) =>
  answer.cookies?.[0]?.split(";")[0] ?? "";

/** A user who allows access, as far as the sign-in pages. */
async function allowed(authority: TestAuthority, parameters?: Readonly<Record<string, string | undefined>>) {
  const asked = await authorize(authority, { state: "of the app", ...parameters });
  const cookies = [cookieOf(asked)];
  const sent = await authority.ask("POST /oauth/authorize", {
    form: consentOf(asked.body, "allow"),
    cookies,
  });
  return { cookies, signIn: sent.location?.searchParams ?? new URLSearchParams() };
}

/** The parameters with which the client gets its code. */
async function codeFor(authority: TestAuthority, parameters?: Readonly<Record<string, string | undefined>>) {
  const { cookies, signIn } = await allowed(authority, parameters);
  const query = new URLSearchParams({ code: "pool code", state: signIn.get("state") ?? "" }).toString();
  const { location } = await authority.ask("GET /oauth/callback", { query, cookies });
  return { location, code: location?.searchParams.get("code") ?? "" };
}

const exchange = (authority: TestAuthority, form: Readonly<Record<string, string>>) =>
  authority.ask("POST /oauth/token", {
    form: { grant_type: "authorization_code", client_id: documentId, redirect_uri: redirectUri, ...form },
  });

const refresh = (authority: TestAuthority, token: string, form: Readonly<Record<string, string>> = {}) =>
  authority.ask("POST /oauth/token", {
    form: { grant_type: "refresh_token", client_id: documentId, refresh_token: token, ...form },
  });

describe("a sign-in", () => {
  test("asks the user, who sees the host of the client, its target and the scopes", async () => {
    const { statusCode, body, headers, cookies } = await authorize(known(), { scope: "notes/read openid" });
    expect(statusCode).toBe(200);
    for (const text of [
      "Notes &#38; more",
      "app.example.com",
      "notes/read",
      "program on this machine",
      `${issuer}/mcp`,
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain("notes/write");
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-mcp-authority=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  test("sends the user to the pages for the one server that the client has named", async () => {
    const { signIn } = await allowed(known());
    expect(Object.fromEntries(signIn)).toEqual({
      response_type: "code",
      client_id: "pool-client",
      redirect_uri: `${issuer}/oauth/callback`,
      scope: "notes/read notes/write",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: codeChallenge,
      code_challenge_method: "S256",
      resource: `${issuer}/mcp`,
    });
  });

  test("ends at the client with a code of its own, the state and the issuer", async () => {
    const { location } = await codeFor(known());
    expect([location?.origin, Object.fromEntries(location?.searchParams ?? [])]).toEqual([
      "http://localhost:8123",
      { code: expect.not.stringContaining("pool code"), state: "of the app", iss: issuer },
    ]);
  });

  test.each([
    ["no cookie", []],
    ["the cookie of another browser", [`__Host-mcp-authority=${"b".repeat(43)}`]],
  ])("is not continued with %s: consent of another page does not count", async (_, cookies) => {
    const authority = known();
    const asked = await authorize(authority);
    const form = consentOf(asked.body, "allow");
    const { statusCode, location } = await authority.ask("POST /oauth/authorize", { form, cookies });
    expect([statusCode, location]).toEqual([400, undefined]);
  });

  test("is not continued with other parameters than those that the page has shown", async () => {
    const authority = known();
    const asked = await authorize(authority, { scope: "notes/read" });
    const form = { ...consentOf(asked.body, "allow"), request: queryOf({ client_id: documentId }) };
    const sent = await authority.ask("POST /oauth/authorize", { form, cookies: [cookieOf(asked)] });
    expect([sent.statusCode, sent.location]).toEqual([400, undefined]);
  });

  test("is finished once, and in the browser in which it has begun", async () => {
    const authority = known();
    const { cookies, signIn } = await allowed(authority);
    const query = new URLSearchParams({ code: "pool code", state: signIn.get("state") ?? "" }).toString();
    const other = await authority.ask("GET /oauth/callback", { query, cookies: [] });
    expect([other.statusCode, other.location]).toEqual([400, undefined]);
    expect((await authority.ask("GET /oauth/callback", { query, cookies })).statusCode).toBe(400);
  });

  test("reports refusals of the pages to the client", async () => {
    const authority = known();
    const { cookies, signIn } = await allowed(authority);
    const query = new URLSearchParams({
      error: "access_denied",
      state: signIn.get("state") ?? "",
    }).toString();
    const { location } = await authority.ask("GET /oauth/callback", { query, cookies });
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      error: "access_denied",
      state: "of the app",
      iss: issuer,
    });
  });

  test.each([
    ["no PKCE", { code_challenge: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["another flow", { response_type: "token" }, "unsupported_response_type"],
    ["another server", { resource: "https://other.example.com/mcp" }, "invalid_target"],
    ["no server, with two to choose from", { resource: undefined }, "invalid_target"],
    ["scopes of the other server", { scope: "notes/admin" }, "invalid_scope"],
  ])("with %s is refused, with an error for the client", async (_, parameters, error) => {
    const { location } = await authorize(known(), parameters);
    expect([
      location?.origin,
      location?.searchParams.get("error"),
      location?.searchParams.get("iss"),
    ]).toEqual(["http://localhost:8123", error, issuer]);
  });

  test.each([
    ["no PKCE", { code_challenge: undefined }],
    ["another flow", { response_type: "token" }],
    ["another server", { resource: "https://other.example.com/mcp" }],
    ["scopes of the other server", { scope: "notes/admin" }],
    ["a parameter twice", { scope: "notes/read", state: "a&state=b" }],
  ])("with %s does not redirect to a host that only a document names", async (_, parameters) => {
    const redirect_uri = "https://evil.example.com/";
    const authority = known({ redirect_uris: [redirect_uri] });
    const query = queryOf({ client_id: documentId, redirect_uri, ...parameters }).replace("%26", "&");
    const answer = await authority.ask("GET /oauth/authorize", { query: query.replace("%3D", "=") });
    expect([answer.statusCode, answer.location]).toEqual([400, undefined]);
  });

  test("with an error goes back to a host of documents that the app has named", async () => {
    const redirect_uri = "https://app.example.com/callback";
    const authority = known({ redirect_uris: [redirect_uri] });
    authority.changes = { documents: { hosts: ["app.example.com"] } };
    const { location } = await authorize(authority, { redirect_uri, response_type: "token" });
    expect(location?.searchParams.get("error")).toBe("unsupported_response_type");
  });

  test.each([
    ["an unknown client", { client_id: "mcp-unknown" }],
    ["no client", { client_id: undefined }],
    ["an id that is not the address of a document", { client_id: "https://app.example.com/" }],
    ["an id that is not written plainly", { client_id: "https://app.example.com/a/../client.json" }],
    ["a redirect address of another host", { redirect_uri: "https://evil.example.com/" }],
    ["a redirect address with another path", { redirect_uri: "http://localhost:8123/other" }],
  ])("with %s is refused, and the user is sent nowhere", async (_, parameters) => {
    const { statusCode, location } = await authorize(known(), parameters);
    expect([statusCode, location]).toEqual([400, undefined]);
  });

  test("takes any port of the user's own machine", async () => {
    expect((await authorize(known(), { redirect_uri: "http://localhost:51234/callback" })).statusCode).toBe(
      200,
    );
  });
});

describe("a client's document", () => {
  test("is read once while it is fresh, and again after a day at most", async () => {
    const authority = known();
    authority.fetchDocument.mockResolvedValue({ ...document(), cacheControl: "max-age=99999999" });
    for (let count = 0; count < 3; count += 1) await authorize(authority);
    authority.now += day - 1;
    await authorize(authority);
    expect(authority.fetchDocument).toHaveBeenCalledTimes(1);
    authority.now += 1;
    await authorize(authority);
    expect(authority.fetchDocument).toHaveBeenCalledTimes(2);
  });

  test("that cannot be read is not requested again within a minute", async () => {
    const authority = new TestAuthority();
    authority.fetchDocument.mockRejectedValue(new FetchRefused("its host answers with status 404"));
    for (let count = 0; count < 3; count += 1) {
      expect((await authorize(authority)).body).toContain("its host answers with status 404");
    }
    expect(authority.fetchDocument).toHaveBeenCalledTimes(1);
    authority.now += 60;
    await authorize(authority);
    expect(authority.fetchDocument).toHaveBeenCalledTimes(2);
  });

  test("is one of at most sixty that a source can make the authority read in an hour", async () => {
    const authority = known();
    const name = (count: number) => authorize(authority, { client_id: `https://app.example.com/${count}` });
    for (let count = 0; count < 60; count += 1) await name(count);
    expect((await name(60)).body).toContain("too many documents");
    expect(authority.fetchDocument).toHaveBeenCalledTimes(60);
    authority.now += 3600;
    await name(60);
    expect(authority.fetchDocument).toHaveBeenCalledTimes(61);
  });

  test.each([
    [
      "of another client",
      { client_id: "https://app.example.com/other.json" },
      "client_id is not its own address",
    ],
    [
      "of a client with a secret",
      { token_endpoint_auth_method: "client_secret_post" },
      "token_endpoint_auth_method",
    ],
    ["without addresses", { redirect_uris: ["javascript:alert(1)"] }, "no redirect_uris"],
  ])("%s is refused", async (_, parts, problem) => {
    expect((await authorize(known(parts))).body).toContain(problem);
  });

  test("is read on the hosts that the app has named only", async () => {
    const authority = new TestAuthority({ documents: { hosts: ["claude.ai"] } });
    expect((await authorize(authority)).body).toContain("documents of its host are not accepted here");
    expect(authority.fetchDocument).not.toHaveBeenCalled();
  });
});

describe("tokens", () => {
  test("are those of the user pool, with a refresh token of the authority", async () => {
    const authority = known();
    const { code } = await codeFor(authority);
    const { statusCode, content, headers } = await exchange(authority, { code, code_verifier: "v" });
    expect([statusCode, headers["cache-control"], content]).toEqual([
      200,
      "no-store",
      {
        access_token: "access",
        token_type: "Bearer",
        expires_in: 3600,
        scope: "notes/read",
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(authority.posted).toEqual([
      {
        url: `${settings.signInUrl}/oauth2/token`,
        form: {
          grant_type: "authorization_code",
          client_id: "pool-client",
          code: "pool code",
          redirect_uri: `${issuer}/oauth/callback`,
          code_verifier: "v",
        },
      },
    ]);
  });

  test("leave no secret in the table", async () => {
    const authority = known();
    const { code } = await codeFor(authority);
    const { content } = await exchange(authority, { code });
    const stored = JSON.stringify([...authority.store.entries]);
    for (const secret of [code, content.refresh_token, "of the pool", "pool code"])
      expect(stored).not.toContain(secret);
  });

  test.each([
    ["for another client", { client_id: "mcp-other" }, "invalid_grant"],
    ["with another redirect address", { redirect_uri: "http://localhost:1/callback" }, "invalid_grant"],
    ["for another server", { resource: `${issuer}/admin/mcp` }, "invalid_target"],
    ["of another code", { code: "another" }, "invalid_grant"],
    ["by an unknown flow", { grant_type: "password" }, "unsupported_grant_type"],
  ])("are not issued %s", async (_, form, error) => {
    const authority = known();
    const { code } = await codeFor(authority);
    const { statusCode, content } = await exchange(authority, { code, ...form });
    expect([statusCode, content.error, authority.posted]).toEqual([400, error, []]);
  });

  test("are issued once for a code, also after a wrong attempt, and for two minutes", async () => {
    const authority = known();
    const first = await codeFor(authority);
    await exchange(authority, { code: first.code, client_id: "mcp-other" });
    expect((await exchange(authority, { code: first.code })).content.error).toBe("invalid_grant");
    const second = await codeFor(authority);
    authority.now += 120;
    expect((await exchange(authority, { code: second.code })).content.error).toBe("invalid_grant");
  });

  test("are refused if the user pool refuses, as where the verifier is wrong", async () => {
    const authority = known();
    const { code } = await codeFor(authority);
    authority.poolAnswer = { status: 400, content: { error: "invalid_grant" } };
    expect((await exchange(authority, { code })).content).toMatchObject({ error: "invalid_grant" });
  });

  test("are refreshed with a new refresh token; the old one is used up", async () => {
    const authority = known();
    const { content: first } = await exchange(authority, { code: (await codeFor(authority)).code });
    const { content: second } = await refresh(authority, first.refresh_token);
    expect(authority.posted.at(-1)?.form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "of the pool",
      client_id: "pool-client",
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(authority, second.refresh_token)).statusCode).toBe(200);
  });

  // Source: https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
  test.each([1, 2, 3])("end for everyone if a refresh token is used again, %i uses later", async (uses) => {
    const authority = known();
    const { content } = await exchange(authority, { code: (await codeFor(authority)).code });
    const tokens: string[] = [content.refresh_token];
    for (let use = 0; use < uses; use += 1) {
      tokens.push((await refresh(authority, tokens.at(-1) ?? "")).content.refresh_token);
    }
    const again = await refresh(authority, tokens[0] ?? "", { client_id: "of a thief" });
    expect(again.content.error).toBe("invalid_grant");
    expect(authority.posted.at(-1)).toMatchObject({ url: `${settings.signInUrl}/oauth2/revoke` });
    const sent = authority.posted.length;
    expect((await refresh(authority, tokens.at(-1) ?? "")).content.error).toBe("invalid_grant");
    expect(authority.posted).toHaveLength(sent);
    const other = await exchange(authority, { code: (await codeFor(authority)).code });
    expect((await refresh(authority, other.content.refresh_token)).statusCode).toBe(200);
  });

  test("end if a refresh token is used twice at the same time", async () => {
    const authority = known();
    const { content } = await exchange(authority, { code: (await codeFor(authority)).code });
    const both = await Promise.all([1, 2].map(() => refresh(authority, content.refresh_token)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const [given] = both.filter(({ statusCode }) => statusCode === 200);
    expect((await refresh(authority, given?.content.refresh_token)).content.error).toBe("invalid_grant");
  });

  test("end if the code is used again", async () => {
    const authority = known();
    const { code } = await codeFor(authority);
    const { content } = await exchange(authority, { code });
    expect((await exchange(authority, { code })).content.error).toBe("invalid_grant");
    expect((await refresh(authority, content.refresh_token)).content.error).toBe("invalid_grant");
  });

  test("end if the client revokes an old refresh token", async () => {
    const authority = known();
    const { content: first } = await exchange(authority, { code: (await codeFor(authority)).code });
    const { content: second } = await refresh(authority, first.refresh_token);
    await authority.ask("POST /oauth/revoke", {
      form: { token: first.refresh_token, client_id: documentId },
    });
    expect((await refresh(authority, second.refresh_token)).content.error).toBe("invalid_grant");
  });

  test("are not refreshed for another client or server; the refresh token stays", async () => {
    const authority = known();
    const { content } = await exchange(authority, { code: (await codeFor(authority)).code });
    const token = content.refresh_token;
    expect((await refresh(authority, token, { client_id: "mcp-other" })).content.error).toBe("invalid_grant");
    expect((await refresh(authority, token, { resource: `${issuer}/admin/mcp` })).content.error).toBe(
      "invalid_target",
    );
    authority.poolAnswer = { ...authority.poolAnswer, status: 503 };
    expect((await refresh(authority, token)).statusCode).toBe(503);
    authority.poolAnswer = { ...authority.poolAnswer, status: 200 };
    expect((await refresh(authority, token)).statusCode).toBe(200);
  });

  test("are refreshed while the host of the client is down, and not after the app has excluded the host", async () => {
    const authority = known();
    const { content } = await exchange(authority, { code: (await codeFor(authority)).code });
    authority.now += day;
    authority.fetchDocument.mockRejectedValue(new FetchRefused("it cannot be read"));
    const { statusCode, content: refreshed } = await refresh(authority, content.refresh_token);
    expect(statusCode).toBe(200);
    authority.changes = { documents: { hosts: ["claude.ai"] } };
    const refused = await refresh(authority, refreshed.refresh_token);
    expect([refused.statusCode, refused.content.error]).toEqual([401, "invalid_client"]);
  });

  test("are revoked for the client that has them, here and at the user pool", async () => {
    const authority = known();
    const { content } = await exchange(authority, { code: (await codeFor(authority)).code });
    const revoke = (client_id: string) =>
      authority.ask("POST /oauth/revoke", { form: { token: content.refresh_token, client_id } });
    expect((await revoke("mcp-other")).statusCode).toBe(200);
    expect(authority.posted).toHaveLength(1);
    expect((await revoke(documentId)).statusCode).toBe(200);
    expect(authority.posted.at(-1)).toEqual({
      url: `${settings.signInUrl}/oauth2/revoke`,
      form: { token: "of the pool", client_id: "pool-client" },
    });
    expect((await refresh(authority, content.refresh_token)).content.error).toBe("invalid_grant");
  });
});

describe("a registered client", () => {
  const redirect_uris = [redirectUri];

  test("is kept for 90 days after its last use, while strangers register", async () => {
    const authority = new TestAuthority();
    const { content: client } = await authority.register({ redirect_uris });
    const parameters = { client_id: client.client_id };
    const { code } = await codeFor(authority, parameters);
    await exchange(authority, { code, ...parameters });
    for (let count = 0; count < 20; count += 1) {
      await authority.register({ redirect_uris: [`https://app.example.com/${count}`] }, `192.0.2.${count}`);
    }
    authority.now += 90 * day - 1;
    expect((await authorize(authority, parameters)).statusCode).toBe(200);
    authority.now += 1;
    expect((await authorize(authority, parameters)).body).toContain("its registration has expired");
  });

  test("is kept with few others for one user, so that other users find room", async () => {
    const registration = { redirectHosts: ["app.example.com"], maxClients: 20, maxPerSource: 100 };
    const authority = new TestAuthority({ registration });
    const signIn = async (user: string, name: number) => {
      const uri = `https://app.example.com/${user}${name}`;
      const { content: client } = await authority.register({ redirect_uris: [uri] });
      if (client.client_id === undefined) return client.error;
      const payload = Buffer.from(JSON.stringify({ sub: user })).toString("base64url");
      authority.poolAnswer.content = { ...authority.poolAnswer.content, access_token: `a.${payload}.c` };
      const parameters = { client_id: client.client_id, redirect_uri: uri };
      const { code } = await codeFor(authority, parameters);
      return (await exchange(authority, { code, ...parameters })).statusCode;
    };
    for (let name = 0; name < 60; name += 1) {
      // Clients without a sign-in are forgotten after an hour.
      if (name % 10 === 0) authority.now += 3600;
      expect(await signIn("greedy", name)).toBe(200);
    }
    authority.now += 3600;
    for (let name = 0; name < 10; name += 1) expect(await signIn("other", name)).toBe(200);
  });

  test("is named as unchecked, without characters that turn the text around", async () => {
    const authority = new TestAuthority();
    const { content } = await authority.register({ redirect_uris, client_name: "<b>\u202eBank" });
    const { body } = await authorize(authority, { client_id: content.client_id });
    expect(body).toContain("&#60;b&#62;Bank");
    expect(body).toContain("Nobody has checked its name");
  });

  test("gets no scopes that it has not registered", async () => {
    const authority = new TestAuthority();
    const { content } = await authority.register({ redirect_uris, scope: "notes/read" });
    const { signIn } = await allowed(authority, { client_id: content.client_id });
    expect(signIn.get("scope")).toBe("notes/read");
  });
});

describe("the documents", () => {
  const read = async (path: string, authority = new TestAuthority()) => {
    const { statusCode, content } = await authority.ask(`GET /.well-known/${path}`);
    return [statusCode, content];
  };

  test("lead from each server to the authority", async () => {
    expect(await read("oauth-protected-resource/admin/mcp")).toEqual([
      200,
      {
        resource: `${issuer}/admin/mcp`,
        authorization_servers: [issuer],
        scopes_supported: ["notes/admin"],
        bearer_methods_supported: ["header"],
      },
    ]);
  });

  test("are at the root for one server only", async () => {
    const one = new TestAuthority({ servers: { "/mcp": ["notes/read"] } });
    expect(await read("oauth-protected-resource", one)).toEqual([
      200,
      expect.objectContaining({ resource: `${issuer}/mcp` }),
    ]);
    expect((await read("oauth-protected-resource"))[0]).toBe(404);
  });

  test("say what the authority can do", async () => {
    expect(await read("oauth-authorization-server")).toEqual([
      200,
      expect.objectContaining({
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        registration_endpoint: `${issuer}/oauth/register`,
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      }),
    ]);
    const [, without] = await read(
      "oauth-authorization-server",
      new TestAuthority({ documents: undefined, registration: undefined }),
    );
    expect(without).not.toHaveProperty("registration_endpoint");
    expect(without).not.toHaveProperty("client_id_metadata_document_supported");
  });

  test.each(["oauth-protected-resource/other", "openid-configuration"])("do not include %s", async (path) => {
    expect((await read(path))[0]).toBe(404);
  });
});
