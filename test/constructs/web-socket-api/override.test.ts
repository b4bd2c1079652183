import { Api } from "../../../lib/constructs/api";
import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { only, testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { chat, problemsOf } from "./support";

describe("cdk.webSocketApi", () => {
  test("takes keys of the provider and of Terraform", () => {
    const webSocketApi = {
      routeSelectionExpression: "$request.body.type",
      description: "Chat",
      lifecycle: { preventDestroy: true },
    };
    expect(only(chat({ cdk: { webSocketApi } }).stack, "aws_apigatewayv2_api")).toEqual({
      name: "dev-notes-Chat",
      protocol_type: "WEBSOCKET",
      route_selection_expression: "$request.body.type",
      description: "Chat",
      lifecycle: { prevent_destroy: true },
    });
  });

  test.each<[string, object | string, string, string, RegExp]>([
    ["protocolType", { protocolType: "HTTP" }, "", "key-rejected", /protocolType.*use Api/s],
    ["corsConfiguration", { corsConfiguration: {} }, "", "key-rejected", /browsers/],
    ["body", { body: "{}" }, "", "key-rejected", /prop routes/],
    ["an unknown key", { routeSelection: "x" }, "", "key-unknown", /routeSelectionExpression/],
    [
      "cloudWatchRole as a text",
      { cloudWatchRole: "yes" },
      ".cloudWatchRole",
      "prop-invalid",
      /"yes".*true or false/s,
    ],
    ["a text", "chat", "", "prop-invalid", /"chat".*plain object/s],
  ])("refuses %s", (_, webSocketApi, end, code, message) => {
    const error = failure(() => chat({ cdk: { webSocketApi } as WebSocketApiProps["cdk"] }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop: `cdk.webSocketApi${end}`, code });
    expect(error.message).toMatch(message);
  });
});

describe("the custom domain of a WebSocketApi", () => {
  test.each<[WebSocketApiProps["customDomain"], string | undefined]>([
    [undefined, undefined],
    ["chat.example.com", "wss://chat.example.com"],
    [{ domainName: "chat.example.com" }, "wss://chat.example.com"],
    [{ domainName: "chat.example.com", path: "v1" }, "wss://chat.example.com/v1/"],
  ])("%j has the address %s", (customDomain, url) => {
    expect(chat({ customDomain }).api.customDomainUrl).toBe(url);
  });

  test("leads to the stage, and exists with its certificate", () => {
    const app = testApp();
    const { stack, api } = chat(
      { customDomain: { domainName: "a.example.com", path: "v1" } },
      new Stack(app, "Main"),
    );
    expect(only(stack, "aws_apigatewayv2_api_mapping")).toEqual({
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.\w+\.id\}$/),
      api_mapping_key: "v1",
      domain_name: expect.stringMatching(/^\$\{aws_apigatewayv2_domain_name\.\w+\.\w+\}$/),
      stage: expect.stringMatching(/^\$\{aws_apigatewayv2_stage\.\w+\.id\}$/),
    });
    expect([api.cdk.domainName, api.cdk.certificate]).not.toContain(undefined);
    expect(problemsOf(app)).toEqual([]);
  });

  test("is not shared with an API of another kind", () => {
    const stack = testStack();
    const { cdk } = new Api(stack, "Api", { customDomain: { domainName: "a.example.com", path: "api" } });
    const customDomain = { path: "chat", cdk: { domainName: cdk.domainName } };
    const error = failure(() => new WebSocketApi(stack, "Chat", { customDomain }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", code: "domain-kinds-mixed" });
  });

  test("is refused with upper-case letters before anything is created", () => {
    const stack = testStack();
    const error = failure(() => chat({ customDomain: "Chat.example.com" }, stack));
    expect(error).toMatchObject({ prop: "customDomain", code: "domain-upper-case" });
    expect(stack.node.findChild("Chat").node.children).toEqual([]);
  });
});
