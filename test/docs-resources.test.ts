import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Token } from "cdktf";
import { Api, Function, GraphQLApi, RestV1Api, type Stack, Userbase, WebSocketApi } from "../lib";
import { listedTypes, typesOf } from "./docs/resources-table";
import { addresses, testStack } from "./support/stack";

const handler = "functions/notes.get";
const account = "123456789012";

/** Everything that an API of Api's kind may make, but for its routes. */
const apiParts = (stack: Stack) => ({
  authorizers: {
    members: { type: "user_pool" as const, userPool: { id: "us-east-1_Members" } },
    door: { type: "fn" as const, function: new Function(stack, "Door", { handler }) },
  },
  customDomain: "api.example.com",
});

/** Stacks in which a construct makes all that it can. */
const everything: Readonly<Record<string, (stack: Stack) => void>> = {
  api: (stack) => {
    const listener = new DataAwsLbListener(stack, "Listener", { arn: "arn:aws:elasticloadbalancing:x" });
    new Api(stack, "Api", {
      ...apiParts(stack),
      routes: {
        "GET /a": { authorizer: "members", function: handler },
        "GET /b": { type: "alb", cdk: { albListener: listener } },
        "POST /c": {
          type: "cloud",
          cdk: {
            integration: { subtype: "EventBridge-PutEvents", parameterMapping: { Detail: "$request.body" } },
          },
        },
      },
    });
  },
  "graphql-api": (stack) => {
    new GraphQLApi(stack, "Graph", { server: handler });
    // The rest is what an Api makes.
    everything.api?.(stack);
  },
  "rest-v1-api": (stack) => {
    const api = new RestV1Api(stack, "Rest", {
      authorizers: { keys: { type: "fn_token", function: new Function(stack, "Keys", { handler }) } },
      cors: true,
      customDomain: { domainName: "rest.example.com", path: "v1", securityPolicy: "TLS 1.2" },
      cdk: { restApi: { cloudWatchRole: true, deployOptions: { loggingLevel: "ERROR" } } },
      routes: { "GET /a": handler },
    });
    const { restApi } = api.cdk;
    restApi.addModel("Order", { schema: { type: "object" } });
    restApi.addRequestValidator("Body", { validateRequestBody: true });
    restApi.addUsagePlan("Free", {}).addApiKey(restApi.addApiKey("Newspaper"));
  },
  "web-socket-api": (stack) => {
    new WebSocketApi(stack, "Chat", {
      authorizer: { type: "fn", function: new Function(stack, "Door", { handler }) },
      customDomain: "chat.example.com",
      cdk: { webSocketApi: { cloudWatchRole: true } },
      routes: { $connect: handler },
    });
  },
  userbase: (stack) => {
    const users = new Userbase(stack, "Users", {
      login: ["phone"],
      triggers: { customSmsSender: handler },
      identityPoolFederation: { enterprise: { domain: "login.example.com", clientId: "id" } },
      domain: { domainName: "auth.example.com" },
      resourceServers: { notes: { scopes: { read: "Reads notes" } } },
      groups: { admins: { permissions: ["s3"] } },
      identityProviders: { google: { clientId: "id", clientSecret: Token.asString("${var.secret}") } },
      clients: { web: { callbackUrls: ["https://notes.example.com"] } },
    });
    users.bindForTriggers([users]);
  },
  function: (stack) => {
    new Function(stack, "Small", { handler });
    const fn = new Function(stack, "Fn", {
      handler,
      vpc: "vpc-0123456789abcdef0",
      vpcSubnets: ["subnet-0123456789abcdef0"],
      deadLetterQueueEnabled: true,
      retryAttempts: 1,
      url: { authorizer: "none" },
      currentVersionOptions: { provisionedConcurrentExecutions: 1 },
      permissions: Array.from({ length: 150 }, (_, index) => ({
        actions: ["dynamodb:GetItem"],
        resources: [`arn:aws:dynamodb:us-east-1:${account}:table/some-table-${index}`],
        conditions: { StringEquals: { "aws:PrincipalTag/team": `team-${index}` } },
      })),
    });
    fn.addAlias("live");
  },
};

describe("the table of what a construct makes", () => {
  test.each(Object.keys(everything))("is all that %s makes, and nothing else", (name) => {
    const stack = testStack({ account });
    everything[name]?.(stack);
    const folder = name === "function" ? name : `constructs/${name}`;
    expect([...typesOf(addresses(stack))].sort()).toEqual(listedTypes(`lib/${folder}/README.md`));
  });
});
