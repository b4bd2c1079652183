import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { Api, type ApiAuthorizer } from "../../../../lib/constructs/api";
import { addresses, only, resources, testStack } from "../../../support/stack";
import { failure, routes } from "../support/api";

const jwt = { issuer: "https://login.example.com", audience: ["notes", "admin"] };

function apiWith(authorizer: ApiAuthorizer, stack = testStack()) {
  new Api(stack, "Api", {
    authorizers: { members: authorizer },
    defaults: { authorizer: "members" },
    routes: { "GET /": "functions/notes.get" },
  });
  return stack;
}

describe("Api jwt authorizers", () => {
  test("check issuer and audience of the token in the header", () => {
    expect(only(apiWith({ type: "jwt", jwt }), "aws_apigatewayv2_authorizer")).toEqual({
      api_id: expect.stringMatching(/aws_apigatewayv2_api/),
      name: "members",
      authorizer_type: "JWT",
      identity_sources: ["$request.header.Authorization"],
      jwt_configuration: { issuer: "https://login.example.com", audience: ["notes", "admin"] },
    });
  });

  test("take a name and an identity source", () => {
    const authorizer = only(
      apiWith({ type: "jwt", jwt, name: "Members", identitySource: ["$request.querystring.token"] }),
      "aws_apigatewayv2_authorizer",
    );
    expect(authorizer).toMatchObject({ name: "Members", identity_sources: ["$request.querystring.token"] });
  });

  test("uses an existing one unchanged", () => {
    const stack = testStack();
    const there = new Apigatewayv2Authorizer(stack, "There", {
      apiId: "a",
      name: "b",
      authorizerType: "JWT",
    });
    apiWith({ type: "jwt", cdk: { authorizer: there } }, stack);
    expect(Object.keys(resources(stack, "aws_apigatewayv2_authorizer"))).toEqual(["There"]);
    expect(routes(stack)["GET /"]).toMatchObject({
      authorization_type: "JWT",
      authorizer_id: "${aws_apigatewayv2_authorizer.There.id}",
    });
  });

  test("a config is laid over the created one, which then needs no jwt", () => {
    const jwtConfiguration = { issuer: "https://other.example.com", audience: ["x"] };
    for (const given of [jwt, undefined]) {
      const stack = apiWith({ type: "jwt", jwt: given, cdk: { authorizer: { jwtConfiguration } } });
      expect(only(stack, "aws_apigatewayv2_authorizer")).toMatchObject({
        authorizer_type: "JWT",
        jwt_configuration: jwtConfiguration,
      });
    }
  });

  test("addresses follow the keys, in any order", () => {
    const all = (...names: string[]) => {
      const stack = testStack();
      new Api(stack, "Api", {
        authorizers: Object.fromEntries(names.map((name) => [name, { type: "jwt", jwt }])),
      });
      return addresses(stack);
    };
    expect(all("b", "a")).toEqual(all("a", "b"));
    expect(all("c", "a", "b")).toEqual(expect.arrayContaining(all("a", "b")));
  });

  test.each([
    ["no jwt", { type: "jwt" }, ".jwt", /is missing.*issuer/s],
    ["no issuer", { type: "jwt", jwt: { audience: ["a"] } }, ".jwt.issuer", /is missing/],
    [
      "no audience",
      { type: "jwt", jwt: { issuer: "https://a", audience: [] } },
      ".jwt.audience",
      /is missing/,
    ],
    [
      "an audience as text",
      { type: "jwt", jwt: { issuer: "https://a", audience: "a" } },
      ".jwt.audience",
      /an array/,
    ],
    ["an unknown key in jwt", { type: "jwt", jwt: { ...jwt, isuer: "x" } }, ".jwt", /"isuer".*"issuer"/s],
    [
      "two identity sources",
      { type: "jwt", jwt, identitySource: ["a", "b"] },
      ".identitySource",
      /one place/,
    ],
    ["an unknown key", { type: "jwt", jwt, audience: ["a"] }, "", /"audience"/],
    ["another's key", { type: "jwt", jwt, resultsCacheTtl: "1 hour" }, "", /"resultsCacheTtl"/],
    ["apiId", { type: "jwt", jwt, cdk: { authorizer: { apiId: "x" } } }, ".cdk.authorizer", /"apiId"/],
    ["an unknown type", { type: "jtw", jwt }, ".type", /"jtw".*Did you mean "jwt"/s],
    ["no type", { jwt }, ".type", /"jwt", "user_pool"/],
    ["text", "jwt", "", /an object with type/],
  ])("refuse %s", (_, authorizer, prop, message) => {
    const error = failure(() => apiWith(authorizer as unknown as ApiAuthorizer));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `authorizers["members"]${prop}` });
    expect(error.message).toMatch(message);
  });

  test.each(["none", "iam"])("refuse the name %s", (name) => {
    const error = failure(
      () => new Api(testStack(), "Api", { authorizers: { [name]: { type: "jwt", jwt } } }),
    );
    expect(error).toMatchObject({ prop: `authorizers["${name}"]`, code: "authorizer-name-reserved" });
  });

  test("may be ten, not eleven", () => {
    const authorizers = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`a${index}`, { type: "jwt", jwt } as const]),
      );
    new Api(testStack(), "Api", { authorizers: authorizers(10) });
    const error = failure(() => new Api(testStack(), "Api", { authorizers: authorizers(11) }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "authorizers", code: "quota-exceeded" });
    expect(error.message).toMatch(/11 authorizers.*10/s);
  });
});
