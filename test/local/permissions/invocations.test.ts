import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { PermissionsMode } from "../../../lib/local";
import { createFunctionUrls } from "../../../lib/local/gateways/function-url";
import type { Gateway } from "../../../lib/local/gateways/gateway";
import { createHttpApis } from "../../../lib/local/gateways/http";
import { createLoadBalancers } from "../../../lib/local/gateways/load-balancer";
import { createRestApis } from "../../../lib/local/gateways/rest";
import { createWebSocketApis } from "../../../lib/local/gateways/web-socket";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import type { Model, Values } from "../../../lib/model";
import { accessKeys, sessionCredentials } from "../../support/access-keys";
import { signedHeaders } from "../../support/signed-headers";
import { serveGraph } from "../gateways/app-sync/support";
import { restModel } from "../gateways/rest/support";
import { type Handler, testContext } from "../gateways/support/context";
import { apiModel, functionArn, functionOf } from "../gateways/support/http-api";
import { modelOf } from "../gateways/support/model";
import { call, closeAll, serve } from "../gateways/support/serve";
import { ada, clientId, Directory, password, poolId } from "../services/cognito-idp/directory";

afterEach(closeAll);

const ok = () => ({ statusCode: 200, body: "ok" });
const admit = () => ({ isAuthorized: true });
const gateway = "apigateway.amazonaws.com";
const source = (part: string) => `arn:aws:execute-api:eu-west-1:123456789012:abc123/${part}`;
const permission = (name: string, part: string, more: Values = {}): Values => ({
  function_name: name,
  principal: gateway,
  action: "lambda:InvokeFunction",
  source_arn: source(part),
  ...more,
});

/** A model with functions and what may invoke them. */
function withFunctions(
  model: Model,
  names: readonly string[],
  more: Readonly<Record<string, Values>>,
): Model {
  const own = model.resources.map(({ type, name, values }) => [`${type}.${name}`, values] as const);
  const functions = names.map(
    (name) => [`aws_lambda_function.${name}`, { function_name: name, arn: functionArn(name) }] as const,
  );
  return modelOf({ ...Object.fromEntries([...own, ...functions]), ...more });
}

interface Served {
  readonly url: string;
  readonly events: ReturnType<typeof testContext>["reported"];
  readonly nowMs: number;
}

async function serveModel(
  model: Model,
  create: (
    model: Model,
    context: ReturnType<typeof testContext> & { access: AccessControl },
  ) => readonly Gateway[],
  handlers: Readonly<Record<string, Handler>>,
  mode: PermissionsMode = "enforce",
): Promise<Served> {
  const context = testContext(handlers);
  const { report, clock } = context;
  const access = new AccessControl({ accessKeys, mode, model, report, clock });
  const [served] = create(model, { ...context, access });
  if (served === undefined) throw new Error("no gateway");
  return { url: await serve(served), events: context.reported, nowMs: clock.now() };
}

const denials = ({ events }: Served) =>
  events.flatMap((each) => (each.event === "denial" ? [each.text] : []));

/** An HTTP API with one route, whose function has these permissions. */
function serveHttp(
  key: string,
  permissions: Readonly<Record<string, Values>>,
  {
    mode,
    integration = {},
    more = {},
  }: { mode?: PermissionsMode; integration?: Values; more?: Readonly<Record<string, Values>> } = {},
): Promise<Served> {
  const name = functionOf(key);
  const model = withFunctions(apiModel({ routes: { [key]: { handler: ok, integration } } }), [name], {
    ...permissions,
    ...more,
  });
  return serveModel(model, createHttpApis, { [name]: ok }, mode);
}

// Source: https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway.html
describe("functions of HTTP APIs", () => {
  test.each<[string, string, string]>([
    ["its route", "GET /notes/{id}", "*/*/notes/{id}"],
    ["its route, with an asterisk for the variable", "GET /notes/{id}", "*/GET/notes/*"],
    ["the whole API", "GET /notes/{id}", "*"],
    ["the route of all methods", "ANY /notes/{id}", "*/*/notes/{id}"],
    ["the default route", "$default", "*/$default"],
  ])("are invoked with a permission for %s", async (_, key, part) => {
    const name = functionOf(key);
    const served = await serveHttp(key, { "aws_lambda_permission.It": permission(name, part) });
    expect((await call(served.url, "/notes/1")).status).toBe(200);
    expect(denials(served)).toEqual([]);
  });

  const key = "GET /notes/{id}";
  const name = functionOf(key);
  test.each<[string, Readonly<Record<string, Values>>]>([
    ["there is no permission", {}],
    ["it is for another route", { "aws_lambda_permission.It": permission(name, "*/*/other") }],
    ["it is for another method", { "aws_lambda_permission.It": permission(name, "*/POST/notes/*") }],
    [
      "it is for another service",
      { "aws_lambda_permission.It": permission(name, "*", { principal: "s3.amazonaws.com" }) },
    ],
    ["it belongs to another function", { "aws_lambda_permission.It": permission("other", "*") }],
  ])("are not invoked where %s: 500, and the log says what to add", async (_, permissions) => {
    const served = await serveHttp(key, permissions);
    const answer = await call(served.url, "/notes/1");
    expect([answer.status, JSON.parse(answer.text)]).toEqual([500, { message: "Internal Server Error" }]);
    expect(denials(served)).toEqual([
      `${gateway} may not lambda:InvokeFunction on dev-app-Main/aws_lambda_function.${name}. ` +
        "No resource-based policy allows it. " +
        `Add to the policy of dev-app-Main/aws_lambda_function.${name}: ` +
        `Allow lambda:InvokeFunction to ${gateway} with aws:SourceArn ${source("$default/GET/notes/{id}").replace("123456789012", "*")}`,
    ]);
  });

  test.each<[PermissionsMode, number]>([
    ["warn", 1],
    ["off", 0],
  ])("are invoked with --permissions %s", async (mode, told) => {
    const served = await serveHttp(key, {}, { mode });
    expect((await call(served.url, "/notes/1")).status).toBe(200);
    expect(denials(served)).toHaveLength(told);
  });

  test.each([
    ["may", "lambda:InvokeFunction", 200],
    ["may not", "lambda:GetFunction", 500],
  ])("are invoked by the role of the integration, where it %s", async (_, Action, status) => {
    const arn = "arn:aws:iam::123456789012:role/invoker";
    const policy = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action, Resource: "*" }] };
    const more = {
      "aws_iam_role.invoker": { name: "invoker", arn, unique_id: "AROAINVOKER" },
      "aws_iam_role_policy.invoker": { role: "invoker", policy: JSON.stringify(policy) },
    };
    const served = await serveHttp(key, {}, { integration: { credentials_arn: arn }, more });
    expect((await call(served.url, "/notes/1")).status).toBe(status);
  });

  test.each([
    ["authorizers/guard", 200],
    ["authorizers/other", 500],
  ])("that authorize are invoked with a permission for the authorizer: %s, %p", async (part, status) => {
    const model = apiModel({
      routes: { "GET /": { handler: ok, route: { authorization_type: "CUSTOM", authorizer_id: "guard" } } },
      authorizers: {
        guard: {
          authorizer_type: "REQUEST",
          authorizer_uri: functionArn("guard"),
          authorizer_payload_format_version: "2.0",
          enable_simple_responses: true,
        },
      },
    });
    const served = await serveModel(
      withFunctions(model, ["GET_", "guard"], {
        "aws_lambda_permission.route": permission("GET_", "*/GET/"),
        "aws_lambda_permission.guard": permission("guard", part),
      }),
      createHttpApis,
      { GET_: ok, guard: admit },
    );
    expect((await call(served.url, "/")).status).toBe(status);
  });
});

describe("functions of REST APIs", () => {
  const key = "GET /notes/{id}";
  const name = functionOf(key);
  test.each([
    ["dev/GET/notes/*", 200],
    ["*/GET/notes/{id}", 200],
    ["test/GET/notes/*", 500],
    ["dev/POST/notes/*", 500],
  ])("are invoked with a permission for the method: %s, %p", async (part, status) => {
    const model = withFunctions(restModel({ methods: { [key]: ok } }), [name], {
      "aws_lambda_permission.It": permission(name, part),
    });
    const served = await serveModel(model, createRestApis, { [name]: ok });
    const answer = await call(served.url, "/dev/notes/1");
    expect(answer.status).toBe(status);
    if (status === 500) expect(JSON.parse(answer.text)).toEqual({ message: "Internal server error" });
    expect(denials(served)).toHaveLength(status === 200 ? 0 : 1);
  });
});

describe("functions of other front ends", () => {
  const opened = async (permissions: Readonly<Record<string, Values>>) => {
    const model = modelOf({
      "aws_apigatewayv2_api.abc123": { name: "chat", protocol_type: "WEBSOCKET" },
      "aws_apigatewayv2_stage.dev": { api_id: "abc123", name: "dev" },
      "aws_apigatewayv2_route.connect": {
        api_id: "abc123",
        route_key: "$connect",
        target: "integrations/connect",
      },
      "aws_apigatewayv2_integration.connect": {
        api_id: "abc123",
        integration_type: "AWS_PROXY",
        integration_uri: functionArn("connect"),
      },
      "aws_lambda_function.connect": { function_name: "connect", arn: functionArn("connect") },
      ...permissions,
    });
    const { url } = await serveModel(model, createWebSocketApis, { connect: ok });
    const client = new WebSocket(`${url.replace("http", "ws")}/dev`);
    client.on("error", () => {});
    const answer = await Promise.race([
      once(client, "open").then(() => 101),
      once(client, "unexpected-response").then(([, response]) => (response as IncomingMessage).statusCode),
    ]);
    client.terminate();
    return answer;
  };

  test.each([
    ["*/$connect", 101],
    ["*/$disconnect", 500],
  ])("WebSocket APIs invoke the function of $connect with a permission for %s: %p", async (part, status) => {
    expect(await opened({ "aws_lambda_permission.It": permission("connect", part) })).toBe(status);
  });

  const group = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/notes/1";
  test.each([
    [group, 200],
    [`${group}2`, 502],
  ])(
    "load balancers invoke a function with a permission for the target group %s: %p",
    async (arn, status) => {
      const listener = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/web/1/1";
      const model = modelOf({
        "aws_lb_listener_rule.it": {
          listener_arn: listener,
          action: [{ type: "forward", target_group_arn: group }],
          condition: [{ path_pattern: { values: ["/*"] } }],
        },
        "aws_lb_target_group.it": { arn: group, target_type: "lambda" },
        "aws_lb_target_group_attachment.it": { target_group_arn: group, target_id: functionArn("notes") },
        "aws_lambda_function.notes": { function_name: "notes", arn: functionArn("notes") },
        "aws_lambda_permission.notes": permission("notes", "", {
          principal: "elasticloadbalancing.amazonaws.com",
          source_arn: arn,
        }),
      });
      const served = await serveModel(model, createLoadBalancers, { notes: ok });
      expect((await call(served.url, "/")).status).toBe(status);
    },
  );

  test.each([
    ["graph1", 200],
    ["graph2", 401],
  ])(
    "AppSync APIs ask the function that authorizes with a permission for the API %s: %p",
    async (id, status) => {
      const { ask } = await serveGraph({
        schema: "type Query { open: String }",
        resolvers: {},
        api: {
          authentication_type: "AWS_LAMBDA",
          lambda_authorizer_config: { authorizer_uri: functionArn("guard") },
        },
        functions: { guard: admit },
        enforces: true,
        resources: {
          "aws_lambda_function.guard": { function_name: "guard", arn: functionArn("guard") },
          "aws_lambda_permission.guard": permission("guard", "", {
            principal: "appsync.amazonaws.com",
            source_arn: `arn:aws:appsync:eu-west-1:123456789012:apis/${id}`,
          }),
        },
      });
      expect((await ask("{ open }", {}, { authorization: "custom" })).status).toBe(status);
    },
  );
});

// Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
describe("URLs of functions that need a signature", () => {
  const roleArn = "arn:aws:iam::123456789012:role/reader";
  const ofUrl = (authType: string) => [
    { action: "lambda:InvokeFunctionUrl", function_url_auth_type: authType },
    { action: "lambda:InvokeFunction", invoked_via_function_url: true },
  ];
  test.each<[string, readonly Values[], number]>([
    ["that are limited to signed calls of URLs", ofUrl("AWS_IAM"), 200],
    ["that are for URLs without a signature", ofUrl("NONE"), 403],
    [
      "of Alexa",
      [{ ...ofUrl("AWS_IAM")[0], event_source_token: "skill" }, ...ofUrl("AWS_IAM").slice(1)],
      403,
    ],
  ])("are called with permissions %s: %#", async (_, limits, status) => {
    const permissions = limits.map(
      (limit, index) =>
        [`aws_lambda_permission.p${index}`, { function_name: "web", principal: roleArn, ...limit }] as const,
    );
    const model = modelOf({
      "aws_iam_role.reader": { name: "reader", arn: roleArn },
      "aws_lambda_function.web": { function_name: "web", arn: functionArn("web") },
      "aws_lambda_function_url.web": {
        function_name: "web",
        url_id: "web",
        function_url: "https://web.lambda-url.eu-west-1.on.aws/",
        function_arn: functionArn("web"),
        authorization_type: "AWS_IAM",
      },
      ...Object.fromEntries(permissions),
    });
    const { url, events, nowMs } = await serveModel(model, createFunctionUrls, { web: ok });
    const credentials = sessionCredentials({ roleArn, sessionName: "ada" });
    const sent = { url: `${url}/`, service: "lambda", method: "GET", region: "eu-west-1", credentials };
    const now = jest.spyOn(Date, "now").mockReturnValue(nowMs);
    const headers = signedHeaders(sent);
    now.mockRestore();
    expect((await call(url, "/", { headers })).status).toBe(status);
    expect(events.some(({ event }) => event === "denial")).toBe(status === 403);
  });
});

describe("triggers of user pools", () => {
  const arn = "arn:aws:lambda:us-east-1:123456789012:function:triggers";
  const pool = `arn:aws:cognito-idp:us-east-1:123456789012:userpool/${poolId}`;
  const start = (permissions: Readonly<Record<string, Values>>) =>
    Directory.start({
      triggers: { PreSignUp_SignUp: () => ({ autoConfirmUser: true }) },
      enforces: true,
      more: {
        aws_lambda_function: { triggers: { function_name: "triggers", arn } },
        aws_lambda_permission: permissions,
      },
    });
  const signUp = (directory: Directory) =>
    directory.refusal("SignUp", { ClientId: clientId, Username: ada, Password: password });

  test("are invoked with a permission for the pool", async () => {
    const of = { function_name: "triggers", principal: "cognito-idp.amazonaws.com", source_arn: pool };
    expect(await signUp(await start({ It: of }))).toBe("accepted");
  });

  test("are not invoked without one, which fails what the user does", async () => {
    const of = { function_name: "triggers", principal: "cognito-idp.amazonaws.com", source_arn: `${pool}x` };
    const all: readonly Readonly<Record<string, Values>>[] = [{}, { It: of }];
    for (const permissions of all) {
      expect(await signUp(await start(permissions))).toBe(
        "UnexpectedLambdaException: PreSignUp invocation failed due to error AccessDeniedException.",
      );
    }
  });
});
