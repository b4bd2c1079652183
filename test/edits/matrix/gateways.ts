import { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import { ApiGatewayVpcLink } from "@cdktf/provider-aws/lib/api-gateway-vpc-link";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Api, type ApiAuthorizer, type ApiProps } from "../../../lib/constructs/api";
import { GraphQLApi } from "../../../lib/constructs/graphql-api";
import {
  RestV1Api,
  type RestV1ApiAuthorizer,
  type RestV1ApiProps,
} from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { type Edit, type Edits, handler, other } from "./edit";
import { gatewaySettingEdits } from "./gateway-settings";

type ApiRoute = NonNullable<ApiProps["routes"]>[string];

const check = (stack: Stack) => new Function(stack, "Check", { handler });

const route =
  (of: (stack: Stack) => ApiRoute, props: ApiProps = {}) =>
  (stack: Stack) =>
    void new Api(stack, "It", { ...props, routes: { "GET /": of(stack), "GET /other": handler } });

const url = (): ApiRoute => ({ type: "url", url: "https://example.com" });
const events = (): ApiRoute => ({
  type: "cloud",
  cdk: {
    integration: {
      subtype: "EventBridge-PutEvents",
      parameterMapping: { Detail: "$request.body", DetailType: "a", Source: "b" },
    },
  },
});
const queue = (): ApiRoute => ({
  type: "cloud",
  cdk: {
    integration: {
      subtype: "SQS-SendMessage",
      parameterMapping: {
        QueueUrl: "https://sqs.us-east-1.amazonaws.com/123456789012/inbox",
        MessageBody: "$request.body",
      },
    },
  },
});
const kinds = { function: () => handler, url, events, queue } as const;

/** Every kind of route to every other one. */
const routeKinds: Edits = Object.fromEntries(
  Object.entries(kinds).flatMap(([from, before]) =>
    Object.entries(kinds)
      .filter(([to]) => to !== from)
      .map(([to, after]): [string, Edit] => [
        `Api route from ${from} to ${to}`,
        { before: route(before), after: route(after) },
      ]),
  ),
);

const listenerIn = (stack: Stack) => {
  const arn =
    "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/notes/50dc6c495c0c9188/f2f7dc8efc522ab2";
  return new DataAwsLbListener(stack, "Listener", { arn });
};

const balanced =
  (type: "alb" | "nlb"): ((stack: Stack) => ApiRoute) =>
  (stack) => {
    const listener = listenerIn(stack);
    return type === "alb"
      ? { type, cdk: { albListener: listener } }
      : { type, cdk: { nlbListener: listener } };
  };

/** Routes to load balancers, and away from them. */
const balancedRoutes: Edits = {
  "Api route from function to alb": { before: route(kinds.function), after: route(balanced("alb")) },
  "Api route from alb to function": { before: route(balanced("alb")), after: route(kinds.function) },
  "Api route from alb to nlb": { before: route(balanced("alb")), after: route(balanced("nlb")) },
  "Api route from nlb to url": { before: route(balanced("nlb")), after: route(kinds.url) },
};

const apiAuthorizers: Readonly<Record<string, (stack: Stack) => ApiAuthorizer>> = {
  fn: (stack) => ({ type: "fn", function: check(stack) }),
  jwt: () => ({ type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["a"] } }),
  user_pool: () => ({ type: "user_pool", userPool: { id: "us-east-1_abcdefghi", clientIds: ["abc"] } }),
};

const guarded = (name: string | undefined, kind: string) => (stack: Stack) => {
  const authorizer = apiAuthorizers[kind]?.(stack);
  if (name === undefined || authorizer === undefined) {
    new Api(stack, "It", { routes: { "GET /": handler } });
    return;
  }
  new Api(stack, "It", {
    authorizers: { [name]: authorizer },
    routes: { "GET /": { function: handler, authorizer: name } },
  });
};

/** The permission names the authorizer, so that it comes after it: for a moment requests are refused. */
const lateAuthorizer = (id: string) => [
  `aws_apigatewayv2_authorizer.${id}_Authorizer changes before aws_lambda_permission.${id}_Permission permits it`,
];

const authorizerEdits: Edits = {
  "Api authorizer removed": { before: guarded("door", "fn"), after: guarded(undefined, "fn") },
  "Api authorizer added": { before: guarded(undefined, "fn"), after: guarded("door", "fn") },
  "Api authorizer renamed": { before: guarded("door", "fn"), after: guarded("gate", "fn") },
  "Api authorizer with another function": {
    before: guarded("door", "fn"),
    after: (stack) => {
      new Api(stack, "It", {
        authorizers: { door: { type: "fn", function: new Function(stack, "Door", { handler }) } },
        routes: { "GET /": { function: handler, authorizer: "door" } },
      });
    },
    known: lateAuthorizer("It_Authorizer_door"),
  },
  "Api authorizer from fn to jwt": { before: guarded("door", "fn"), after: guarded("door", "jwt") },
  "Api authorizer from jwt to fn": {
    before: guarded("door", "jwt"),
    after: guarded("door", "fn"),
    known: lateAuthorizer("It_Authorizer_door"),
  },
  "Api authorizer from jwt to user_pool": {
    before: guarded("door", "jwt"),
    after: guarded("door", "user_pool"),
  },
};

const rest = (props: (stack: Stack) => RestV1ApiProps) => (stack: Stack) =>
  void new RestV1Api(stack, "It", props(stack));

/** `response_transfer_mode` came with provider 6.25.0, and a plan with an older one would refuse it: everything else is planned. */
const restStreaming = (streaming: boolean) => (stack: Stack) => {
  const api = new RestV1Api(stack, "It", { routes: { "GET /": { function: handler, streaming } } });
  for (const each of api.node.findAll()) {
    if (each instanceof ApiGatewayIntegration) each.resetResponseTransferMode();
  }
};

const restAuthorizers: Readonly<Record<string, (stack: Stack) => RestV1ApiAuthorizer>> = {
  user_pools: () => ({ type: "user_pools", userPoolIds: ["us-east-1_abcdefghi"] }),
  fn_token: (stack) => ({ type: "fn_token", function: check(stack) }),
  fn_request: (stack) => ({
    type: "fn_request",
    function: check(stack),
    identitySources: ["method.request.header.Authorization"],
  }),
};

const restGuarded = (name: string | undefined, kind: string) =>
  rest((stack) => {
    const authorizer = restAuthorizers[kind]?.(stack);
    if (name === undefined || authorizer === undefined) return { routes: { "GET /": handler } };
    return {
      authorizers: { [name]: authorizer },
      routes: { "GET /": { function: handler, authorizer: name } },
    };
  });

const restStreamingEdits: Edits = {
  "RestV1Api streaming on, but for response_transfer_mode": {
    before: restStreaming(false),
    after: restStreaming(true),
  },
  "RestV1Api streaming off, but for response_transfer_mode": {
    before: restStreaming(true),
    after: restStreaming(false),
  },
};

const restAuthorizerEdits: Edits = {
  ...Object.fromEntries(
    Object.keys(restAuthorizers).flatMap((from) =>
      Object.keys(restAuthorizers)
        .filter((to) => to !== from)
        .map((to): [string, Edit] => [
          `RestV1Api authorizer from ${from} to ${to}`,
          { before: restGuarded("door", from), after: restGuarded("door", to) },
        ]),
    ),
  ),
  "RestV1Api authorizer removed": {
    before: restGuarded("door", "fn_token"),
    after: restGuarded(undefined, ""),
  },
  "RestV1Api authorizer renamed": {
    before: restGuarded("door", "fn_token"),
    after: restGuarded("gate", "fn_token"),
  },
};

const restRoutes = (...keys: readonly string[]) =>
  rest((stack) => {
    // One function, so that only the gateway's parts differ.
    const fn = new Function(stack, "Fn", { handler });
    return { routes: Object.fromEntries(keys.map((key) => [key, fn])) };
  });

const restResponse = (id?: string) => (stack: Stack) => {
  const { cdk } = new RestV1Api(stack, "It", { routes: { "GET /": handler } });
  if (id !== undefined) cdk.restApi.addGatewayResponse(id, { type: "DEFAULT_4XX", statusCode: "418" });
};

const restIntegration = (integration: object) =>
  rest((stack) => ({
    routes: { "GET /": { function: new Function(stack, "Fn", { handler }), cdk: { integration } } },
  }));

/** `serverform deploy` makes a second run: see lib/cli/terraform/deploy.ts. */
const secondRun = (place: string) => [
  `aws_api_gateway_integration.It_Integration_${place} has the identity of what it replaces`,
];

const restPlaces: Edits = {
  "RestV1Api function of more than 20 routes": {
    before: rest((stack) => ({ routes: manyRoutes(new Function(stack, "Fn", { handler }), 20) })),
    after: rest((stack) => ({ routes: manyRoutes(new Function(stack, "Fn", { handler }), 21) })),
  },
  "RestV1Api with another Function": {
    before: rest((stack) => ({ routes: { "GET /": new Function(stack, "One", { handler }) } })),
    after: rest((stack) => ({ routes: { "GET /": new Function(stack, "Two", { handler }) } })),
  },

  "RestV1Api OPTIONS route added": {
    before: restRoutes("GET /x"),
    after: restRoutes("GET /x", "OPTIONS /x"),
    known: secondRun("OPTIONS_--x"),
  },
  "RestV1Api OPTIONS route removed": {
    before: restRoutes("GET /x", "OPTIONS /x"),
    after: restRoutes("GET /x"),
    known: secondRun("OPTIONS_--x"),
  },
  "RestV1Api variable renamed": {
    before: restRoutes("GET /x/{id}", "PUT /x/{id}/y"),
    after: restRoutes("GET /x/{key}", "PUT /x/{key}/y"),
  },
  "RestV1Api variable made greedy": {
    before: restRoutes("GET /x/{id}"),
    after: restRoutes("GET /x/{proxy+}"),
  },
  "RestV1Api route removed": { before: restRoutes("GET /x", "GET /y"), after: restRoutes("GET /y") },
  "RestV1Api route from GET to ANY": { before: restRoutes("GET /x"), after: restRoutes("ANY /x") },
  "RestV1Api gateway response added": { before: restResponse(), after: restResponse("Mine") },
  "RestV1Api gateway response removed": { before: restResponse("Mine"), after: restResponse() },
  "RestV1Api gateway response renamed": { before: restResponse("Mine"), after: restResponse("Other") },
  "RestV1Api cors off": {
    before: rest(() => ({ routes: { "GET /": handler } })),
    after: rest(() => ({ cors: false, routes: { "GET /": handler } })),
  },
  "RestV1Api integration without proxy": {
    before: restIntegration({}),
    after: restIntegration({ proxy: false }),
    known: secondRun("GET_--"),
  },
  "RestV1Api integration with credentials": {
    before: restIntegration({}),
    after: restIntegration({ credentials: "arn:aws:iam::123456789012:role/caller" }),
    known: secondRun("GET_--"),
  },
};

/** With a link of the older kind: `integration_target`, which a newer one needs, is newer than provider 5.100. */
const restBalanced = (key: string, integration: object = {}) =>
  rest((stack) => {
    const targetArns = [
      "arn:aws:elasticloadbalancing:us-east-1:123456789012:loadbalancer/net/notes/50dc6c495c0c9188",
    ];
    const vpcLink = new ApiGatewayVpcLink(stack, "Link", { name: "notes", targetArns });
    const cdk = { nlbListener: listenerIn(stack), integration: { vpcLink, ...integration } };
    return { routes: { [key]: { type: "nlb", cdk } } };
  });

const restBalancedRoutes: Edits = {
  "RestV1Api route from function to nlb": {
    before: rest((stack) => ({ routes: { "GET /x": new Function(stack, "Fn", { handler }) } })),
    after: restBalanced("GET /x"),
    known: secondRun("GET_--x"),
  },
  "RestV1Api route from nlb to function": {
    before: restBalanced("GET /x"),
    after: rest((stack) => ({ routes: { "GET /x": new Function(stack, "Fn", { handler }) } })),
    known: secondRun("GET_--x"),
  },
  "RestV1Api nlb route with another variable": {
    before: restBalanced("GET /x/{id}"),
    after: restBalanced("GET /x/{proxy+}"),
  },
  "RestV1Api nlb route with TLS": {
    before: restBalanced("GET /x"),
    after: restBalanced("GET /x", { secureServerName: "notes.example.com" }),
  },
};

const restDomain = (customDomain: NonNullable<RestV1ApiProps["customDomain"]>, restApi?: object) =>
  rest(() => ({ routes: { "GET /": handler }, customDomain, cdk: { restApi: restApi ?? {} } }));

const privateDomain = (vpcEndpoints: Readonly<Record<string, string>>) =>
  restDomain(
    { domainName: "private.example.com", endpointType: "private", vpcEndpoints },
    {
      endpointConfiguration: { types: ["PRIVATE"] },
      policy: JSON.stringify({ Version: "2012-10-17", Statement: [] }),
    },
  );

/** `endpointAccessMode` is newer than provider 5.100, and with it the policies that need it. */
const restDomains: Edits = {
  "RestV1Api private domain with another endpoint": {
    before: privateDomain({ office: "vpce-0a1b2c3d4e5f67890" }),
    after: privateDomain({ office: "vpce-0a1b2c3d4e5f67890", lab: "vpce-0123456789abcdef0" }),
  },
  "RestV1Api private domain without an endpoint": {
    before: privateDomain({ office: "vpce-0a1b2c3d4e5f67890", lab: "vpce-0123456789abcdef0" }),
    after: privateDomain({ office: "vpce-0a1b2c3d4e5f67890" }),
  },
  "RestV1Api private domain as it was": {
    before: privateDomain({ office: "vpce-0a1b2c3d4e5f67890" }),
    after: privateDomain({ office: "vpce-0a1b2c3d4e5f67890" }),
  },
  "RestV1Api domain of several levels added": {
    before: restRoutes("GET /"),
    after: restDomain({ domainName: "api.example.com", path: "shop/v1", securityPolicy: "TLS 1.2" }),
  },
};

const socket = (props: (stack: Stack) => WebSocketApiProps) => (stack: Stack) =>
  void new WebSocketApi(stack, "It", props(stack));

const doors = { $connect: handler, send: handler };
const socketOf = (authorizer: WebSocketApiProps["authorizer"]) =>
  socket(() => ({ authorizer, routes: doors }));
const socketUsers = {
  type: "user_pool",
  userPool: { id: "us-east-1_abcdefghi", clientIds: ["abc"] },
} as const;
const socketEdits: Edits = {
  "WebSocketApi authorizer removed": {
    before: socket((stack) => ({ authorizer: { type: "fn", function: check(stack) }, routes: doors })),
    after: socket(() => ({ routes: doors })),
  },
  "WebSocketApi authorizer from fn to iam": {
    before: socket((stack) => ({ authorizer: { type: "fn", function: check(stack) }, routes: doors })),
    after: socket(() => ({ authorizer: "iam", routes: doors })),
  },
  "WebSocketApi authorizer with another function": {
    before: socket((stack) => ({ authorizer: { type: "fn", function: check(stack) }, routes: doors })),
    after: socket((stack) => ({
      authorizer: { type: "fn", function: new Function(stack, "Door", { handler }) },
      routes: doors,
    })),
    known: lateAuthorizer("It_authorizer"),
  },
  "WebSocketApi authorizer for other clients and another token": {
    before: socketOf(socketUsers),
    after: socketOf({
      ...socketUsers,
      userPool: { id: "us-east-1_other" },
      tokenUse: "id",
      tokenSource: "subprotocol",
    }),
  },
  "WebSocketApi authorizer from user_pool to jwt": {
    before: socketOf(socketUsers),
    after: socketOf({ type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["a"] } }),
  },
  "WebSocketApi authorizer from fn to user_pool": {
    before: socket((stack) => ({ authorizer: { type: "fn", function: check(stack) }, routes: doors })),
    after: socketOf(socketUsers),
    known: lateAuthorizer("It_authorizer"),
  },
  "WebSocketApi authorizer of users removed": { before: socketOf(socketUsers), after: socketOf("none") },
  "WebSocketApi route with another function": {
    before: socket(() => ({ routes: doors })),
    after: socket((stack) => ({ routes: { ...doors, send: new Function(stack, "Send", { handler }) } })),
  },
  "WebSocketApi route removed": {
    before: socket(() => ({ routes: doors })),
    after: socket(() => ({ routes: { $connect: handler } })),
  },
  "WebSocketApi without access log": {
    before: socket(() => ({ routes: doors })),
    after: socket(() => ({ accessLog: false, routes: doors })),
  },
};

const fromGraphQLToApi: Edits = {
  "GraphQLApi to Api": {
    before: (stack) => void new GraphQLApi(stack, "It", { server: handler }),
    after: (stack) =>
      void new Api(stack, "It", {
        routes: {
          "GET /": { type: "graphql", function: handler },
          "POST /": { type: "graphql", function: handler },
        },
      }),
  },
  "GraphQLApi rootPath": {
    before: (stack) => void new GraphQLApi(stack, "It", { server: handler, rootPath: "/" }),
    after: (stack) => void new GraphQLApi(stack, "It", { server: handler, rootPath: "/graphql" }),
  },
};

const sharedApi = (props: ApiProps) => (stack: Stack) => void new Api(stack, "It", props);
const plain: ApiProps = { routes: { "GET /": handler } };
const apiProps: Edits = {
  "Api with another Function": {
    before: (stack) => sharedApi({ routes: { "GET /": new Function(stack, "One", { handler }) } })(stack),
    after: (stack) => sharedApi({ routes: { "GET /": new Function(stack, "Two", { handler }) } })(stack),
  },

  "Api with another function": {
    before: sharedApi(plain),
    after: sharedApi({ routes: { "GET /": other } }),
  },
  "Api cors off": { before: sharedApi(plain), after: sharedApi({ ...plain, cors: false }) },
  "Api access log off": { before: sharedApi(plain), after: sharedApi({ ...plain, accessLog: false }) },
  "Api throttle": {
    before: sharedApi(plain),
    after: sharedApi({ ...plain, defaults: { throttle: { rate: 5, burst: 5 } } }),
  },
  "Api route authorizer iam": {
    before: sharedApi(plain),
    after: sharedApi({ ...plain, defaults: { authorizer: "iam" } }),
  },
  "Api payload format": {
    before: sharedApi(plain),
    after: sharedApi({ ...plain, defaults: { payloadFormatVersion: "1.0" } }),
  },
  "Api domain added": {
    before: sharedApi(plain),
    after: sharedApi({ ...plain, customDomain: "api.example.com" }),
  },
  "Api domain path": {
    before: sharedApi({ ...plain, customDomain: { domainName: "api.example.com", path: "v1" } }),
    after: sharedApi({ ...plain, customDomain: { domainName: "api.example.com", path: "v2" } }),
  },
  "Api domain name": {
    before: sharedApi({ ...plain, customDomain: "api.example.com" }),
    after: sharedApi({ ...plain, customDomain: "www.example.com" }),
    known: ["aws_apigatewayv2_domain_name.It_CustomDomain_DomainName is replaced for domain_name"],
  },
  "Api function of more than 20 routes": { before: sharing(20), after: sharing(21) },
  "Api function of 20 routes again": { before: sharing(21), after: sharing(20) },
};

function sharing(count: number) {
  return (stack: Stack) => {
    sharedApi({ routes: manyRoutes(new Function(stack, "Fn", { handler }), count) })(stack);
  };
}

function manyRoutes(fn: Function, count: number): Readonly<Record<string, Function>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`GET /${index}`, fn]));
}

const movedFrom = (from: string) => ({ function: handler, moved: { from } });

const restKeys = (routes: RestV1ApiProps["routes"]) => (stack: Stack) =>
  void new RestV1Api(stack, "It", { cors: true, routes });

/** Routes with another key, whose resources are moved. */
const movedRoutes: Edits = {
  "Api route of a function renamed": {
    before: sharedApi({ routes: { "GET /old/{id}": handler } }),
    after: sharedApi({ routes: { "POST /new/{note}": movedFrom("GET /old/{id}") } }),
  },
  "Api route of an address renamed": {
    before: sharedApi({ routes: { "GET /old": url() } }),
    after: sharedApi({
      routes: { "GET /new": { ...(url() as object), moved: { from: "GET /old" } } as ApiRoute },
    }),
  },
  "Api route of AWS renamed": {
    before: sharedApi({ routes: { "GET /old": events() } }),
    after: sharedApi({
      routes: { "GET /new": { ...(events() as object), moved: { from: "GET /old" } } as ApiRoute },
    }),
  },
  "RestV1Api path renamed": {
    before: restKeys({ "GET /old/{id}": handler, "POST /old": handler }),
    after: restKeys({ "GET /new/{note}": movedFrom("GET /old/{id}"), "POST /new": movedFrom("POST /old") }),
  },
  "RestV1Api route renamed beside another one of the path": {
    before: restKeys({ "GET /old/{id}": handler, "POST /old/{id}": handler }),
    after: restKeys({ "GET /new/{id}": movedFrom("GET /old/{id}"), "POST /old/{id}": handler }),
  },
  "RestV1Api method of a route renamed": {
    before: restKeys({ "GET /old": handler }),
    after: restKeys({ "POST /old": movedFrom("GET /old") }),
  },
  "WebSocketApi route renamed": {
    before: (stack) => void new WebSocketApi(stack, "It", { routes: { old: handler } }),
    after: (stack) => void new WebSocketApi(stack, "It", { routes: { now: movedFrom("old") } }),
  },
};

export const gatewayEdits: Edits = {
  ...routeKinds,
  ...balancedRoutes,
  ...authorizerEdits,
  ...restAuthorizerEdits,
  ...restStreamingEdits,
  ...restPlaces,
  ...restBalancedRoutes,
  ...restDomains,
  ...socketEdits,
  ...fromGraphQLToApi,
  ...apiProps,
  ...gatewaySettingEdits,
  ...movedRoutes,
};
