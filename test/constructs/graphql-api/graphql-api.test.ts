import { Api } from "../../../lib/constructs/api";
import { GraphQLApi, type GraphQLApiProps } from "../../../lib/constructs/graphql-api";
import { Function } from "../../../lib/kit/function";
import { addresses, only, resources, testApp, testStack } from "../../support/stack";
import { failure, integration, invocations, routes } from "../api/support/api";

const server = "functions/notes.get";

function graphqlApi(props: Partial<GraphQLApiProps> = {}, id = "Api") {
  const stack = testStack();
  return { stack, api: new GraphQLApi(stack, id, { server, ...props }) };
}

describe("GraphQLApi", () => {
  test("makes one function and one integration, behind two routes", () => {
    expect(addresses(graphqlApi().stack)).toMatchInlineSnapshot(`
      [
        "aws_apigatewayv2_api.Api_F1A3B7F9",
        "aws_apigatewayv2_integration.Api_Integration_server_52B40295",
        "aws_apigatewayv2_route.Api_Route_GET_--_C5E93829",
        "aws_apigatewayv2_route.Api_Route_POST_--_49EBA449",
        "aws_apigatewayv2_stage.Api_DefaultStage_3251FD08",
        "aws_cloudwatch_log_group.Api_DefaultStage_LogGroup_19FC4C08",
        "aws_cloudwatch_log_group.Api_Lambda_server_LogGroup_97FAD485",
        "aws_iam_role.Api_Lambda_server_Role_75D6ECB0",
        "aws_iam_role_policy.Api_Lambda_server_Policies_Base_0E12D27E",
        "aws_lambda_function.Api_Lambda_server_Function_9BBB5B5B",
        "aws_lambda_permission.Api_Permission_GET_--_9130F720",
        "aws_lambda_permission.Api_Permission_POST_--_211CE143",
        "data.archive_file._code_functions-notes-ab2188ae_4E136915",
        "terraform_data.uses",
      ]
    `);
  });

  test("answers GET and POST of / by the server function", () => {
    const { stack, api } = graphqlApi();
    expect(api.routes).toEqual(["GET /", "POST /"]);
    for (const key of api.routes) expect(api.getFunction(key)).toBe(api.serverFunction);
    const [first, second] = Object.values(routes(stack));
    expect(first?.target).toBe(second?.target);
    expect(integration(stack, "GET /").integration_uri).toMatch(/aws_lambda_function\.Api_Lambda_server_/);
    expect(invocations(stack)).toEqual(["/*/*/", "/*/*/"]);
  });

  test("answers at rootPath instead, with the same function and integration", () => {
    const { stack, api } = graphqlApi({ rootPath: "/graphql" });
    expect(api.routes).toEqual(["GET /graphql", "POST /graphql"]);
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: { GRAPHQL_ENDPOINT: "/graphql" },
    });
    const kept = (all: string[]) => all.filter((address) => !/_route|_permission/.test(address));
    expect(kept(addresses(stack))).toEqual(kept(addresses(graphqlApi().stack)));
  });

  test.each([
    [{}, "2.0"],
    [{ defaults: { payloadFormatVersion: "1.0" } } as const, "1.0"],
  ])("with %j the payload format is %s", (props, version) => {
    const { stack } = graphqlApi(props);
    expect(integration(stack, "POST /").payload_format_version).toBe(version);
  });

  test("takes the props of Api", () => {
    const { stack } = graphqlApi({
      accessLog: false,
      cors: false,
      defaults: {
        authorizer: "iam",
        function: { timeout: 3 },
        throttle: { rate: 5, burst: 2 },
      },
    });
    expect(Object.values(routes(stack)).map((route) => route.authorization_type)).toEqual([
      "AWS_IAM",
      "AWS_IAM",
    ]);
    expect(only(stack, "aws_lambda_function").timeout).toBe(3);
    expect(only(stack, "aws_apigatewayv2_api").cors_configuration).toBeUndefined();
    expect(only(stack, "aws_apigatewayv2_stage").default_route_settings).toMatchObject({
      throttling_rate_limit: 5,
    });
  });

  test("takes a Function as server", () => {
    const stack = testStack();
    const fn = new Function(stack, "Server", { handler: server });
    expect(new GraphQLApi(stack, "Api", { server: fn }).serverFunction).toBe(fn);
    expect(Object.keys(resources(stack, "aws_lambda_function"))).toHaveLength(1);
  });

  test("takes further routes", () => {
    const { stack, api } = graphqlApi();
    api.addRoutes(stack, { "GET /health": server });
    expect(api.routes).toEqual(["GET /", "POST /", "GET /health"]);
    expect(integration(stack, "GET /health")).not.toEqual(integration(stack, "GET /"));
  });

  test("binds and permits through the methods of Api", () => {
    const { stack, api } = graphqlApi();
    const bound = new Function(stack, "Bound", { handler: server });
    api.bindToRoute("POST /", [bound]);
    api.attachPermissions(["sqs"]);
    const server_ = Object.values(resources(stack, "aws_lambda_function")).find(
      ({ handler }, index) => handler === server && index === 0,
    );
    expect(JSON.stringify(server_?.environment)).toContain("SERVERFORM_Function_functionName_Bound");
  });

  test("may have the id of an Api, since bindings tell the two apart", () => {
    const app = testApp();
    app.stack(function One({ stack }) {
      new GraphQLApi(stack, "Api", { server });
    });
    app.stack(function Two({ stack }) {
      new Api(stack, "Api");
    });
    expect(() => app.stacks.forEach(addresses)).not.toThrow();
  });

  test("has metadata of the type GraphQL", () => {
    const { api } = graphqlApi({ codegen: "cdktf.json" });
    expect(api.getConstructMetadata()).toMatchObject({
      type: "Api",
      data: {
        graphql: true,
        codegen: "cdktf.json",
        url: api.url,
        httpApiId: api.httpApiId,
        routes: ["GET /", "POST /"].map((route) => ({
          type: "function",
          route,
          fn: { stack: "dev-notes-Main" },
        })),
      },
    });
    expect(new Api(testStack(), "Api").getConstructMetadata().data.graphql).toBe(false);
  });

  test("prints once that it is deprecated, and its replacement", () => {
    const written: string[] = [];
    const spy = jest
      .spyOn(process.stderr, "write")
      .mockImplementation((text) => written.push(String(text)) > 0);
    const { stack } = graphqlApi();
    new GraphQLApi(stack, "Second", { server });
    stack.app.synth();
    spy.mockRestore();
    expect(written.filter((text) => text.includes("GraphQLApi"))).toEqual([
      "serverform: `GraphQLApi` is deprecated; use `Api` with a route of the type `graphql` (dev-notes-Main/Api, dev-notes-Main/Second)\n",
    ]);
  });
});

describe("GraphQLApi refuses", () => {
  test.each([
    ["no server", { server: undefined }, "server", /server is missing/],
    ["routes", { routes: {} }, "props", /"routes".*server/s],
    ["an unknown key", { rootpath: "/" }, "props", /Did you mean "rootPath"/],
    ["a relative rootPath", { rootPath: "graphql" }, "rootPath", /"graphql".*"\/graphql"/s],
    ["a rootPath that ends with /", { rootPath: "/graphql/" }, "rootPath", /"\/graphql\/"/],
    ["a codegen file that does not exist", { codegen: "codegen.yml" }, "codegen", /"codegen\.yml"/],
    ["streaming", { streaming: true }, "streaming", /streaming is true.*use a RestV1Api/s],
    [
      "a server with streaming",
      { server: { handler: server, streaming: true } },
      "server.streaming",
      /server\.streaming is true.*HTTP APIs send responses as a whole.*RestV1Api/s,
    ],
    [
      "a server that is written as a route with streaming",
      { server: { function: server, streaming: false } },
      "server.streaming",
      /server\.streaming is false.*Leave it out/s,
    ],
    ["an empty codegen", { codegen: "" }, "codegen", /codegen is ""/],
  ])("%s, before anything is created", (_, props, prop, message) => {
    const stack = testStack();
    const error = failure(() => new GraphQLApi(stack, "Api", { server, ...props } as GraphQLApiProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
    expect(stack.node.findChild("Api").node.children).toEqual([]);
  });

  test("a Function as server together with defaults.function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Server", { handler: server });
    const props = { server: fn, defaults: { function: { timeout: 5 } } };
    expect(failure(() => new GraphQLApi(stack, "Api", props)).message).toMatch(/server.*defaults\.function/s);
  });

  test("a route added for a path that the server answers", () => {
    const { stack, api } = graphqlApi();
    expect(failure(() => api.addRoutes(stack, { "POST /": server })).code).toBe("route-duplicate");
  });
});
