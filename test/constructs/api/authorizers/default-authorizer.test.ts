import { Api, type ApiProps, type ApiRouteProps } from "../../../../lib/constructs/api";
import { Stack } from "../../../../lib/kit/app";
import { Function } from "../../../../lib/kit/function";
import { testApp } from "../../../support/stack";
import { failure, routes } from "../support/api";

const handler = "functions/notes.get";
const jwt = { issuer: "https://login.example.com", audience: ["notes"] };

function stacks() {
  const app = testApp();
  return { main: new Stack(app, "Main"), other: new Stack(app, "Other") };
}

function apiWith(props: ApiProps, { main } = stacks()) {
  const fn = new Function(main, "Staff", { handler });
  const authorizers = { members: { type: "jwt", jwt }, staff: { type: "fn", function: fn } } as const;
  return { api: new Api(main, "Api", { authorizers, ...props }), main };
}

function authorizationOf(route: Partial<ApiRouteProps & object>, defaults: ApiProps["defaults"]) {
  const value = { type: "url", url: "https://a.b", ...route } as ApiRouteProps;
  const { main } = apiWith({ defaults, routes: { "GET /": value } });
  const { authorization_type, authorization_scopes, authorizer_id } = routes(main)["GET /"] ?? {};
  return { type: authorization_type, scopes: authorization_scopes, id: authorizer_id };
}

describe("the default authorizer of an Api", () => {
  test("reaches $default, ANY and routes added from another stack", () => {
    const all = stacks();
    const { api } = apiWith(
      { defaults: { authorizer: "members" }, routes: { $default: handler, "ANY /a": handler } },
      all,
    );
    api.addRoutes(all.other, { "GET /b": handler });
    const types = Object.entries({ ...routes(all.main), ...routes(all.other) }).map(
      ([key, route]) => [key, route.authorization_type] as const,
    );
    expect(Object.fromEntries(types)).toEqual({ $default: "JWT", "ANY /a": "JWT", "GET /b": "JWT" });
  });

  test.each([
    [{}, undefined, "NONE"],
    [{}, { authorizer: "iam" }, "AWS_IAM"],
    [{}, { authorizer: "members" }, "JWT"],
    [{ authorizer: "none" }, { authorizer: "members" }, "NONE"],
    [{ authorizer: "iam" }, { authorizer: "members" }, "AWS_IAM"],
    [{ authorizer: "staff" }, { authorizer: "members" }, "CUSTOM"],
    [{ authorizer: "members" }, { authorizer: "none" }, "JWT"],
  ] as const)("of the route %j with the defaults %j is %s", (route, defaults, type) => {
    const found = authorizationOf(route, defaults);
    expect(found.type).toBe(type);
    expect(found.id !== undefined).toBe(type === "JWT" || type === "CUSTOM");
  });
});

describe("authorization scopes", () => {
  const scoped = { authorizer: "members", authorizationScopes: ["write", "read"] };

  test.each([
    ["of the defaults apply", {}, scoped, ["read", "write"]],
    ["of the route apply", { authorizationScopes: ["a"] }, { authorizer: "members" }, ["a"]],
    ["of the route replace those of the defaults", { authorizationScopes: ["a"] }, scoped, ["a"]],
    ["may be none for one route", { authorizationScopes: [] }, scoped, undefined],
    ["are written once", { authorizationScopes: ["a", "a"] }, scoped, ["a"]],
    ["do not apply without authorizer", { authorizer: "none" }, scoped, undefined],
    ["do not apply to iam", { authorizer: "iam" }, scoped, undefined],
    ["do not apply to functions", { authorizer: "staff" }, scoped, undefined],
  ])("%s", (_, route, defaults, scopes) => {
    expect(authorizationOf(route, defaults).scopes).toEqual(scopes);
  });

  test.each([
    [
      "more than ten",
      { authorizationScopes: Array.from({ length: 11 }, (_, index) => `s${index}`) },
      /11 scopes.*10/s,
    ],
    ["text", { authorizationScopes: "read" }, /an array/],
  ])("are refused as %s", (_, route, message) => {
    const error = failure(() => authorizationOf(route as object, { authorizer: "members" }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: 'routes["GET /"].authorizationScopes' });
    expect(error.message).toMatch(message);
  });
});

describe("an authorizer that is not declared", () => {
  test("is refused for a route, with those that are", () => {
    const error = failure(() => authorizationOf({ authorizer: "member" }, {}));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: 'routes["GET /"].authorizer' });
    expect(error.message).toMatch(/"member".*"members" or "staff".*"none" or "iam".*Did you mean "members"/s);
  });

  test("is refused as default, also without routes", () => {
    const error = failure(() => apiWith({ defaults: { authorizer: "jtw" } }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "defaults.authorizer" });
    expect(error.message).toContain('"jtw"');
  });

  test("is refused in addRoutes, before anything is created", () => {
    const all = stacks();
    const { api } = apiWith({}, all);
    const bad = { "GET /a": handler, "GET /b": { function: handler, authorizer: "nobody" } };
    expect(failure(() => api.addRoutes(all.other, bad)).prop).toBe('routes["GET /b"].authorizer');
    expect(all.other.node.findAll().map((each) => each.node.id)).not.toContain("Routes_Api");
  });
});
