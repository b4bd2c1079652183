import type { RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { failure, handler, methods, plainApi } from "./support";

describe("RestV1Api route keys", () => {
  test("are written in one form, in the order in which they were added", () => {
    const { stack, api } = plainApi({ routes: { "get   /b": handler, "POST /a": handler } });
    api.addRoutes(stack, { "any /{proxy+}": handler });
    expect(api.routes).toEqual(["GET /b", "POST /a", "ANY /{proxy+}"]);
    expect(Object.keys(methods(stack)).sort()).toEqual(["ANY /{proxy+}", "GET /b", "POST /a"]);
  });

  test.each([
    ["$default", "rest-route-default", /"ANY \/\{proxy\+\}"/],
    ["GET", "rest-route-key-invalid", /"GET \/notes\/\{id\}", or "ANY \/\{proxy\+\}"/],
    ["GET /a b", "rest-route-key-invalid", /"GET \/a b"/],
    ["FETCH /a", "route-method-unknown", /"FETCH"/],
    ["GET a", "route-path-no-slash", /"GET \/a"/],
    ["GET /a/", "route-path-trailing-slash", /"GET \/a"/],
    ["GET /{proxy+}/a", "route-greedy-not-last", /\{proxy\+\}/],
    ["GET /a//b", "route-part-invalid", /path part ""/],
    ["GET /a b/c", "rest-route-key-invalid", /not a method and a path/],
    ["GET /notes@home", "rest-path-part", /"notes@home"/],
    ["GET /{id}/{id}", "route-variable-twice", /\{id\} twice/],
  ])("refuses %s", (key, code, message) => {
    const error = failure(() => plainApi({ routes: { [key]: handler } }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["${key}"]`, code });
    expect(error.message).toMatch(message);
  });

  test("refuses a key that is defined twice, also across calls", () => {
    expect(failure(() => plainApi({ routes: { "GET /a": handler, "get /a": handler } })).code).toBe(
      "route-duplicate",
    );
    const { stack, api } = plainApi({ routes: { "GET /a": handler } });
    expect(failure(() => api.addRoutes(stack, { "GET  /a": handler })).code).toBe("route-duplicate");
  });

  test.each([
    ["GET /notes/{id}", "GET /notes/{noteId}/tags", "/notes"],
    ["GET /{id}", "ANY /{proxy+}", "/"],
  ])("refuses %s together with %s: AWS accepts one variable below a path", (one, other, parent) => {
    const error = failure(() => plainApi({ routes: { [one]: handler, [other]: handler } }));
    expect(error).toMatchObject({ code: "rest-variable-sibling", prop: `routes["${other}"]` });
    expect(error.message).toContain(`"${parent}"`);
    const { stack, api } = plainApi({ routes: { [one]: handler } });
    expect(failure(() => api.addRoutes(stack, { [other]: handler })).code).toBe("rest-variable-sibling");
  });

  test("allows the same variable for several routes", () => {
    const routes = {
      "GET /notes/{id}": handler,
      "PUT /notes/{id}": handler,
      "GET /notes/{id}/tags": handler,
    };
    expect(plainApi({ routes }).api.routes).toHaveLength(3);
  });

  test("creates nothing when one route is wrong", () => {
    const { stack, api } = plainApi();
    failure(() => api.addRoutes(stack, { "GET /a": handler, "GET b": handler }));
    expect(api.routes).toEqual([]);
    expect(methods(stack)).toEqual({});
  });
});

describe("RestV1Api route values", () => {
  test.each<[string, unknown, string, RegExp]>([
    ["a handler directly", { handler }, 'routes["GET /a"]', /function: \{ handler/],
    ["an unknown type", { type: "url", url: "x" }, 'routes["GET /a"].type', /"url".*"function"/s],
    ["an unknown key", { functon: handler }, 'routes["GET /a"]', /"functon".*"function"/s],
    ["nothing that answers", { authorizer: "none" }, 'routes["GET /a"]', /not a route/],
    ["a type without function", { type: "function" }, 'routes["GET /a"].function', /is missing/],
    ["a number", 3, 'routes["GET /a"]', /is 3/],
    [
      "an unknown key in cdk",
      { function: handler, cdk: { methods: {} } },
      'routes["GET /a"].cdk',
      /"method"/,
    ],
    [
      "an unknown authorizer",
      { function: handler, authorizer: "jwt" },
      'routes["GET /a"].authorizer',
      /"jwt"/,
    ],
  ])("refuses %s", (_, value, prop, message) => {
    const error = failure(() => plainApi({ routes: { "GET /a": value } as RestV1ApiProps["routes"] }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
  });
});
