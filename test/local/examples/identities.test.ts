/** @group processes */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ExampleCopy } from "./example-copy";
import { ServedExample } from "./served-example";
import { RunningExample } from "./support";

type Claims = Readonly<Record<string, unknown>>;

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Claims;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Requests the deletion of a missing note: 404 comes from the function. */
async function remove(url: string, token: string) {
  const response = await fetch(`${url}/notes/none`, { method: "DELETE", headers: bearer(token) });
  return {
    status: response.status,
    body: await response.json(),
    why: response.headers.get("www-authenticate"),
  };
}

const letIn = { status: 404, body: { message: "No such note" }, why: null };
const refused = (why: RegExp) => ({
  status: 401,
  body: { message: "Unauthorized" },
  why: expect.stringMatching(why),
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
describe("users who may delete notes", () => {
  let notes: ServedExample;
  const user = "ada@example.com";
  const scopes = ["notes/delete"];

  beforeAll(async () => {
    notes = await ServedExample.start("examples/notes");
  });
  afterAll(() => notes.stop());

  test("a user whose token has the scope may call the function", async () => {
    const token = await notes.token({ user, scopes: ["notes/read", ...scopes] });
    expect(await remove(notes.url("Api"), token)).toEqual(letIn);
  });

  test("until the token has expired", async () => {
    const token = await notes.token({ user, scopes, ttlSeconds: 60 });
    notes.clock.advance(59_000);
    expect(await remove(notes.url("Api"), token)).toEqual(letIn);
    notes.clock.advance(1_000);
    expect(await remove(notes.url("Api"), token)).toEqual(refused(/invalid_token.*expired/));
  });

  test("not before it has been issued", async () => {
    const later = { now: () => issuedAt };
    const issuedAt = notes.clock.now() + 60_000;
    const token = await notes.token({ user, scopes, clock: later });
    expect(await remove(notes.url("Api"), token)).toEqual(refused(/invalid_token/));
    notes.clock.advance(60_000);
    expect(await remove(notes.url("Api"), token)).toEqual(letIn);
  });

  test.each([
    ["without scopes", {}],
    ["with other scopes", { scopes: ["notes/read", "notes"] }],
  ])("a token %s is not enough", async (_name, given) => {
    const token = await notes.token({ user, ...given });
    expect(await remove(notes.url("Api"), token)).toEqual({
      status: 403,
      body: { message: "Forbidden" },
      why: expect.stringMatching(/scope="notes\/delete".*insufficient_scope/),
    });
  });

  test("an identity token has no scopes", async () => {
    const token = await notes.token({ user, use: "id" });
    expect((await remove(notes.url("Api"), token)).status).toBe(403);
  });

  test.each<[string, (parts: readonly string[]) => string]>([
    ["that was changed", ([head, body, signature]) => [head, changed(body), signature].join(".")],
    ["without signature", ([head, body]) => `${head}.${body}.`],
    ["that says it needs none", ([, body]) => `${encode({ alg: "none" })}.${body}.`],
  ])("a token %s is refused", async (_name, forge) => {
    const token = await notes.token({ user, scopes: ["notes/read"] });
    expect(await remove(notes.url("Api"), forge(token.split(".")))).toEqual(refused(/invalid_token/));
  });
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Takes a scope that it was not given. */
const changed = (body = ""): string => encode({ ...claimsOf(`.${body}.`), scope: "notes/delete" });

describe("serverform local token, and the issuer behind it", () => {
  let copy: ExampleCopy;
  let other: ExampleCopy;
  let notes: RunningExample;

  beforeAll(async () => {
    [copy, other] = [new ExampleCopy("examples/notes"), new ExampleCopy("examples/auth")];
    notes = await RunningExample.start(copy.name);
  });
  afterAll(async () => {
    expect(await notes.stop()).toBe(0);
    copy.remove();
    other.remove();
  });

  const printed = new Map<string, string>();

  /** A token that the command prints, once for the same options. */
  function token(...args: readonly string[]): string {
    const options = args.join(" ");
    const found = printed.get(options) ?? copy.command("token", "--user", "ada@example.com", ...args);
    printed.set(options, found);
    return found;
  }

  /** The documents that the issuer of a token publishes on this machine. */
  async function publishedFor(given: string) {
    const { port } = JSON.parse(readFileSync(copy.projectPath(".serverform/local/server.json"), "utf8"));
    const pool = String(claimsOf(given).iss).split("/").at(-1);
    const get = async (url: string): Promise<Claims> => (await (await fetch(url)).json()) as Claims;
    const configuration = await get(`http://127.0.0.1:${port}/${pool}/.well-known/openid-configuration`);
    return { configuration, keySet: await get(String(configuration.jwks_uri)) };
  }

  // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
  test("the token has user, groups and scopes, and is accepted by the route", async () => {
    const given = token(
      "--pool",
      "Users",
      "--group",
      "editors",
      "staff",
      "--scope",
      "notes/delete",
      "notes/read",
    );
    expect(claimsOf(given)).toMatchObject({
      token_use: "access",
      "cognito:groups": ["editors", "staff"],
      scope: "notes/delete notes/read",
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iss: expect.stringMatching(/^https:\/\/cognito-idp\.us-east-1\.amazonaws\.com\/us-east-1_\w+$/),
    });
    expect(await remove(notes.url("Api"), given)).toEqual(letIn);
  });

  // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
  test("any library can verify it by the documents of the pool", async () => {
    const { createLocalJWKSet, jwtVerify } = await import("jose");
    const given = token();
    const { configuration, keySet } = await publishedFor(given);
    expect(configuration).toMatchObject({
      issuer: claimsOf(given).iss,
      id_token_signing_alg_values_supported: ["RS256"],
    });
    const keys = createLocalJWKSet(keySet as unknown as Parameters<typeof createLocalJWKSet>[0]);
    const { payload } = await jwtVerify(given, keys, { issuer: String(configuration.issuer) });
    expect(payload.username).toBe(payload.sub);
    expect(JSON.stringify(keySet)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  test("a token of the pool of another app is refused", async () => {
    const given = other.command("token", "--user", "ada@example.com", "--scope", "notes/delete");
    expect(claimsOf(given).iss).not.toBe(claimsOf(token()).iss);
    expect(await remove(notes.url("Api"), given)).toEqual(refused(/invalid_token/));
  });

  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  test.each<[string, () => Claims, object]>([
    ["all that it should", () => ({}), letIn],
    [
      "another issuer",
      () => ({ iss: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_another" }),
      refused(/issuer does not match/),
    ],
    ["a time from which it holds", () => ({ nbf: inAnHour() }), refused(/not valid yet/)],
    ["no end", () => ({ exp: undefined }), refused(/expired/)],
    ["another client", () => ({ client_id: "another" }), refused(/audience/)],
  ])(
    "a token that the right key has signed and that says %s is judged by it",
    async (_name, claims, expected) => {
      const { importJWK, SignJWT } = await import("jose");
      const good = token("--scope", "notes/delete");
      const keys = copy.projectPath(".serverform/local/keys");
      const jwk = JSON.parse(
        readFileSync(join(keys, readdirSync(keys).find((file) => file.endsWith(".json")) ?? ""), "utf8"),
      );
      const { kid } = JSON.parse(Buffer.from(good.split(".")[0] ?? "", "base64url").toString());
      const signed = await new SignJWT({ ...claimsOf(good), ...claims() })
        .setProtectedHeader({ alg: "RS256", kid })
        .sign(await importJWK(jwk, "RS256"));
      expect(await remove(notes.url("Api"), signed)).toEqual(expected);
    },
  );

  test("a pool that is not there is refused, and the ones that are there are named", () => {
    expect(() => token("--pool", "staff")).toThrow(
      /--pool names the user pool "staff"[\s\S]*"dev-notes-Users"/,
    );
  });

  test("a token of one run is good in the next, and keys are for their owner alone", async () => {
    const given = token("--scope", "notes/delete");
    const { keySet } = await publishedFor(given);
    expect(await notes.stop()).toBe(0);
    notes = await RunningExample.start(copy.name);
    expect(await remove(notes.url("Api"), given)).toEqual(letIn);
    expect((await publishedFor(given)).keySet).toEqual(keySet);
    const folder = copy.projectPath(".serverform/local/keys");
    const secret = readdirSync(folder).filter((file) => file !== ".gitignore");
    const modes = secret.map((file) => statSync(join(folder, file)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });
});
