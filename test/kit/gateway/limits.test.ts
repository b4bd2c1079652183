import { Api, type ApiProps } from "../../../lib/constructs/api";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { failure } from "../../constructs/api/support/api";
import { testStack } from "../../support/stack";

const handler = "functions/notes.get";
const jwt = (issuer: string, identitySource?: readonly string[]) =>
  ({ type: "jwt", jwt: { issuer, audience: ["a"] }, identitySource }) as const;
const api = (props: ApiProps) => () => new Api(testStack(), "Api", props);
const withAuthorizer = (a: object) => api({ authorizers: { a } as ApiProps["authorizers"] });
const withScope = (scope: string) =>
  api({
    authorizers: { a: jwt("https://login.example.com") },
    routes: { "GET /": { function: handler, authorizer: "a", authorizationScopes: [scope] } },
  });
const format = (bytes: number) => "$context.requestId ".padEnd(bytes, "x");

describe("the limits of API Gateway", () => {
  test.each<[string, () => unknown]>([
    ["an issuer", withAuthorizer(jwt("https://login.example.com/tenant/v2.0/"))],
    ["an issuer on this machine", withAuthorizer(jwt("http://localhost:3000"))],
    ["a token in the query", withAuthorizer(jwt("https://a.b", ["$request.querystring.token"]))],
    ["a scope of 64 characters", withScope("s".repeat(64))],
    ["a format of 3072 bytes", api({ accessLog: format(3072) })],
    ["a colon in a part", api({ routes: { "POST /v1/notes:batch": handler } })],
  ])("passes: %s", (_, create) => {
    expect(create).not.toThrow();
  });

  test.each<[string, () => unknown, string, string]>([
    [
      "an issuer without a scheme",
      withAuthorizer(jwt("login.example.com")),
      "prop-invalid",
      '["a"].jwt.issuer',
    ],
    [
      "an issuer over HTTP",
      withAuthorizer(jwt("http://login.example.com")),
      "prop-invalid",
      '["a"].jwt.issuer',
    ],
    ["an issuer with a query", withAuthorizer(jwt("https://a.b?x=y")), "prop-invalid", '["a"].jwt.issuer'],
    [
      "a name as identity source",
      withAuthorizer(jwt("https://a.b", ["Authorization"])),
      "authorizer-source-form",
      '["a"].identitySource[0]',
    ],
    [
      "a token from the context",
      withAuthorizer(jwt("https://a.b", ["$context.path"])),
      "authorizer-source-form",
      '["a"].identitySource[0]',
    ],
    ["a scope of 65 characters", withScope("s".repeat(65)), "scope-too-long", ".authorizationScopes[0]"],
    ["a format of 3073 bytes", api({ accessLog: format(3073) }), "access-log-too-long", "accessLog"],
    [
      "a format of 3073 bytes in fewer characters",
      api({ accessLog: `${format(3071)}ü` }),
      "access-log-too-long",
      "accessLog",
    ],
    [
      "a variable with a colon",
      api({ routes: { "GET /notes/:id": handler } }),
      "route-part-colon",
      'routes["GET /notes/:id"]',
    ],
  ])("is checked: %s", (_, create, code, prop) => {
    const error = failure(create);
    expect(error).toMatchObject({ code });
    expect(error.prop.endsWith(prop)).toBe(true);
  });

  test("is written instead of a variable with a colon", () => {
    const create = () => new RestV1Api(testStack(), "Api", { routes: { "GET /a/:id/b/:n": handler } });
    expect(failure(create).message).toContain('"GET /a/{id}/b/{n}"');
  });
});

describe("a function that runs for longer than the gateway waits", () => {
  const kinds: [string, number, (stack: Stack, fn: Function) => unknown][] = [
    ["Api", 30, (stack, fn) => new Api(stack, "It", { routes: { "GET /": fn } })],
    ["RestV1Api", 29, (stack, fn) => new RestV1Api(stack, "It", { routes: { "GET /": fn } })],
    [
      "RestV1Api with a longer time-out",
      60,
      (stack, fn) =>
        new RestV1Api(stack, "It", {
          routes: { "GET /": { function: fn, cdk: { integration: { timeout: "60 seconds" } } } },
        }),
    ],
    ["WebSocketApi", 29, (stack, fn) => new WebSocketApi(stack, "It", { routes: { send: fn } })],
  ];

  test.each(kinds)("is noted: %s, %d seconds", (_, limit, create) => {
    const noted = (timeout: number) => {
      const stack = testStack();
      const addNotice = jest.spyOn(stack.app, "addNotice");
      create(stack, new Function(stack, "Fn", { handler, timeout }));
      return addNotice.mock.calls.filter(([text]) => text.includes(`the ${limit} seconds`)).length;
    };
    expect([noted(limit), noted(limit + 1)]).toEqual([0, 1]);
  });
});
