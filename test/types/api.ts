import {
  Api,
  type ApiCloudRouteProps,
  type ApiRouteProps,
  Bucket,
  type CloudSubtype,
  Config,
  RestV1Api,
  type RestV1ApiCustomDomainProps,
  type RestV1ApiRouteProps,
  type RestV1ApiRoutingRule,
  type Stack,
  Userbase,
  WebSocketApi,
  type WebSocketApiAuthorizer,
} from "serverform";

type Integration = ApiCloudRouteProps["cdk"]["integration"];

declare const stack: Stack;
declare const HOST_NAME: string | undefined;

/** Code that the compiler accepts, and code that it refuses. */
export function types(): void {
  const api = new Api(stack, "Api", {
    defaults: { authorizer: "any name", payloadFormatVersion: "1.0" },
    routes: { "GET /": "functions/notes.get", "GET /a": { function: { handler: "functions/notes.get" } } },
  });
  api.setCors(false);
  const undefinable: string | undefined = api.customDomainUrl;
  // @ts-expect-error a custom domain is not always there
  const url: string = api.customDomainUrl;
  // @ts-expect-error the payload format is a literal
  new Api(stack, "Api", { defaults: { payloadFormatVersion: "3.0" } });
  // @ts-expect-error both limits are numbers
  new Api(stack, "Api", { defaults: { throttle: { rate: "1", burst: 1 } } });
  // @ts-expect-error the function's props lie under function
  const nested: ApiRouteProps = { handler: "functions/notes.get" };
  // @ts-expect-error a url route needs its url
  const nowhere: ApiRouteProps = { type: "url" };
  // @ts-expect-error an alb route needs its listener
  const unbalanced: ApiRouteProps = { type: "alb", cdk: {} };
  // @ts-expect-error the action is one that the gateway knows
  const unknown: CloudSubtype = "S3-GetObject";
  const given = { subtype: "SQS-SendMessage", parameterMapping: {} } as const;
  // @ts-expect-error the library makes the credentials
  const credentials: Integration = { ...given, credentialsArn: "x" };
  // @ts-expect-error a graphql route needs its function
  const graphql: ApiRouteProps = { type: "graphql" };
  // @ts-expect-error a jwt authorizer has no cache
  new Api(stack, "Api", { authorizers: { a: { type: "jwt", resultsCacheTtl: "1 hour" } } });
  const trust = new Bucket(stack, "Trust");
  const customDomain = { domainName: "api.example.com", mtls: { bucket: trust, key: "ca.pem" } };
  const limited = { function: "functions/notes.get", throttle: { rate: 1, burst: 1 } };
  const common = { ipAddressType: "dualstack", stageVariables: { LEVEL: HOST_NAME } } as const;
  new Api(stack, "Api", { ...common, customDomain, routes: { "GET /": limited } });
  new RestV1Api(stack, "Rest", { ...common, customDomain, routes: { "GET /": limited } });
  new WebSocketApi(stack, "Chat", { ...common, routes: { send: limited } });
  // @ts-expect-error AWS has no mutual TLS for WebSocket APIs
  new WebSocketApi(stack, "Chat", { customDomain: { domainName: "a", mtls: { bucket: trust, key: "a" } } });
  // @ts-expect-error the type of addresses is a literal
  new Api(stack, "Api", { ipAddressType: "ipv6" });
  // @ts-expect-error variables of a stage are texts
  new RestV1Api(stack, "Api", { stageVariables: { level: 1 } });
  // @ts-expect-error CORS methods are literals
  api.setCors({ allowMethods: ["GETS"] });
  // @ts-expect-error routes are added below a scope
  api.addRoutes({ "GET /": "functions/notes.get" });
  const { HOST } = Config.Parameter.create(stack, { HOST: "a" });
  const host: string = HOST.value;
  const { KEY } = Config.Secret.create(stack, "KEY");
  // @ts-expect-error nobody reads a secret while synthesizing
  const secret = KEY.value;
  // @ts-expect-error names are those that were given
  Config.Secret.create(stack, "KEY").OTHER;
  void [undefinable, url, nested, nowhere, unbalanced, unknown, credentials, graphql, host, secret];
}

/** Authorizers of sockets: one vocabulary with Api, and a place for the token. */
export function sockets(): void {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const door = (authorizer: WebSocketApiAuthorizer) => new WebSocketApi(stack, "Chat", { authorizer });
  door({ type: "user_pool", userPool: users });
  door({ type: "user_pool", userPool: { id: "us-east-1_a", clientIds: ["b"] }, tokenUse: "id" });
  door({ type: "jwt", jwt: { issuer: "https://a", audience: ["b"] }, tokenSource: "subprotocol" });
  door({ type: "jwt", jwt: { issuer: "https://a", audience: ["b"] }, tokenSource: "header.X-Token" });
  // @ts-expect-error a pool is of the type user_pool
  door({ type: "jwt", userPool: users });
  // @ts-expect-error an issuer is of the type jwt
  door({ type: "user_pool", jwt: { issuer: "https://a", audience: ["b"] } });
  // @ts-expect-error cookies are not read
  door({ type: "user_pool", userPool: users, tokenSource: "cookie.session" });
  // @ts-expect-error tokens of other issuers are of one kind
  door({ type: "jwt", jwt: { issuer: "https://a", audience: ["b"] }, tokenUse: "id" });
}

/** Load balancers and domains of REST APIs. */
export function restApis(): void {
  // @ts-expect-error an nlb route has no listener of the other kind
  const other: RestV1ApiRouteProps = { type: "nlb", cdk: { albListener: undefined } };
  // @ts-expect-error REST APIs forward to load balancers and no other addresses
  const forwarded: RestV1ApiRouteProps = { type: "url", url: "https://example.com" };
  // @ts-expect-error a rule has a priority
  const rule: RestV1ApiRoutingRule = { headers: { "x-version": "beta" } };
  const domain: RestV1ApiCustomDomainProps = {
    domainName: "api.example.com",
    securityPolicy: "SecurityPolicy_TLS13_1_2_PQ_2025_09",
    // @ts-expect-error modes are in lower case
    endpointAccessMode: "STRICT",
    rules: { beta: { priority: 10, headers: { "x-version": ["beta"] } } },
    vpcEndpoints: { office: "vpce-1", lab: undefined },
  };
  void [other, forwarded, rule, domain];
}
