import { Construct } from "constructs";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import {
  addresses,
  declaredAddresses,
  inlineStatements,
  only,
  resources,
  synthesized,
  testApp,
} from "../../support/stack";
import { failure, invocations, routes } from "../api/support/api";
import { apps, chat, handler, problemsOf } from "./support";

const mayWrite = (stack: Stack) =>
  inlineStatements(stack).filter(({ Action }) => Action === "execute-api:ManageConnections").length;

describe("WebSocketApi.addRoutes", () => {
  test("creates everything below the scope, and leaves the API's stack unchanged", () => {
    const { app, main, other } = apps();
    const alone = new Stack(testApp({ account: "123456789012" }), "Main");
    new WebSocketApi(alone, "Chat", { routes: { $connect: handler } });
    const before = synthesized(alone).resource;
    const api = new WebSocketApi(main, "Chat", { routes: { $connect: handler } });
    api.addRoutes(new Construct(other, "Extra"), { send: handler });
    expect(synthesized(main).resource).toEqual(before);
    expect(api.getRoute("send")?.node.path).toBe("dev-notes-Other/Extra/Routes_Chat/Route_send");
    expect([Object.keys(routes(other)), invocations(other)]).toEqual([
      ["send"],
      [expect.stringMatching(/send$/)],
    ]);
    expect([api.routes, other.dependencies, main.dependencies]).toEqual([["$connect", "send"], [main], []]);
    expect(problemsOf(app)).toEqual([]);
  });

  test("lets the functions write to clients, from another stack too", () => {
    const { main, other } = apps();
    new WebSocketApi(main, "Chat").addRoutes(other, { send: handler });
    expect(Object.keys(resources(other, "aws_iam_role_policy"))).toEqual([
      expect.stringMatching(/_Policies_/),
    ]);
    expect(JSON.stringify(inlineStatements(other))).toMatch(
      /terraform_remote_state.+\/dev\/\*\/@connections\/\*/,
    );
  });

  test("takes a function of the API's stack", () => {
    const { app, main, other } = apps();
    const fn = new Function(main, "Shared", { handler });
    new WebSocketApi(main, "Chat").addRoutes(other, { send: fn });
    expect([mayWrite(main), mayWrite(other)]).toEqual([1, 0]);
    expect(problemsOf(app)).toEqual([]);
  });

  test("accepts a function of a third stack, whose permission is next to the route", () => {
    const { app, main, other, third } = apps();
    const fn = new Function(third, "Shared", { handler });
    new WebSocketApi(main, "Chat", { routes: { send: fn } }).addRoutes(other, { leave: fn });
    expect([mayWrite(main), mayWrite(other), mayWrite(third)]).toEqual([1, 1, 0]);
    expect(only(main, "aws_iam_role_policy").role).toMatch(/terraform_remote_state/);
    expect([main.dependencies, third.dependencies]).toEqual([[third], []]);
    expect(problemsOf(app)).toEqual([]);
  });

  test("puts $connect under the API's authorizer", () => {
    const { main, other } = apps();
    new WebSocketApi(main, "Chat", { authorizer: "iam" }).addRoutes(other, {
      $connect: handler,
      send: handler,
    });
    const types = Object.values(routes(other)).map((route) => [route.route_key, route.authorization_type]);
    expect(Object.fromEntries(types)).toEqual({ $connect: "AWS_IAM", send: "NONE" });
  });

  test("applies the defaults", () => {
    const { main, other } = apps();
    const api = new WebSocketApi(main, "Chat", { defaults: { function: { timeout: 7 } } });
    api.addRoutes(other, { send: handler });
    expect(only(other, "aws_lambda_function").timeout).toBe(7);
  });

  test("twice below one scope is as once", () => {
    const build = (...calls: string[][]) => {
      const { main, other } = apps();
      const api = new WebSocketApi(main, "Chat");
      for (const keys of calls) api.addRoutes(other, Object.fromEntries(keys.map((key) => [key, handler])));
      return addresses(other);
    };
    expect(build(["a"], ["b"])).toEqual(build(["b", "a"]));
  });

  test("below the API itself gives the addresses of the constructor", () => {
    const { stack, api } = chat();
    api.addRoutes(api, { send: handler });
    expect(addresses(stack)).toEqual(addresses(chat({ routes: { send: handler } }).stack));
  });

  test("of two APIs may add the same route below one scope", () => {
    const { main, other } = apps();
    for (const id of ["One", "Two"]) new WebSocketApi(main, id).addRoutes(other, { send: handler });
    expect(Object.keys(resources(other, "aws_apigatewayv2_route"))).toHaveLength(2);
  });

  test("refuses a route that exists already", () => {
    const { main, other } = apps();
    const api = new WebSocketApi(main, "Chat", { routes: { send: handler } });
    const error = failure(() => api.addRoutes(other, { "send ": handler }));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Chat",
      prop: 'routes["send "]',
      code: "route-duplicate",
    });
  });

  test("creates nothing when one of its routes is refused", () => {
    const { main, other } = apps();
    const api = new WebSocketApi(main, "Chat");
    expect(() => api.addRoutes(other, { send: handler, "GET /": handler })).toThrow(/GET \//);
    expect([api.routes, declaredAddresses(other)]).toEqual([[], []]);
  });
});
