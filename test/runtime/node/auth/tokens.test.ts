import { oidcTokensOf, tokensOf } from "../../../../lib/runtime/node/auth/tokens";

// The form of SST 1 is that of openid-client 5: https://github.com/panva/openid-client/blob/v5.x/docs/README.md#tokenset

const claims = { sub: "u1", name: "Ada", length: 3, email: "ada@example.com" };
const response = {
  access_token: "at",
  token_type: "bearer",
  id_token: "it",
  refresh_token: "rt",
  expires_in: 60,
  scope: "openid email",
  claims: () => claims,
};

describe.each([
  ["OAuth", tokensOf],
  ["OIDC", oidcTokensOf],
] as const)("The tokens of %s", (_, read) => {
  test("have the form of this library and that of SST 1", () => {
    expect(JSON.parse(JSON.stringify(read(response, () => 1_000_000)))).toMatchObject({
      accessToken: "at",
      refreshToken: "rt",
      expiresIn: 60,
      access_token: "at",
      token_type: "bearer",
      id_token: "it",
      refresh_token: "rt",
      expires_in: 60,
      expires_at: 1060,
      scope: "openid email",
    });
  });
  test("give their claims by a call", () => {
    expect(read(response).claims()).toEqual(claims);
  });
  test.each([
    [1_000_000, false],
    [1_059_999, false],
    [1_060_000, true],
  ])("know at %p whether they have expired", (at, hasExpired) => {
    let time = 1_000_000;
    const tokens = read(response, () => time);
    time = at;
    expect(tokens.expired()).toBe(hasExpired);
  });
  test("never expire where the provider says nothing", () => {
    const tokens = read({ ...response, expires_in: undefined });
    expect([tokens.expires_at, tokens.expired()]).toEqual([undefined, false]);
  });
});

describe("The claims of OIDC", () => {
  const tokens = oidcTokensOf(response);
  test("are properties, also those that functions have", () => {
    expect({ ...tokens.claims }).toEqual(claims);
    const { sub, name } = tokens.claims;
    expect([
      sub,
      name,
      "length" in oidcTokensOf({ ...response, claims: () => ({ sub: "u1" }) }).claims,
    ]).toEqual(["u1", "Ada", false]);
  });
  test("are themselves in JSON", () => {
    expect(JSON.parse(JSON.stringify(tokens.claims))).toEqual(claims);
  });
});

test("Claims of OAuth without an ID token are an error with that reason", () => {
  expect(() => tokensOf({ ...response, claims: () => undefined }).claims()).toThrow(/id_token not present/);
});
