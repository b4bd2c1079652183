import { AppsyncApi } from "@cdktf/provider-aws/lib/appsync-api";
import { EventsApi, type EventsApiProps, Function, Stack, Table, Userbase } from "../../../lib";
import { bindingTarget } from "../../../lib/kit/app";
import { bindingTypes } from "../../../lib/kit/app/binding";
import { resolveValue } from "../../../lib/kit/core";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { addresses, resources, testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { expectRefused, onlyPlain, plain, plainly, plainStatements } from "../app-sync-api/support";

const handler = "functions/notes.get";

/** An API with one namespace. */
function events(props: EventsApiProps = {}, stack = testStack()) {
  return {
    stack,
    api: new EventsApi(stack, "Live", { namespaces: { chat: {} }, ...props }),
  };
}

const inline = (text: string) => ({ inline: text });
const publishCode = inline("export function onPublish(ctx) { return ctx.events; }");
const publishObject = inline(
  "export const onPublish = { request(ctx) { return {}; }, response(ctx) { return ctx.events; } };",
);

const everything: EventsApiProps = {
  namespaces: { chat: { onPublish: handler }, news: { code: publishCode } },
  authorization: {
    providers: [
      { authenticationType: "API_KEY" },
      {
        authenticationType: "AWS_LAMBDA",
        lambdaAuthorizerConfig: { function: handler },
      },
    ],
  },
  customDomain: "live.example.com",
  logs: {},
};

describe("EventsApi", () => {
  test("creates these resources", () => {
    expect(addresses(events(everything).stack).map(plain)).toMatchInlineSnapshot(`
      [
        "aws_acm_certificate.Live_CustomDomain_Certificate",
        "aws_acm_certificate_validation.Live_CustomDomain_CertificateValidation",
        "aws_appsync_api.Live_Api",
        "aws_appsync_api_key.Live_ApiKey",
        "aws_appsync_channel_namespace.Live_Namespace_chat",
        "aws_appsync_channel_namespace.Live_Namespace_news",
        "aws_appsync_datasource.Live_DataSource_LambdaDS_chat_onPublish_DataSource",
        "aws_appsync_domain_name.Live_CustomDomain_DomainName",
        "aws_appsync_domain_name_api_association.Live_CustomDomain_Association",
        "aws_cloudwatch_log_group.Live_Authorizer_LogGroup",
        "aws_cloudwatch_log_group.Live_Lambda_chat_onPublish_LogGroup",
        "aws_cloudwatch_log_group.Live_LogGroup",
        "aws_iam_role.Live_Authorizer_Role",
        "aws_iam_role.Live_DataSource_LambdaDS_chat_onPublish_Role",
        "aws_iam_role.Live_Lambda_chat_onPublish_Role",
        "aws_iam_role.Live_LogRole",
        "aws_iam_role_policy.Live_Authorizer_Policies_Base",
        "aws_iam_role_policy.Live_DataSource_LambdaDS_chat_onPublish_Policies_Base",
        "aws_iam_role_policy.Live_Lambda_chat_onPublish_Policies_Base",
        "aws_iam_role_policy.Live_LogRole_Policy",
        "aws_lambda_function.Live_Authorizer_Function",
        "aws_lambda_function.Live_Lambda_chat_onPublish_Function",
        "aws_lambda_permission.Live_AuthorizerPermission",
        "aws_route53_record.Live_CustomDomain_Record",
        "aws_route53_record.Live_CustomDomain_ValidationRecord",
        "data.archive_file._code_functions-notes-ab2188ae",
        "data.aws_caller_identity._account",
        "data.aws_route53_zone.Live_CustomDomain_HostedZone",
        "terraform_data.Live_DataSource_LambdaDS_chat_onPublish_Name",
        "terraform_data.uses",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(events(everything).stack));
    expect(listedTypes("lib/constructs/events-api/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is open to every client with the API key", () => {
    const { stack } = events();
    const modes = [{ auth_type: "API_KEY" }];
    expect(onlyPlain(stack, "aws_appsync_api")).toEqual({
      name: "dev-notes-Live",
      event_config: [
        {
          auth_provider: modes,
          connection_auth_mode: modes,
          default_publish_auth_mode: modes,
          default_subscribe_auth_mode: modes,
        },
      ],
    });
    expect(onlyPlain(stack, "aws_appsync_api_key")).toEqual({
      api_id: "${aws_appsync_api.Live_Api.api_id}",
    });
    expect(onlyPlain(stack, "aws_appsync_channel_namespace")).toEqual({
      api_id: "${aws_appsync_api.Live_Api.api_id}",
      name: "chat",
    });
  });

  test("authorizes by users, issuers, roles and a function, each verb by its own list", () => {
    const stack = testStack();
    const users = new Userbase(stack, "Users");
    const openidConnectConfig = {
      issuer: "https://login.example.com",
      clientId: "web",
    };
    events(
      {
        authorization: {
          providers: [
            { authenticationType: "AWS_IAM" },
            {
              authenticationType: "AMAZON_COGNITO_USER_POOLS",
              userPoolConfig: { userPool: users },
            },
            { authenticationType: "OPENID_CONNECT", openidConnectConfig },
            {
              authenticationType: "AWS_LAMBDA",
              lambdaAuthorizerConfig: { function: handler },
            },
          ],
          connect: ["AMAZON_COGNITO_USER_POOLS", "AWS_IAM"],
          publish: ["AWS_IAM"],
          subscribe: ["OPENID_CONNECT"],
        },
        namespaces: {
          chat: {
            publish: ["AWS_LAMBDA"],
            subscribe: ["AWS_IAM", "OPENID_CONNECT"],
          },
        },
      },
      stack,
    );
    expect(onlyPlain(stack, "aws_appsync_api").event_config).toEqual([
      {
        auth_provider: [
          { auth_type: "AWS_IAM" },
          {
            auth_type: "AMAZON_COGNITO_USER_POOLS",
            cognito_config: [
              {
                aws_region: "us-east-1",
                user_pool_id: expect.stringContaining("aws_cognito_user_pool"),
              },
            ],
          },
          {
            auth_type: "OPENID_CONNECT",
            openid_connect_config: [{ issuer: "https://login.example.com", client_id: "web" }],
          },
          {
            auth_type: "AWS_LAMBDA",
            lambda_authorizer_config: [
              {
                authorizer_result_ttl_in_seconds: 0,
                authorizer_uri: "${aws_lambda_function.Live_Authorizer_Function.arn}",
              },
            ],
          },
        ],
        connection_auth_mode: [{ auth_type: "AMAZON_COGNITO_USER_POOLS" }, { auth_type: "AWS_IAM" }],
        default_publish_auth_mode: [{ auth_type: "AWS_IAM" }],
        default_subscribe_auth_mode: [{ auth_type: "OPENID_CONNECT" }],
      },
    ]);
    expect(onlyPlain(stack, "aws_appsync_channel_namespace")).toMatchObject({
      publish_auth_mode: [{ auth_type: "AWS_LAMBDA" }],
      subscribe_auth_mode: [{ auth_type: "AWS_IAM" }, { auth_type: "OPENID_CONNECT" }],
    });
    expect(onlyPlain(stack, "aws_lambda_permission")).toMatchObject({
      principal: "appsync.amazonaws.com",
      source_arn: "${aws_appsync_api.Live_Api.api_arn}",
    });
    expect(resources(stack, "aws_appsync_api_key")).toEqual({});
  });

  test("passes the description and the end of the key on", () => {
    const apiKey = { description: "Web", expires: "2027-01-31T00:00:00Z" };
    const { stack } = events({ authorization: { apiKey } });
    expect(onlyPlain(stack, "aws_appsync_api_key")).toMatchObject(apiKey);
  });

  test("logs to a group of the API for a year, by a role that may write to it only", () => {
    const { stack } = events({ logs: { level: "ALL" } });
    expect(onlyPlain(stack, "aws_appsync_api").event_config).toMatchObject([
      {
        log_config: [
          {
            cloudwatch_logs_role_arn: "${aws_iam_role.Live_LogRole.arn}",
            log_level: "ALL",
          },
        ],
      },
    ]);
    expect(onlyPlain(stack, "aws_cloudwatch_log_group")).toMatchObject({
      name: "/aws/appsync/apis/${aws_appsync_api.Live_Api.api_id}",
      retention_in_days: 365,
    });
    expect(plainStatements(stack)).toHaveLength(1);
  });

  test("has a domain below which events and WebSockets are", () => {
    const { stack, api } = events({ customDomain: "live.example.com" });
    new Function(stack, "Caller", { handler, bind: [api] });
    expect(api.customDomainUrl).toBe("https://live.example.com/event");
    expect(JSON.stringify(resources(stack, "aws_lambda_function"))).toContain(
      '"SERVERFORM_EventsApi_realtimeUrl_Live":"wss://live.example.com/event/realtime","SERVERFORM_EventsApi_url_Live":"https://live.example.com/event"',
    );
  });

  test("has URLs, an id, an ARN and a name", () => {
    const { api } = events();
    const { url, realtimeUrl, apiId, apiArn, apiName } = api;
    expect(plainly(resolveValue(api, { url, realtimeUrl, apiId, apiArn, apiName }))).toEqual({
      url: 'https://${aws_appsync_api.Live_Api.dns["HTTP"]}/event',
      realtimeUrl: 'wss://${aws_appsync_api.Live_Api.dns["REALTIME"]}/event/realtime',
      apiId: "${aws_appsync_api.Live_Api.api_id}",
      apiArn: "${aws_appsync_api.Live_Api.api_arn}",
      apiName: "${aws_appsync_api.Live_Api.name}",
    });
  });

  test("uses an existing API unchanged", () => {
    const stack = testStack();
    const existing = new AppsyncApi(stack, "Existing", { name: "x" });
    const { api } = events(
      {
        cdk: { api: existing },
        namespaces: { chat: { publish: ["AWS_IAM"] } },
      },
      stack,
    );
    expect(api.cdk.api).toBe(existing);
    expect(onlyPlain(stack, "aws_appsync_api")).toEqual({ name: "x" });
    expect(onlyPlain(stack, "aws_appsync_channel_namespace").api_id).toBe(
      "${aws_appsync_api.Existing.api_id}",
    );
  });

  test("takes overrides of the API and of a namespace", () => {
    const { stack } = events({
      namespaces: { chat: { cdk: { namespace: { tags: { part: "chat" } } } } },
      cdk: { api: { ownerContact: "Team Chat" } },
    });
    expect(onlyPlain(stack, "aws_appsync_api").owner_contact).toBe("Team Chat");
    expect(onlyPlain(stack, "aws_appsync_channel_namespace").tags).toEqual({
      part: "chat",
    });
  });

  test("describes itself to tools", () => {
    const { api } = events({ namespaces: { chat: { onPublish: handler } } });
    expect(plainly(resolveValue(api, api.getConstructMetadata()))).toMatchObject({
      type: "EventsApi",
      data: {
        url: expect.stringContaining("dns"),
        realtimeUrl: expect.stringContaining("dns"),
        eventsApiId: "${aws_appsync_api.Live_Api.api_id}",
        eventsApiKey: "${aws_appsync_api_key.Live_ApiKey.key}",
        namespaces: [
          {
            name: "chat",
            onPublish: { node: expect.any(String), stack: "dev-notes-Main" },
          },
        ],
      },
    });
  });
});

describe("handlers of an EventsApi", () => {
  const namespace = (props: EventsApiProps) =>
    onlyPlain(events(props).stack, "aws_appsync_channel_namespace");

  test("are JavaScript", () => {
    const { code_handlers, handler_configs } = namespace({
      namespaces: { chat: { code: publishCode } },
    });
    expect([code_handlers, handler_configs]).toEqual([publishCode.inline, undefined]);
  });

  test("are a function that gets the events itself", () => {
    const onSubscribe = { function: handler, invocation: "event" } as const;
    const { stack } = events({
      namespaces: { "my-chat": { onPublish: handler, onSubscribe } },
    });
    expect(onlyPlain(stack, "aws_appsync_channel_namespace").handler_configs).toEqual([
      {
        on_publish: [
          {
            behavior: "DIRECT",
            integration: [
              {
                data_source_name:
                  "${aws_appsync_datasource.Live_DataSource_LambdaDS_my-chat_onPublish_DataSource.name}",
                lambda_config: [{ invoke_type: "REQUEST_RESPONSE" }],
              },
            ],
          },
        ],
        on_subscribe: [
          {
            behavior: "DIRECT",
            integration: [
              {
                data_source_name: expect.any(String),
                lambda_config: [{ invoke_type: "EVENT" }],
              },
            ],
          },
        ],
      },
    ]);
    const names = Object.values(resources(stack, "aws_appsync_datasource")).map(({ name }) => name);
    expect(names).toEqual(["LambdaDS_my_chat_onPublish", "LambdaDS_my_chat_onSubscribe"]);
  });

  test("are JavaScript that calls a data source", () => {
    const stack = testStack();
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    const dataSources = { notes: { type: "dynamodb", table } } as const;
    const code = { file: "graphql/chat.js" };
    events({ dataSources, namespaces: { chat: { code, onSubscribe: "notes" } } }, stack);
    expect(onlyPlain(stack, "aws_appsync_channel_namespace")).toMatchObject({
      code_handlers: expect.stringContaining("$${ctx.info"),
      handler_configs: [
        {
          on_subscribe: [
            {
              behavior: "CODE",
              integration: [
                {
                  data_source_name: "${aws_appsync_datasource.Live_DataSource_notes_DataSource.name}",
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test("are known by namespace and name, also where they share a function", () => {
    const { stack, api } = events({
      dataSources: { check: handler },
      namespaces: { chat: { onPublish: "check", onSubscribe: handler } },
    });
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    api.bindToHandler("chat onPublish", [table]);
    api.attachPermissionsToHandler("chat onSubscribe", ["s3:GetObject"]);
    expect(api.getFunction("chat onPublish")).toBe(api.getFunction("check"));
    expect(api.getDataSource("check")?.node.path).toMatch(/DataSource_check/);
    expect(api.getNamespace("chat")?.node.path).toMatch(/Namespace_chat/);
    const bound = Object.entries(resources(stack, "aws_lambda_function")).filter(([, each]) =>
      JSON.stringify(each).includes("Table_tableName"),
    );
    expect(bound.map(([id]) => plain(id))).toEqual(["Live_Lambda_check_Function"]);
  });

  test("are listed in an error about a missing handler", () => {
    const { api } = events({ namespaces: { chat: { onPublish: handler } } });
    const error = failure(() => api.bindToHandler("chat onpublish", []));
    expect([error.code, error.message]).toEqual([
      "part-not-found",
      expect.stringContaining("chat onPublish"),
    ]);
  });

  test("may be added later and be in another stack", () => {
    const app = testApp();
    const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
    const { api } = events({}, main);
    api.addDataSources(other, { check: handler });
    api.addNamespaces(other, { news: { onPublish: "check" } });
    expect(addresses(other).map(plain)).toContain("aws_appsync_channel_namespace.Routes_Live_Namespace_news");
  });
});

describe("EventsApi in permissions and bind", () => {
  const statementsOf = (access?: string) => {
    const { stack, api } = events();
    new Function(stack, "Caller", {
      handler,
      permissions: access === undefined ? [api] : [[api, access]],
    });
    return plainStatements(stack).flatMap(({ Action, Resource }) =>
      String(Action).startsWith("appsync") ? [[Action, String(Resource).replace(/^.*_arn\}/, "")]] : [],
    );
  };
  const connect = ["appsync:EventConnect", ""];
  const publish = ["appsync:EventPublish", "/channelNamespace/*"];
  const subscribe = ["appsync:EventSubscribe", "/channelNamespace/*"];

  test.each([
    [undefined, [connect, [["appsync:EventPublish", "appsync:EventSubscribe"], "/channelNamespace/*"]]],
    ["grantConnect", [connect]],
    ["grantPublish", [publish]],
    ["grantSubscribe", [connect, subscribe]],
  ])("%s gives these actions", (access, expected) => {
    expect(statementsOf(access)).toEqual(expected);
  });

  test("exposes the types of its channels to editors", () => {
    const { api } = events({ namespaces: { chat: {}, "all-news": {} } });
    const text = bindingTypes([api[bindingTarget]()]);
    expect(text).toContain('declare module "serverform/node/events-api"');
    expect(text).toContain('"Live": `/all-news/${string}` | `/chat/${string}`;');
  });
});

describe("EventsApi refuses", () => {
  const providers = [{ authenticationType: "AWS_IAM" }] as const;
  const chat = (namespace: object): EventsApiProps => ({
    namespaces: { chat: namespace },
  });

  test.each<[string, string, EventsApiProps]>([
    ["events-namespace-name", "namespaces.a_b", { namespaces: { a_b: {} } }],
    ["events-namespace-name", 'namespaces["chat-"]', { namespaces: { "chat-": {} } }],
    ["events-namespace-name", 'namespaces["/chat"]', { namespaces: { "/chat": {} } }],
    ["key-unknown", "namespaces.chat", chat({ onpublish: handler })],
    ["key-rejected", "namespaces.chat.cdk.namespace", chat({ cdk: { namespace: { codeHandlers: "x" } } })],
    ["key-rejected", "cdk.api", { cdk: { api: { eventConfig: [] } as never } }],
    ["prop-required", "authorization.providers", { authorization: { providers: [] } }],
    [
      "appsync-mode-config",
      "authorization.providers[0].authenticationType",
      { authorization: { providers: [{ authenticationType: "AWS_LAMBDA" }] } },
    ],
    [
      "appsync-mode-duplicate",
      "authorization.providers[1].authenticationType",
      { authorization: { providers: [...providers, ...providers] } },
    ],
    ["appsync-key-unused", "authorization.apiKey", { authorization: { providers, apiKey: {} } }],
    [
      "appsync-expires-invalid",
      "authorization.apiKey.expires",
      { authorization: { apiKey: { expires: "tomorrow" } } },
    ],
    ["events-modes-empty", "authorization.connect", { authorization: { connect: [] } }],
    ["events-mode-unconfigured", "authorization.publish[0]", { authorization: { publish: ["AWS_IAM"] } }],
    ["events-mode-unconfigured", "namespaces.chat.subscribe[0]", chat({ subscribe: ["AWS_IAM"] })],
    ["events-mode-duplicate", "namespaces.chat.publish[1]", chat({ publish: ["API_KEY", "API_KEY"] })],
    ["literal-unknown", "namespaces.chat.publish[0]", chat({ publish: ["KEY"] })],
    ["literal-unknown", "logs.level", { logs: { level: "LOUD" as never } }],
    ["literal-unknown", "logs.retention", { logs: { retention: "ever" as never } }],
    ["literal-unknown", "dataSources.x.type", { dataSources: { x: { type: "none" } } }],
    ["events-code-handlers", "namespaces.chat.code.inline", chat({ code: inline("export const x = 1;") })],
    ["appsync-code-invalid", "namespaces.chat.code.inline", chat({ code: inline("while (1) {}") })],
    ["appsync-file-missing", "namespaces.chat.code.file", chat({ code: { file: "graphql/none.js" } })],
    ["events-handler-shape", "namespaces.chat.code", chat({ code: publishObject })],
    ["events-handler-shape", "namespaces.chat.code", chat({ code: publishCode, onPublish: handler })],
    ["events-handler-reference", "namespaces.chat.onPublish", chat({ onPublish: "chek" })],
    ["events-handler-target", "namespaces.chat.onPublish", chat({ onPublish: {} })],
    [
      "events-handler-target",
      "namespaces.chat.onPublish",
      chat({ onPublish: { function: handler, dataSource: "x" } }),
    ],
    [
      "events-data-source-unknown",
      "namespaces.chat.onPublish.dataSource",
      chat({ onPublish: { dataSource: "x" } }),
    ],
    [
      "events-handler-code",
      "namespaces.chat.onPublish",
      {
        dataSources: {
          web: { type: "http", endpoint: "https://api.example.com" },
        },
        namespaces: { chat: { onPublish: "web" } },
      },
    ],
    [
      "events-handler-invocation",
      "namespaces.chat.onPublish.invocation",
      chat({
        code: publishObject,
        onPublish: { function: handler, invocation: "event" },
      }),
    ],
    [
      "literal-unknown",
      "namespaces.chat.onPublish.invocation",
      chat({ onPublish: { function: handler, invocation: "later" } }),
    ],
    ["prop-invalid", "namespaces.chat.onPublish", chat({ onPublish: 7 })],
  ])("%s at %s", (code, prop, props) => {
    const stack = testStack();
    expect(expectRefused(stack, () => events(props, stack), code).prop).toBe(prop);
  });

  test.each(["authorization", "customDomain", "logs"])("%s together with an existing API", (prop) => {
    const stack = testStack();
    const api = new AppsyncApi(stack, "Existing", { name: "x" });
    const props = {
      [prop]: prop === "customDomain" ? "live.example.com" : {},
      cdk: { api },
    };
    expectRefused(stack, () => events(props, stack), "events-import-with");
  });

  test("a namespace that exists, and leaves the tree unchanged", () => {
    const { stack, api } = events();
    expectRefused(stack, () => api.addNamespaces(stack, { news: {}, chat: {} }), "part-duplicate");
  });
});
