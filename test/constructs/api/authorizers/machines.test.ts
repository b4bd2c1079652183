import { Api, type ApiProps } from "../../../../lib/constructs/api";
import { Userbase } from "../../../../lib/constructs/userbase";
import { type Stack, Stack as StackClass } from "../../../../lib/kit/app";
import { only, resources, testStack } from "../../../support/stack";
import { failure, routes } from "../support/api";

const handler = "functions/notes.get";
const read = { function: handler, authorizationScopes: ["notes/read"] };
const write = { function: handler, authorizationScopes: ["notes/write"] };

function directory(stack: Stack): Userbase {
  return new Userbase(stack, "Users", {
    resourceServers: { notes: { scopes: { read: "Reads notes", write: "Writes notes" } } },
    clients: {
      web: { callbackUrls: ["https://notes.example.com"], scopes: ["notes/read"] },
      robot: { type: "machine", scopes: ["notes/write"] },
    },
  });
}

function apiOf(stack: Stack, users: Userbase, props: ApiProps, authorizer: object = {}): Api {
  return new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users, ...authorizer } },
    defaults: { authorizer: "users" },
    ...props,
  });
}

/** The clients whose tokens a route accepts, by their ids in the construct tree. */
function accepted(stack: Stack, routeKey: string): string[] {
  const address = /authorizer\.(\w+)\.id/.exec(String(routes(stack)[routeKey]?.authorizer_id))?.[1] ?? "";
  const { jwt_configuration: configuration } = resources(stack, "aws_apigatewayv2_authorizer")[address] ?? {};
  const { audience } = configuration as { audience: string[] };
  return audience.map((each) => /(UserPoolClient|Client_[a-z]+)/.exec(each)?.[1] ?? each);
}

describe("machine clients of a Userbase", () => {
  test("are accepted on routes with a scope that they may request, and on no other", () => {
    const stack = testStack();
    apiOf(stack, directory(stack), { routes: { "GET /me": handler, "GET /": read, "POST /": write } });
    const users = ["UserPoolClient", "Client_web"];
    expect(accepted(stack, "GET /me")).toEqual(users);
    expect(accepted(stack, "GET /")).toEqual(users);
    expect(accepted(stack, "POST /")).toEqual([...users, "Client_robot"]);
  });

  test("get an authorizer with its own name, which all of their routes share", () => {
    const stack = testStack();
    apiOf(stack, directory(stack), { routes: { "PUT /": write, "POST /": write } }, { name: "people" });
    const names = Object.values(resources(stack, "aws_apigatewayv2_authorizer")).map(({ name }) => name);
    expect(names).toEqual(["people", "people-machines"]);
    expect(new Set(Object.values(routes(stack)).map((each) => each.authorizer_id)).size).toBe(1);
  });

  test("get none without such a route", () => {
    const stack = testStack();
    apiOf(stack, directory(stack), { routes: { "GET /": read } });
    expect(only(stack, "aws_apigatewayv2_authorizer").name).toBe("users");
  });

  test("are accepted on routes that another stack adds, also when the Userbase is in a third one", () => {
    const main = testStack();
    const api = apiOf(main, directory(new StackClass(main.app, "Users")), { routes: {} });
    const other = new StackClass(main.app, "Other");
    api.addRoutes(other, { "POST /": write });
    for (const each of main.app.stacks) each.prepareStack();
    const [, machines] = Object.values(resources(main, "aws_apigatewayv2_authorizer"));
    expect(machines).toMatchObject({ jwt_configuration: { audience: { length: 3 } } });
    expect(only(other, "aws_apigatewayv2_route").authorizer_id).toMatch(/Machines_Authorizer/);
  });

  test("are left out where the caller names the audience", () => {
    const stack = testStack();
    const jwtConfiguration = { issuer: "https://a", audience: ["b"] };
    apiOf(
      stack,
      directory(stack),
      { routes: { "POST /": write } },
      { cdk: { authorizer: { jwtConfiguration } } },
    );
    expect(only(stack, "aws_apigatewayv2_authorizer").jwt_configuration).toEqual(jwtConfiguration);
  });

  test("count towards the authorizers of the API", () => {
    const stack = testStack();
    const users = directory(stack);
    const authorizers = (count: number) =>
      Object.fromEntries(
        [...Array(count).keys()].map((n) => [`a${n}`, { type: "user_pool", userPool: users }]),
      );
    const api = (id: string, count: number) =>
      new Api(stack, id, {
        authorizers: authorizers(count) as ApiProps["authorizers"],
        routes: { "POST /": { ...write, authorizer: "a0" } },
      });
    expect(() => api("Nine", 9)).not.toThrow();
    expect(failure(() => api("Ten", 10))).toMatchObject({ code: "quota-exceeded", prop: "authorizers" });
  });
});
