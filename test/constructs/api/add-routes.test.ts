import * as fs from "node:fs";
import * as path from "node:path";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Construct } from "constructs";
import { Api } from "../../../lib/constructs/api";
import { Config } from "../../../lib/constructs/config";
import { type App, Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { declaredAddresses, resources, synthesized, testApp } from "../../support/stack";
import { failure, routes } from "./support/api";

const handler = "functions/notes.get";

function apps() {
  const app = testApp({ account: "123456789012" });
  const [main, other, third] = [new Stack(app, "Main"), new Stack(app, "Other"), new Stack(app, "Third")];
  return { app, main, other, third };
}

/** The stacks that each stack waits for, according to the manifest. */
function dependencies(app: App): Record<string, string[]> {
  app.synth();
  expect(checkOutput(app.outdir)).toEqual([]);
  const { stacks } = JSON.parse(fs.readFileSync(path.join(app.outdir, "manifest.json"), "utf8"));
  return Object.fromEntries(
    Object.entries<{ dependencies: string[] }>(stacks).map(([id, stack]) => [id, stack.dependencies]),
  );
}

describe("Api.addRoutes", () => {
  test("creates everything below the scope", () => {
    const { main, other } = apps();
    const api = new Api(main, "Api");
    const before = declaredAddresses(main);
    api.addRoutes(new Construct(other, "Extra"), {
      "GET /a": handler,
      "POST /q": {
        type: "cloud",
        cdk: {
          integration: {
            subtype: "EventBridge-PutEvents",
            parameterMapping: { Detail: "$request.body", DetailType: "a", Source: "b" },
          },
        },
      },
    });
    expect(declaredAddresses(main)).toEqual(before);
    const own = other.node.findAll().filter((each) => each.node.id === "Function" || each.node.id === "Role");
    expect(own.map((each) => each.node.path)).toEqual([
      "dev-notes-Other/Extra/Routes_Api/Lambda_GET_--a/Role",
      "dev-notes-Other/Extra/Routes_Api/Lambda_GET_--a/Function",
      "dev-notes-Other/Extra/Routes_Api/Role_POST_--q/Role",
    ]);
    expect(api.routes).toEqual(["GET /a", "POST /q"]);
  });

  test("leaves the API's stack unchanged, except for outputs", () => {
    const build = (withRoutes: boolean) => {
      const { main, other } = apps();
      const api = new Api(main, "Api", { routes: { "GET /": handler } });
      if (withRoutes) api.addRoutes(other, { "GET /a": handler });
      const { resource, data } = synthesized(main);
      return { resource, data };
    };
    expect(build(true)).toEqual(build(false));
  });

  test("makes the scope's stack wait for the API's, and never the other way", () => {
    const { app, main, other, third } = apps();
    const inMain = new Function(main, "InMain", { handler });
    const inThird = new Function(third, "InThird", { handler });
    const api = new Api(main, "Api", {
      authorizers: { own: { type: "fn", function: inMain }, far: { type: "fn", function: inThird } },
      defaults: { authorizer: "own" },
      routes: { "GET /": handler },
    });
    api.addRoutes(other, { "GET /a": handler, "GET /b": { function: handler, authorizer: "far" } });
    expect(dependencies(app)).toEqual({
      "dev-notes-Main": ["dev-notes-Third"],
      "dev-notes-Other": ["dev-notes-Main"],
      "dev-notes-Third": [],
    });
  });

  test("takes a function of the API's stack", () => {
    const { main, other } = apps();
    const fn = new Function(main, "Shared", { handler });
    new Api(main, "Api").addRoutes(other, { "GET /a": fn });
    expect(Object.keys(resources(other, "aws_lambda_permission"))).toHaveLength(1);
    expect(resources(main, "aws_lambda_permission")).toEqual({});
    expect(main.dependencies).toEqual([]);
  });

  test("applies the API's defaults", () => {
    const { main, other } = apps();
    const defaults = { function: { timeout: 7 }, payloadFormatVersion: "1.0", authorizer: "iam" } as const;
    new Api(main, "Api", { defaults }).addRoutes(other, { "GET /a": handler });
    expect(Object.values(resources(other, "aws_lambda_function"))).toMatchObject([{ timeout: 7 }]);
    expect(Object.values(resources(other, "aws_apigatewayv2_integration"))).toMatchObject([
      { payload_format_version: "1.0" },
    ]);
    expect(routes(other)["GET /a"]?.authorization_type).toBe("AWS_IAM");
  });

  test("may be called twice for one scope, and for the API's own stack", () => {
    const { main } = apps();
    const api = new Api(main, "Api");
    api.addRoutes(main, { "GET /a": handler });
    api.addRoutes(main, { "GET /b": handler });
    api.addRoutes(api, { "GET /c": handler });
    expect(Object.keys(routes(main)).sort()).toEqual(["GET /a", "GET /b", "GET /c"]);
  });

  test("two APIs may add the same route below one scope", () => {
    const { main, other } = apps();
    for (const id of ["One", "Two"]) new Api(main, id).addRoutes(other, { "GET /a": handler });
    expect(Object.keys(resources(other, "aws_apigatewayv2_route"))).toHaveLength(2);
  });

  test("refuses a route that exists already", () => {
    const { main, other } = apps();
    const api = new Api(main, "Api", { routes: { "GET /a": handler } });
    const error = failure(() => api.addRoutes(other, { "get  /a": handler }));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Api",
      prop: 'routes["get  /a"]',
      code: "route-duplicate",
    });
  });

  test("counts routes over all calls", () => {
    const { main, other } = apps();
    const many = (from: number, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `GET /${from + index}`,
          { type: "url", url: "https://a.b" } as const,
        ]),
      );
    const api = new Api(main, "Api", { routes: many(0, 299) });
    api.addRoutes(other, many(299, 1));
    expect(failure(() => api.addRoutes(other, many(300, 1))).code).toBe("quota-exceeded");
  });
});

describe("bindings and permissions for all routes of an Api", () => {
  const environmentOf = (stack: Stack) =>
    Object.values(resources(stack, "aws_lambda_function")).map(
      (fn) =>
        (fn.environment as { variables: Record<string, string> }).variables.SERVERFORM_Parameter_value_HOST,
    );

  test("reaches routes of before and after", () => {
    const { main, other } = apps();
    const { HOST } = Config.Parameter.create(main, { HOST: "a.example.com" });
    const api = new Api(main, "Api", { routes: { "GET /a": handler } });
    api.bind([HOST]);
    api.attachPermissions(["s3:ListAllMyBuckets"]);
    api.addRoutes(other, { "GET /b": handler });
    for (const stack of [main, other]) {
      expect(environmentOf(stack)).toEqual(["a.example.com"]);
      expect(JSON.stringify(resources(stack, "aws_iam_role_policy"))).toContain("s3:ListAllMyBuckets");
    }
  });

  test("reaches only the one route that it names", () => {
    const { main } = apps();
    const queue = new SqsQueue(main, "Queue");
    const api = new Api(main, "Api", { routes: { "GET /a": handler, "GET /b": handler } });
    api.attachPermissionsToRoute("get /a", [queue]);
    api.bindToRoute("GET /b", [new Config.Parameter(main, "HOST", { value: "x" })]);
    const withQueue = Object.entries(resources(main, "aws_iam_role_policy")).filter(([, policy]) =>
      String(policy.policy).includes("sqs:"),
    );
    expect(withQueue.map(([name]) => name)).toEqual([expect.stringMatching(/GET_--a/)]);
    expect(environmentOf(main)).toEqual([undefined, "x"]);
  });

  test.each(["bindToRoute", "attachPermissionsToRoute"] as const)(
    "%s names the routes that exist",
    (method) => {
      const { main } = apps();
      const routes = { "GET /a": handler, "GET /u": { type: "url", url: "https://a.b" } } as const;
      const api = new Api(main, "Api", { routes });
      const missing = failure(() => api[method]("GET /b", []));
      expect(missing).toMatchObject({ path: "dev-notes-Main/Api", prop: method, code: "part-not-found" });
      expect(missing.message).toMatch(/"GET \/b".*"GET \/a"/s);
      expect(failure(() => api[method]("GET /u", []))).toMatchObject({
        prop: method,
        code: "part-without-function",
      });
    },
  );
});
