import { Testing } from "cdktf";
import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import {
  addresses,
  inlineStatements,
  only,
  resources,
  synthesized,
  testApp,
  testStack,
} from "../../support/stack";
import { failure, invocations } from "../api/support/api";
import { chat, handler, problemsOf } from "./support";

/** Addresses without the hashes that CDKTF puts at their ends. */
const plain = (stack: Stack) => addresses(stack).map((address) => address.replace(/_[0-9A-F]{8}$/, ""));

describe("WebSocketApi", () => {
  test("creates these resources", () => {
    const own = testStack();
    const elsewhere = new Function(own, "Elsewhere", { handler });
    const { stack } = chat(
      {
        authorizer: {
          type: "fn",
          function: elsewhere,
        },
        customDomain: "chat.example.com",
        routes: { $connect: elsewhere },
        cdk: { webSocketApi: { cloudWatchRole: true } },
      },
      own,
    );
    expect(plain(stack)).toMatchInlineSnapshot(`
      [
        "aws_acm_certificate.Chat_CustomDomain_Certificate",
        "aws_acm_certificate_validation.Chat_CustomDomain_CertificateValidation",
        "aws_api_gateway_account._apiGatewayAccount",
        "aws_apigatewayv2_api.Chat_api",
        "aws_apigatewayv2_api_mapping.Chat_CustomDomain_Mapping",
        "aws_apigatewayv2_authorizer.Chat_authorizer_Authorizer",
        "aws_apigatewayv2_domain_name.Chat_CustomDomain_DomainName",
        "aws_apigatewayv2_integration.Chat_Integration_connect",
        "aws_apigatewayv2_route.Chat_Route_connect",
        "aws_apigatewayv2_stage.Chat_stage",
        "aws_cloudwatch_log_group.Chat_logGroup",
        "aws_cloudwatch_log_group.Elsewhere_LogGroup",
        "aws_iam_role.Elsewhere_Role",
        "aws_iam_role._apiGatewayAccount_Role",
        "aws_iam_role_policy.Elsewhere_Policies_Base",
        "aws_iam_role_policy_attachment._apiGatewayAccount_Logs",
        "aws_lambda_function.Elsewhere_Function",
        "aws_lambda_permission.Chat_Permission_connect",
        "aws_lambda_permission.Chat_authorizer_Permission",
        "aws_route53_record.Chat_CustomDomain_RecordAAAA",
        "aws_route53_record.Chat_CustomDomain_RecordA",
        "aws_route53_record.Chat_CustomDomain_ValidationRecord",
        "data.archive_file._code_functions-notes-ab2188ae",
        "data.aws_caller_identity._account",
        "data.aws_route53_zone.Chat_CustomDomain_HostedZone",
        "terraform_data.uses",
      ]
    `);
  });

  test("creates these resources per route", () => {
    const before = plain(chat().stack);
    const after = plain(chat({ routes: { $connect: handler, "rooms/join": handler } }).stack);
    expect(after.filter((address) => !before.includes(address))).toMatchInlineSnapshot(`
      [
        "aws_apigatewayv2_integration.Chat_Integration_connect",
        "aws_apigatewayv2_integration.Chat_Integration_rooms--join",
        "aws_apigatewayv2_route.Chat_Route_connect",
        "aws_apigatewayv2_route.Chat_Route_rooms--join",
        "aws_cloudwatch_log_group.Chat_connect_LogGroup",
        "aws_cloudwatch_log_group.Chat_rooms--join_LogGroup",
        "aws_iam_role.Chat_connect_Role",
        "aws_iam_role.Chat_rooms--join_Role",
        "aws_iam_role_policy.Chat_connect_Policies_Base",
        "aws_iam_role_policy.Chat_rooms--join_Policies_Base",
        "aws_lambda_function.Chat_connect_Function",
        "aws_lambda_function.Chat_rooms--join_Function",
        "aws_lambda_permission.Chat_Permission_connect",
        "aws_lambda_permission.Chat_Permission_rooms--join",
        "data.archive_file._code_functions-notes-ab2188ae",
        "data.aws_caller_identity._account",
        "terraform_data.uses",
      ]
    `);
  });

  test("is a WebSocket gateway named after app and stage", () => {
    expect(only(chat().stack, "aws_apigatewayv2_api")).toEqual({
      name: "dev-notes-Chat",
      protocol_type: "WEBSOCKET",
      route_selection_expression: "$request.body.action",
    });
  });

  test.each([
    ["us-east-1", "amazonaws.com"],
    ["cn-north-1", "amazonaws.com.cn"],
  ])("has in %s addresses that name the stage, not refer to it", (region, suffix) => {
    const { stack, api } = chat({}, testStack({ region }));
    const id = `\\$\\{aws_apigatewayv2_api\\.\\w+\\.id\\}`;
    const host = `${id}\\.execute-api\\.${region}\\.${suffix.replaceAll(".", "\\.")}`;
    expect(resolveValue(stack, api.url)).toMatch(new RegExp(`^wss://${host}/dev$`));
    expect(resolveValue(stack, api.callbackUrl)).toMatch(new RegExp(`^https://${host}/dev$`));
  });

  test("lists and finds its routes by their trimmed keys", () => {
    const { api } = chat({
      routes: { " $connect": handler, "send ": handler },
    });
    expect(api.routes).toEqual(["$connect", "send"]);
    expect(api.getFunction(" send")?.id).toBe("send");
    expect(api.getRoute(" send")?.routeKeyInput).toBe("send");
    expect([api.getFunction("leave"), api.getRoute("leave")]).toEqual([undefined, undefined]);
  });

  test("has metadata", () => {
    const { stack, api } = chat({
      customDomain: "chat.example.com",
      routes: { send: handler },
    });
    expect(resolveValue(stack, api.getConstructMetadata())).toEqual({
      type: "WebSocketApi",
      data: {
        httpApiId: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.\w+\.id\}$/),
        customDomainUrl: "wss://chat.example.com",
        routes: [
          {
            route: "send",
            fn: {
              node: api.getFunction("send")?.node.addr,
              stack: "dev-notes-Main",
            },
          },
        ],
      },
    });
  });

  test("is the same in every synthesis", () => {
    const stack = testStack();
    const fn = new Function(stack, "Shared", { handler });
    const keys = Array.from({ length: 21 }, (_, index) => [`a${index}`, fn]);
    chat({ routes: Object.fromEntries(keys) }, stack);
    expect(Testing.synth(stack)).toBe(Testing.synth(stack));
    expect(invocations(stack)).toEqual(["/*/*"]);
  });

  test("has the same resources in any order of the routes", () => {
    const of = (...keys: string[]) =>
      synthesized(chat({ routes: Object.fromEntries(keys.map((key) => [key, handler])) }).stack).resource;
    expect(of("send", "$connect", "a/b")).toEqual(of("a/b", "send", "$connect"));
    expect(Object.keys(of("new", "send").aws_apigatewayv2_route ?? {})).toEqual(
      expect.arrayContaining(Object.keys(of("send").aws_apigatewayv2_route ?? {})),
    );
  });

  test.each<[string, object, RegExp]>([
    ["props", { route: {} }, /route.*routes/s],
    ["defaults", { defaults: { authorizer: "iam" } }, /authorizer.*function/s],
    ["defaults.function", { defaults: { function: { timeOut: 3 } } }, /timeOut.*timeout/s],
    ["cdk", { cdk: { httpApi: {} } }, /httpApi.*webSocketApi/s],
  ])("%s refuses a key that it does not know, and names the nearest", (prop, props, message) => {
    const error = failure(() => chat(props as WebSocketApiProps));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Chat",
      prop,
      code: "key-unknown",
    });
    expect(error.message).toMatch(message);
  });
});

describe("a WebSocketApi as something bound or permitted", () => {
  test.each([
    [undefined, /^wss:\/\/\$\{.+\}\.execute-api\.us-east-1\.amazonaws\.com\/dev$/],
    ["chat.example.com", /^wss:\/\/chat\.example\.com$/],
  ])("gives functions its address, with customDomain %p", (customDomain, url) => {
    const { stack, api } = chat({ customDomain });
    new Function(stack, "User", { handler, bind: [api] });
    const { variables } = only(stack, "aws_lambda_function").environment as {
      variables: object;
    };
    expect(variables).toMatchObject({
      SERVERFORM_WebSocketApi_url_Chat: expect.stringMatching(url),
    });
    expect(JSON.stringify(resources(stack, "aws_iam_role_policy"))).not.toContain("execute-api");
  });

  test("may be invoked, and its connections managed, by constructs that name it", () => {
    const { stack, api } = chat({}, testStack({ account: "123456789012" }));
    new Function(stack, "User", { handler, permissions: [api] });
    const arn = "arn:aws:execute-api:us-east-1:123456789012:<api>";
    const found = inlineStatements(stack).filter(({ Action }) => String(Action).includes("execute-api"));
    expect(
      found.map(({ Action, Resource }) => [
        Action,
        String(Resource).replace(/\$\{aws_apigatewayv2_api\.\w+\.id\}/, "<api>"),
      ]),
    ).toEqual([
      ["execute-api:Invoke", `${arn}/*`],
      ["execute-api:ManageConnections", `${arn}/dev/*/@connections/*`],
    ]);
  });

  test.each([undefined, "chat.example.com"])(
    "makes no circle when bound to its own routes, with customDomain %p",
    (customDomain) => {
      const app = testApp();
      const { api } = chat(
        { customDomain, routes: { $connect: handler, send: handler } },
        new Stack(app, "Main"),
      );
      api.bind([api]);
      api.attachPermissions([api]);
      expect(problemsOf(app)).toEqual([]);
    },
  );

  test("two APIs of one id are refused, as every construct", () => {
    const app = testApp();
    for (const id of ["One", "Two"]) new WebSocketApi(new Stack(app, id), "Chat");
    expect(failure(() => app.synth()).message).toMatch(/Chat/);
  });
});
