import { claimTexts, userPoolClaims } from "../../../lib/local/gateways/claims";
import { callerOf } from "../../../lib/runtime/node/caller";
import { type RouteProblem, route } from "../../../lib/runtime/node/route";
import { eventV1, eventV2, lambdaContext } from "../events";

type Claims = Readonly<Record<string, unknown>>;

const authorizedBy = (authorizer: unknown): object => ({ requestContext: { authorizer } });
const jsonTexts = (claims: Claims): Claims =>
  Object.fromEntries(
    Object.entries(claims).map(([name, each]) => [
      name,
      typeof each === "string" ? each : JSON.stringify(each),
    ]),
  );

/** The claims of a token, as each gateway hands them to a function. */
const gateways: Readonly<Record<string, (claims: Claims) => object>> = {
  "an HTTP API": (claims) => ({
    version: "2.0",
    ...authorizedBy({ jwt: { claims: claimTexts(claims), scopes: null } }),
  }),
  "an HTTP API in format 1.0": (claims) => ({
    version: "1.0",
    ...authorizedBy({ claims: claimTexts(claims), scopes: null }),
  }),
  "a REST API": (claims) => authorizedBy({ claims: userPoolClaims(claims) }),
  "a WebSocket API": (claims) => authorizedBy({ principalId: "1", ...jsonTexts(claims) }),
  AppSync: (claims) => ({ identity: { claims, groups: claims["cognito:groups"] ?? null, sub: claims.sub } }),
  "AppSync with a function as authorizer": (claims) => ({ identity: { resolverContext: jsonTexts(claims) } }),
  "an HTTP API with a function as authorizer": (claims) => authorizedBy({ lambda: claims }),
  "a REST API with a function as authorizer": (claims) =>
    authorizedBy({ principalId: "1", ...jsonTexts(claims) }),
};

describe.each(Object.entries(gateways))("the caller of %s", (_name, event) => {
  const caller = (claims: Claims) => callerOf(event({ sub: "1", ...claims }));

  test.each<[groups: readonly string[]]>([
    [["admins"]],
    [["admins", "members"]],
    [["superadmins", "no-admins", "admins2"]],
    [["[admins]", '"admins"', "map[a:b]"]],
    [["Größe", "管理者"]],
  ])("is in the groups %j", (groups) => {
    expect(caller({ "cognito:groups": groups }).groups).toEqual(groups);
  });

  test("is in no group without the claim", () => {
    const { claims, groups, scopes, claimList } = caller({});
    expect([claims.sub, groups, scopes, claimList("roles")]).toEqual(["1", [], [], []]);
  });

  test("has scopes, and lists of other claims", () => {
    const { scopes, claimList } = caller({ scope: "posts/read openid", roles: ["editor", "author"] });
    expect([scopes, claimList("roles")]).toEqual([
      ["posts/read", "openid"],
      ["editor", "author"],
    ]);
    expect(caller({ scp: ["read", "write"] }).scopes).toEqual(["read", "write"]);
    expect(caller({ scp: "read write" }).scopes).toEqual(["read", "write"]);
  });
});

test.each([
  ["without an authorizer", { requestContext: {} }],
  ["whose authorizer is null", authorizedBy(null)],
  [
    "with the credentials of a role",
    authorizedBy({ iam: { accountId: "123456789012", cognitoIdentity: null } }),
  ],
  ["with an API key of AppSync", { identity: null }],
  ["of another kind", {}],
])("an event %s has no groups", (_what, event) => {
  expect(callerOf(event)).toMatchObject({ groups: [], scopes: [] });
});

describe("a route for groups", () => {
  const remove = route({ groups: ["admins", "owners"] }, (_input, { groups }) => groups);
  const call = (groups: string | undefined) => {
    const authorizer = { jwt: { claims: { sub: "1", "cognito:groups": groups }, scopes: null } };
    const event = eventV2({ method: "DELETE" });
    const requestContext = { ...event.requestContext, authorizer };
    return remove({ ...event, requestContext } as typeof event, lambdaContext());
  };

  test.each([["[admins]"], ["[members owners]"]])("lets %s in", async (groups) => {
    expect(await call(groups)).toMatchObject({ statusCode: 200 });
  });

  test.each([["[superadmins]"], ["[members]"], ["[]"], [undefined]])("refuses %s", async (groups) => {
    const { statusCode, body = "" } = await call(groups);
    expect(statusCode).toBe(403);
    expect(JSON.parse(body) as RouteProblem).toMatchObject({ title: "Forbidden", status: 403, errors: [] });
  });

  test("refuses all callers if no authorizer identifies them", async () => {
    for (const event of [eventV1({}), eventV2({})])
      expect(await remove(event, lambdaContext())).toMatchObject({ statusCode: 403 });
  });
});
