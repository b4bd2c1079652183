import { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Construct } from "constructs";
import { Api } from "../../../lib/constructs/api";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { Userbase, type UserbaseProps } from "../../../lib/constructs/userbase";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { failure } from "../../constructs/api/support/api";
import { testStack } from "../../support/stack";

const handler = "functions/notes.get";
const callbackUrls = ["https://app.example.com"];
const app = { callbackUrls, scopes: ["openid", "notes/read"] };
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
  const userbase = (stack: Stack) => new Userbase(stack, "Users", { resourceServers, clients: { app } });

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
    const users = new Userbase(stack, "Users", {
      cdk: {
        userPoolClient: { allowedOauthFlows: ["code"], allowedOauthScopes: ["mine/all"], callbackUrls },
      },
    });
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

describe("scopes that no accepted client may request", () => {
  const route = { authorizer: "users", authorizationScopes: ["notes/read"] };
  const refused = { code: "scope-unavailable", prop: `${own}[0]` };
  const refusedWith = (
    build: (stack: Stack, userPool: unknown, given: Given) => void,
    props: UserbaseProps,
  ) => {
    const stack = testStack();
    return failure(() =>
      build(stack, new Userbase(stack, "Users", { resourceServers, ...props }), { route }),
    );
  };

  test.each(Object.entries(gateways))("are refused by %s", (_, build) => {
    const error = refusedWith(build, { clients: { app: { callbackUrls } } });
    expect(error).toMatchObject(refused);
    expect(error.message).toMatch(/"notes\/read".*Let a client/s);
  });

  test("are refused where tokens without the sign-in pages have only the scope of the user's own account", () => {
    const stack = testStack();
    const users = new Userbase(stack, "Users");
    const ofUser = { authorizer: "users", authorizationScopes: ["aws.cognito.signin.user.admin"] };
    gateways.Api(stack, users, { route: ofUser });
    const openid = { ...ofUser, authorizationScopes: ["openid"] };
    expect(
      failure(() => gateways.RestV1Api(new Stack(stack.app, "Other"), users, { route: openid })),
    ).toMatchObject(refused);
  });

  test("are refused by an Api whose Userbase another client shares, and accepted by a RestV1Api", () => {
    const stack = testStack();
    const users = new Userbase(stack, "Users", { resourceServers });
    new CognitoUserPoolClient(stack, "Mine", {
      name: "mine",
      userPoolId: users.userPoolId,
      allowedOauthFlows: ["code"],
      allowedOauthScopes: ["notes/read"],
    });
    expect(failure(() => gateways.Api(stack, users, { route }))).toMatchObject(refused);
    expect(() => gateways.RestV1Api(new Stack(stack.app, "Other"), users, { route })).not.toThrow();
  });

  test("are not known of a client that the app does not create", () => {
    const stack = testStack();
    const users = Object.assign(new Construct(stack, "Users"), { userPoolClientId: "c" });
    const pool = new CognitoUserPool(users, "Pool", { name: "pool" });
    const userPool = Object.assign(users, { userPoolId: pool.id });
    const openid = { authorizer: "users", authorizationScopes: ["openid"] };
    expect(() => gateways.Api(stack, userPool, { route: openid })).not.toThrow();
  });
});
