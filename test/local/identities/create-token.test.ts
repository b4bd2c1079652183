import { createToken, PoolKeys, requireUserPool } from "../../../lib/local";
import type { CreateTokenOptions } from "../../../lib/local/identities/create-token";
import { LocalIssuers } from "../../../lib/local/identities/local-issuers";
import { clientsOf } from "../../../lib/model";
import { temporaryFolder } from "../../support/stack";
import { TestClock } from "../support/clock";
import { poolsModel } from "./model";

const model = poolsModel();
const keys = new PoolKeys(temporaryFolder());
const now = 1_750_000_000;
const clock = new TestClock(now * 1000 + 999);
const users = requireUserPool(model, "Users");
const [web] = clientsOf(model, users);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The claims of a token, once its signature is verified with the keys that the pool publishes. */
async function claimsOf(
  options: Partial<CreateTokenOptions> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const token = await createToken({ model, keys, clock, pool: "Users", user: "ada", ...options });
  const jose = await import("jose");
  const issuers = new LocalIssuers({ model, keys, clock });
  const { iss } = jose.decodeJwt(token);
  const found = jose.createLocalJWKSet({ ...(await issuers.keysOf(String(iss))) } as never);
  const { payload } = await jose.jwtVerify(token, found, { currentDate: new Date(now * 1000) });
  return payload;
}

// https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
test("an access token has the claims of Cognito", async () => {
  expect(await claimsOf()).toEqual({
    sub: expect.stringMatching(uuid) as string,
    iss: users.issuer,
    client_id: web?.id,
    token_use: "access",
    scope: "aws.cognito.signin.user.admin",
    username: "ada",
    auth_time: now,
    iat: now,
    exp: now + 1800,
    jti: expect.stringMatching(uuid) as string,
    origin_jti: expect.stringMatching(uuid) as string,
    event_id: expect.stringMatching(uuid) as string,
  });
});

// https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
test("an identity token has the claims of Cognito", async () => {
  expect(await claimsOf({ use: "id", user: "ada@example.com", groups: ["admins"] })).toEqual({
    sub: expect.stringMatching(uuid) as string,
    iss: users.issuer,
    aud: web?.id,
    token_use: "id",
    "cognito:username": "ada@example.com",
    "cognito:groups": ["admins"],
    email: "ada@example.com",
    email_verified: true,
    auth_time: now,
    iat: now,
    exp: now + 7200,
    jti: expect.stringMatching(uuid) as string,
    origin_jti: expect.stringMatching(uuid) as string,
    event_id: expect.stringMatching(uuid) as string,
  });
});

test("scopes and groups are the requested ones", async () => {
  expect(await claimsOf({ scopes: ["notes/read", "openid"], groups: ["a", "b"] })).toMatchObject({
    scope: "notes/read openid",
    "cognito:groups": ["a", "b"],
  });
});

test("a user keeps the subject, and another user or pool has another one", async () => {
  const { sub } = await claimsOf();
  expect((await claimsOf({ use: "id" })).sub).toBe(sub);
  expect((await claimsOf({ user: "bob" })).sub).not.toBe(sub);
  expect((await claimsOf({ pool: "Staff" })).sub).not.toBe(sub);
});

test("where users sign in with an address, the subject is the username", async () => {
  const claims = await claimsOf({ pool: "Staff", user: "ada@example.com", use: "id" });
  expect(claims["cognito:username"]).toBe(claims.sub);
  expect(claims.email).toBe("ada@example.com");
});

test("a telephone number is an attribute too", async () => {
  expect(await claimsOf({ user: "+4915112345", use: "id" })).toMatchObject({
    phone_number: "+4915112345",
    phone_number_verified: true,
  });
});

test("a pool without a client has an invented one, and its tokens are good for an hour", async () => {
  const claims = await claimsOf({ pool: "Staff" });
  expect(claims.client_id).toMatch(/^[a-z0-9]{26}$/);
  expect(claims.exp).toBe(now + 3600);
});

test("a token lives for the requested time", async () => {
  expect((await claimsOf({ ttlSeconds: 5 })).exp).toBe(now + 5);
});

test("roles of groups are in the identity token, the lowest precedence first", async () => {
  const group = (name: string, precedence: number) => ({
    name,
    precedence,
    role_arn: `arn:aws:iam::123456789012:role/${name}`,
    user_pool_id: users.id,
  });
  const withGroups = poolsModel({
    aws_cognito_user_group: { A: group("a", 2), B: group("b", 1), C: group("c", 0) },
  });
  const role = "arn:aws:iam::123456789012:role";
  expect(await claimsOf({ model: withGroups, use: "id", groups: ["a", "b"] })).toMatchObject({
    "cognito:roles": [`${role}/b`, `${role}/a`],
    "cognito:preferred_role": `${role}/b`,
  });
});

test.each<[Partial<CreateTokenOptions>, RegExp]>([
  [{ user: "" }, /--user is missing/],
  [{ use: "id", scopes: ["a/b"] }, /local-id-token-scopes/],
  [{ ttlSeconds: 0 }, /--ttl is 0/],
  [{ ttlSeconds: 1.5 }, /--ttl is 1\.5/],
  [{ pool: "none" }, /--pool/],
  [{ client: "none" }, /--client/],
])("%j is refused", async (options, message) => {
  await expect(claimsOf(options)).rejects.toThrow(message);
});
