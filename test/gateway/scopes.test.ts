import { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import type { Stack } from "../../lib/app";
import { Api } from "../../lib/constructs/api";
import { RestV1Api } from "../../lib/constructs/rest-v1-api";
import { Userbase } from "../../lib/constructs/userbase";
import { Function } from "../../lib/function";
import { failure } from "../constructs/api/support/api";
import { testStack } from "../support/stack";

const handler = "functions/notes.get";
const resourceServers = { notes: { scopes: { read: "Reads notes" } } };

interface Given {
  readonly route?: object;
  readonly defaults?: object;
}

/** Both gateways, with authorizers for tokens of a Userbase and a function that decides. */
const gateways = {
  Api: (stack: Stack, userPool: unknown, { route, defaults }: Given) => {
    const fn = new Function(stack, "Check", { handler });
    new Api(stack, "Api", {
      authorizers: {
        users: { type: "user_pool", userPool: userPool as never },
        fn: { type: "fn", function: fn },
      },
      defaults,
      routes: { "GET /": { function: handler, ...route } },
    });
  },
  RestV1Api: (stack: Stack, userPool: unknown, { route, defaults }: Given) => {
    const fn = new Function(stack, "Check", { handler });
    new RestV1Api(stack, "Api", {
      authorizers: {
        users: { type: "user_pools", userPoolIds: [userPool as never] },
        fn: { type: "fn_token", function: fn },
      },
      defaults,
      routes: { "GET /": { function: handler, ...route } },
    });
  },
};

const own = 'routes["GET /"].authorizationScopes';
const ofDefaults = "defaults.authorizationScopes";
const scopes = { authorizationScopes: ["notes/read"] };

describe.each(Object.entries(gateways))("scopes of routes of %s", (_, build) => {
  const userbase = (stack: Stack) => new Userbase(stack, "Users", { resourceServers });

  test.each<[string, Given, string]>([
    ["without an authorizer", { route: scopes }, own],
    ["with none", { route: { ...scopes, authorizer: "none" } }, own],
    ["with iam", { route: { ...scopes, authorizer: "iam" } }, own],
    ["with a function", { route: { ...scopes, authorizer: "fn" } }, own],
    ["of the defaults without an authorizer", { defaults: scopes }, ofDefaults],
    ["of the defaults with iam", { defaults: { ...scopes, authorizer: "iam" } }, ofDefaults],
    ["of the defaults with a function", { defaults: { ...scopes, authorizer: "fn" } }, ofDefaults],
  ])("are refused %s", (_name, given, prop) => {
    const stack = testStack();
    const error = failure(() => build(stack, userbase(stack), given));
    expect(error).toMatchObject({ code: "scopes-without-token", prop });
  });

  test.each<[string, Given]>([
    ["of the route", { route: { ...scopes, authorizer: "users" } }],
    ["of the defaults", { defaults: { ...scopes, authorizer: "users" } }],
    [
      "of the defaults, for a route with its own authorizer",
      { defaults: scopes, route: { authorizer: "users" } },
    ],
    ["of the defaults, on a route that opts out", { defaults: scopes, route: { authorizer: "none" } }],
    [
      "of the defaults, on a route that is open",
      { defaults: { ...scopes, authorizer: "users" }, route: { authorizer: "none" } },
    ],
    ["none at all", { route: { authorizationScopes: [] } }],
    ["that every pool has", { route: { authorizer: "users", authorizationScopes: ["openid"] } }],
  ])("are accepted: %s", (_name, given) => {
    const stack = testStack();
    expect(() => build(stack, userbase(stack), given)).not.toThrow();
  });

  test("must be declared by a resource server of the Userbase", () => {
    const stack = testStack();
    const route = { authorizer: "users", authorizationScopes: ["openid", "notes/raed"] };
    const error = failure(() => build(stack, userbase(stack), { route }));
    expect(error).toMatchObject({ code: "scope-undeclared", prop: `${own}[1]` });
    expect(error.message).toMatch(/"notes\/raed".*resourceServers.*mean "notes\/read"/s);
  });

  test("may be declared by a resource server that the caller creates", () => {
    const stack = testStack();
    const users = userbase(stack);
    new CognitoResourceServer(stack, "Mine", {
      identifier: "mine",
      name: "mine",
      userPoolId: users.userPoolId,
      scope: [{ scopeName: "all", scopeDescription: "Everything" }],
    });
    const route = { authorizer: "users", authorizationScopes: ["mine/all"] };
    expect(() => build(stack, users, { route })).not.toThrow();
  });

  test("may be any where a trigger adds scopes to tokens", () => {
    const stack = testStack();
    const users = new Userbase(stack, "Users", {
      triggers: { preTokenGeneration: handler },
      preTokenGenerationVersion: "v2_0",
    });
    const route = { authorizer: "users", authorizationScopes: ["any/thing"] };
    expect(() => build(stack, users, { route })).not.toThrow();
  });
});
