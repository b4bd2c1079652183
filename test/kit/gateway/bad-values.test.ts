import { AcmCertificateValidation } from "@cdktf/provider-aws/lib/acm-certificate-validation";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Api, AppSyncApi, EventsApi, RestV1Api, type Stack, WebSocketApi } from "../../../lib";
import { testStack } from "../../support/stack";

const handler = "functions/notes.get";
const classes = { Api, AppSyncApi, EventsApi, RestV1Api, WebSocketApi };
type ClassName = keyof typeof classes;
type Props = object | ((stack: Stack) => object);
type Row = readonly [prop: string, code: string, className: ClassName, props: Props];

function create(className: ClassName, props: Props): Stack {
  const stack = testStack();
  // The props are wrong on purpose.
  const construct = classes[className] as unknown as new (stack: Stack, id: string, props: object) => unknown;
  new construct(stack, "It", typeof props === "function" ? props(stack) : props);
  return stack;
}

const jwt = { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } };
const issuer = (value: string) => ({
  authorizers: { a: { type: "jwt", jwt: { issuer: value, audience: ["x"] } } },
});
const authorizer = (config: object) => ({ authorizers: { a: { ...jwt, cdk: { authorizer: config } } } });
const http = (config: object) => ({ cdk: { httpApi: config } });
const httpStage = (config: object) => ({ cdk: { httpStages: [{ name: "beta", ...config }] } });
const url = (value: string, integration?: object) => ({
  routes: { "GET /a": { type: "url", url: value, cdk: integration && { integration } } },
});
const mapping = (parameterMapping: object) => url("https://example.com", { parameterMapping });
const cloud = (subtype: string, parameterMapping: object) => ({
  routes: { "GET /a": { type: "cloud", cdk: { integration: { subtype, parameterMapping } } } },
});
const queue = "https://sqs.us-east-1.amazonaws.com/123456789012/jobs";
const balancer = (arn: string, type: "alb" | "nlb" = "alb") => {
  return (stack: Stack) => ({
    routes: {
      "GET /a": { type, cdk: { [`${type}Listener`]: new DataAwsLbListener(stack, "Listener", { arn }) } },
    },
  });
};
const listener =
  "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2";
const domain = (cdk: object) => ({ customDomain: { domainName: "a.example.com", cdk } });
const certificateArn = "arn:aws:acm:eu-west-1:123456789012:certificate/12345678-1234-1234-1234-123456789012";
const restRoute = (integration: object, method?: object) => ({
  routes: { "GET /a": { function: handler, cdk: { integration, method } } },
});
const mapped = (integration: object) =>
  restRoute({ proxy: false, ...integration }, { methodResponses: [{ statusCode: "200" }] });
const options = (deployOptions: object) => ({ cdk: { restApi: { deployOptions } } });
const graph = (graphqlApi: object) => ({ cdk: { graphqlApi } });
const provider = (config: object) => graph({ additionalAuthenticationProvider: [config] });
const logs = "arn:aws:logs:us-east-1:123456789012:log-group:mine";
const resolver = (config: object, apiCachingBehavior = "PER_RESOLVER_CACHING") => ({
  schema: "graphql/schema.graphql",
  dataSources: { notes: { type: "none" } },
  resolvers: {
    "Query notes": {
      dataSource: "notes",
      requestMapping: { inline: "{}" },
      responseMapping: { inline: "{}" },
      ...config,
    },
  },
  cdk: { apiCache: { ttl: 60, apiCachingBehavior } },
});

const refused: readonly Row[] = [
  ...["/a?b", "/a#b", "/a%zz", "/a|b", '/a"b', "/ünï", "/a\\b", "/a\u200bb", "/../a", "/a/."].map(
    (path): Row => [
      `routes[${JSON.stringify(`GET ${path}`)}]`,
      "route-part-invalid",
      "Api",
      { routes: { [`GET ${path}`]: handler } },
    ],
  ),
  [
    'routes["GET /a"].throttle.burst',
    "out-of-range",
    "Api",
    { routes: { "GET /a": { function: handler, throttle: { rate: 1.5, burst: 2_147_483_648 } } } },
  ],
  ...[
    "https://login..com",
    "https://-",
    "https://a.example.com:99999",
    "https://user:pw@a.example.com",
    `https://${"a".repeat(64)}.com`,
  ].map((value): Row => ['authorizers["a"].jwt.issuer', "prop-invalid", "Api", issuer(value)]),
  ...["", " ", "a\nb"].map(
    (value): Row => [
      'authorizers["a"].jwt.audience[0]',
      "prop-invalid",
      "Api",
      { authorizers: { a: { type: "jwt", jwt: { issuer: "https://a.example.com", audience: [value] } } } },
    ],
  ),
  [
    'authorizers["b"].name',
    "authorizer-name-taken",
    "Api",
    { authorizers: { a: { ...jwt, name: "x" }, b: { ...jwt, name: "x" } } },
  ],
  ['authorizers["a"].name', "prop-invalid", "Api", { authorizers: { a: { ...jwt, name: " " } } }],
  ['authorizers["${x}"]', "prop-invalid", "Api", { authorizers: { "${x}": jwt } }],
  [
    'authorizers["a"].cdk.authorizer.authorizerType',
    "prop-invalid",
    "Api",
    authorizer({ authorizerType: "BASIC" }),
  ],
  [
    'authorizers["a"].cdk.authorizer.authorizerUri',
    "prop-invalid",
    "Api",
    authorizer({ authorizerUri: "x" }),
  ],
  ["accessLog", "prop-invalid", "Api", { accessLog: "plain text" }],
  [
    "accessLog.retention",
    "props-exclude",
    "Api",
    { accessLog: { destinationArn: logs, retention: "one_week" } },
  ],
  [
    "accessLog.destinationArn",
    "arn-region",
    "Api",
    { accessLog: { destinationArn: logs.replace("us-east-1", "eu-west-1") } },
  ],
  ["cors.allowOrigins", "prop-invalid", "Api", { cors: { allowOrigins: [] } }],
  ...["https://a.example.com:99999", "https://me@a.example.com", "https://A.example.com"].map(
    (origin): Row => ["cors.allowOrigins[0]", "prop-invalid", "Api", { cors: { allowOrigins: [origin] } }],
  ),
  ["cdk.httpApi", "key-rejected", "Api", http({ credentialsArn: "x" })],
  ["cdk.httpApi.region", "prop-invalid", "Api", http({ region: "mars" })],
  ["cdk.httpApi.ipAddressType", "prop-invalid", "Api", http({ ipAddressType: "ipv6" })],
  ["cdk.httpStages[0].stageName", "props-exclude", "Api", httpStage({ stageName: "alpha" })],
  ["cdk.httpStages[0].deploymentId", "prop-needs", "Api", httpStage({ deploymentId: "abc" })],
  [
    "cdk.httpStages[0].defaultRouteSettings",
    "key-rejected",
    "Api",
    httpStage({ defaultRouteSettings: { loggingLevel: "INFO" } }),
  ],
  [
    "cdk.httpStages[0].defaultRouteSettings.throttlingRateLimit",
    "out-of-range",
    "Api",
    httpStage({ defaultRouteSettings: { throttlingRateLimit: -1 } }),
  ],
  ...[
    "https://a b",
    "https://a..b",
    "https://a.example.com:99999",
    "https://a.example.com/{a",
    "https://a.example.com#x",
    "https://${stageVariables.a-b}",
  ].map((value): Row => ['routes["GET /a"].url', "prop-invalid", "Api", url(value)]),
  ['routes["GET /a"].url', "url-variable-unknown", "Api", url("https://example.com/{id}")],
  [
    'routes["GET /a"].cdk.integration.payloadFormatVersion',
    "literal-unknown",
    "Api",
    url("https://example.com", { payloadFormatVersion: "2.0" }),
  ],
  [
    'routes["GET /a"].cdk.integration.connectionId',
    "route-not-private",
    "Api",
    url("https://example.com", { connectionId: "x" }),
  ],
  ...["$context.", "$stageVariables.", "${request.header.y", "a\nb", "$request.bodyy"].map(
    (value): Row => [
      'routes["GET /a"].cdk.integration.parameterMapping["overwrite:header.x"]',
      "prop-invalid",
      "Api",
      mapping({ "overwrite:header.x": value }),
    ],
  ),
  [
    'routes["GET /a"].cdk.integration.parameterMapping["overwrite:path"]',
    "url-variable-unknown",
    "Api",
    mapping({ "overwrite:path": "/x/$request.path.id" }),
  ],
  [
    'routes["GET /a"].cdk.integration.parameterMapping.DelaySeconds',
    "out-of-range",
    "Api",
    cloud("SQS-SendMessage", { QueueUrl: queue, MessageBody: "x", DelaySeconds: "1000" }),
  ],
  [
    'routes["GET /a"].cdk.integration.parameterMapping.MessageGroupId',
    "prop-required",
    "Api",
    cloud("SQS-SendMessage", { QueueUrl: `${queue}.fifo`, MessageBody: "x" }),
  ],
  [
    'routes["GET /a"].cdk.integration.parameterMapping.Source',
    "prop-invalid",
    "Api",
    cloud("EventBridge-PutEvents", { Detail: "{}", DetailType: "x", Source: "aws.x" }),
  ],
  [
    'routes["GET /a"].cdk.integration.parameterMapping.StateMachineArn',
    "prop-invalid",
    "Api",
    cloud("StepFunctions-StartExecution", { StateMachineArn: "x" }),
  ],
  ['routes["GET /a"].cdk.albListener.arn', "prop-invalid", "Api", balancer("x")],
  [
    'routes["GET /a"].cdk.nlbListener.arn',
    "prop-invalid",
    "Api",
    balancer(listener.replace("listener/", "loadbalancer/"), "nlb"),
  ],
  [
    'routes["GET /a"].cdk.albListener.arn',
    "arn-region",
    "Api",
    balancer(listener.replace("us-east-1", "eu-west-1")),
  ],
  [
    "customDomain.cdk.certificate",
    "certificate-region",
    "Api",
    (stack: Stack) =>
      domain({ certificate: new AcmCertificateValidation(stack, "Validation", { certificateArn }) }),
  ],
  [
    "customDomain.cdk.domainName.regionalCertificateArn",
    "arn-region",
    "RestV1Api",
    domain({ domainName: { regionalCertificateArn: certificateArn } }),
  ],
  [
    "customDomain.cdk.domainName.regionalCertificateArn",
    "prop-invalid",
    "RestV1Api",
    domain({ domainName: { regionalCertificateArn: "arn:aws:iam::123456789012:server-certificate/x" } }),
  ],
  ["customDomain", "domain-invalid", "WebSocketApi", { customDomain: "a.example.123" }],
  [
    "cdk.restApi.policy",
    "prop-invalid",
    "RestV1Api",
    { cdk: { restApi: { policy: '{"Statement":[{"Effect":"Maybe"}]}' } } },
  ],
  [
    "cdk.restApi.endpointConfiguration.types",
    "prop-required",
    "RestV1Api",
    { cdk: { restApi: { endpointConfiguration: { types: [] } } } },
  ],
  [
    "cdk.restApi.deployOptions.cacheClusterSize",
    "prop-needs",
    "RestV1Api",
    options({ cacheClusterSize: "0.5" }),
  ],
  [
    "cdk.restApi.deployOptions.dataTraceEnabled",
    "prop-needs",
    "RestV1Api",
    options({ dataTraceEnabled: true }),
  ],
  [
    'routes["GET /a"].cdk.integration.credentials',
    "prop-invalid",
    "RestV1Api",
    restRoute({ credentials: "x" }),
  ],
  [
    'routes["GET /a"].cdk.integration.cacheKeyParameters[0]',
    "rest-parameter-undeclared",
    "RestV1Api",
    restRoute({ cacheKeyParameters: ["method.request.querystring.page"] }),
  ],
  [
    'routes["GET /a"].cdk.method.requestParameters["method.request.path.id"]',
    "prop-invalid",
    "RestV1Api",
    restRoute({}, { requestParameters: { "method.request.path.id": true } }),
  ],
  [
    'routes["GET /a"].cdk.integration.cacheKeyParameters',
    "props-exclude",
    "RestV1Api",
    {
      routes: {
        "GET /a": {
          function: handler,
          streaming: true,
          cdk: {
            integration: { cacheKeyParameters: ["method.request.querystring.x"] },
            method: { requestParameters: { "method.request.querystring.x": false } },
          },
        },
      },
    },
  ],
  [
    'routes["GET /a"].cdk.integration.requestTemplates["application/json"]',
    "template-syntax",
    "RestV1Api",
    mapped({ requestTemplates: { "application/json": "#if($a) x" } }),
  ],
  [
    'routes["GET /a"].cdk.integration.integrationResponses[0].selectionPattern',
    "prop-invalid",
    "RestV1Api",
    mapped({ integrationResponses: [{ statusCode: "200", selectionPattern: "(" }] }),
  ],
  [
    'routes["GET /a"].cdk.integration.integrationResponses[0].responseParameters["method.response.header.X"]',
    "rest-parameter-undeclared",
    "RestV1Api",
    mapped({
      integrationResponses: [
        { statusCode: "200", responseParameters: { "method.response.header.X": "'x'" } },
      ],
    }),
  ],
  ['routes["a\\u0000"]', "route-key-web-socket", "WebSocketApi", { routes: { "a\u0000": handler } }],
  [
    "cdk.webSocketApi.routeSelectionExpression",
    "prop-invalid",
    "WebSocketApi",
    { cdk: { webSocketApi: { routeSelectionExpression: "x" } } },
  ],
  ["cdk.graphqlApi.mergedApiExecutionRoleArn", "prop-required", "AppSyncApi", graph({ apiType: "MERGED" })],
  [
    "cdk.graphqlApi.additionalAuthenticationProvider[0].userPoolConfig.awsRegion",
    "prop-invalid",
    "AppSyncApi",
    provider({
      authenticationType: "AMAZON_COGNITO_USER_POOLS",
      userPoolConfig: { userPoolId: "us-east-1_Abc", awsRegion: "eu-west-1" },
    }),
  ],
  [
    "cdk.graphqlApi.additionalAuthenticationProvider[0].openidConnectConfig.authTtl",
    "out-of-range",
    "AppSyncApi",
    provider({
      authenticationType: "OPENID_CONNECT",
      openidConnectConfig: { issuer: "https://a.example.com", authTtl: -1 },
    }),
  ],
  [
    "cdk.graphqlApi.additionalAuthenticationProvider[0].lambdaAuthorizerConfig.authorizerUri",
    "prop-invalid",
    "AppSyncApi",
    provider({ authenticationType: "AWS_LAMBDA", lambdaAuthorizerConfig: { authorizerUri: "x" } }),
  ],
  [
    'resolvers["Query notes"].requestMapping.inline',
    "template-syntax",
    "AppSyncApi",
    resolver({ requestMapping: { inline: "#if($a)" } }),
  ],
  [
    'resolvers["Query notes"].cdk.resolver.cachingConfig.ttl',
    "out-of-range",
    "AppSyncApi",
    resolver({ cdk: { resolver: { cachingConfig: { ttl: 3601 } } } }),
  ],
  [
    'resolvers["Query notes"].cdk.resolver.cachingConfig',
    "props-exclude",
    "AppSyncApi",
    resolver({ cdk: { resolver: { cachingConfig: { ttl: 60 } } } }, "FULL_REQUEST_CACHING"),
  ],
  [
    'resolvers["Query notes"].cdk.resolver.maxBatchSize',
    "prop-needs",
    "AppSyncApi",
    resolver({ cdk: { resolver: { maxBatchSize: 5 } } }),
  ],
  [
    "dataSources.search.endpoint",
    "prop-invalid",
    "AppSyncApi",
    {
      dataSources: {
        search: { type: "open_search", endpoint: "https://a.example.com", permissions: ["es"] },
      },
    },
  ],
  [
    "namespaces.chat.code.inline",
    "events-code-handlers",
    "EventsApi",
    { namespaces: { chat: { code: { inline: "export const onPublish = 1" } } } },
  ],
];

describe("values that AWS refuses or that change nothing", () => {
  test.each(refused.map(([prop, code, className, props]) => [className, prop, code, props] as const))(
    "%s refuses %s as %s",
    (className, prop, code, props) => {
      expect(() => create(className, props)).toThrow(expect.objectContaining({ code, prop }));
    },
  );

  test.each<readonly [ClassName, Props]>([
    ...["/a~b", "/$metrics", "/v1:batch", "/a%20b", "/.well-known/x", "/a(b)*+,;=!'&@"].map(
      (path) => ["Api", { routes: { [`GET ${path}`]: handler } }] as const,
    ),
    ["RestV1Api", { routes: { "GET /$metrics": handler } }],
    ["Api", issuer("https://login.example.com:8443/tenant/v2.0/")],
    [
      "Api",
      {
        routes: { "GET /{proxy+}": { type: "url", url: "https://${stageVariables.host}/a%20b/{proxy}?x=1" } },
      },
    ],
    [
      "Api",
      {
        cors: {
          allowOrigins: [
            "http://localhost:3000",
            "https://*.example.com",
            "http://[::1]:3000",
            "capacitor://localhost",
          ],
        },
      },
    ],
    ["Api", balancer(listener)],
    ["Api", balancer(listener, "nlb")],
    [
      "Api",
      mapping({
        "overwrite:path": "/x$request.path",
        "append:header.x": "${request.header.y}-${context.requestId}",
        "remove:header.z": "''",
      }),
    ],
    [
      "RestV1Api",
      restRoute(
        { cacheKeyParameters: ["method.request.querystring.x"] },
        { requestParameters: { "method.request.querystring.x": false } },
      ),
    ],
    ["RestV1Api", options({ cachingEnabled: true, cacheClusterSize: "0.5", cacheTtlInSeconds: 60 })],
    [
      "AppSyncApi",
      resolver({ cdk: { resolver: { cachingConfig: { ttl: 60, cachingKeys: ["$context.arguments.id"] } } } }),
    ],
  ])("%s accepts %j", (className, props) => {
    expect(() => create(className, props)).not.toThrow();
  });

  test.each<readonly [ClassName, string, string[]]>([
    [
      "Api",
      "$context.requestId $context.authorizer.claims.sub $context.identity.clientCert.validity.notAfter",
      [],
    ],
    ["Api", "$context.requestid costs $5", ['$context.requestid Did you mean "requestId"?']],
    ["Api", "$context.status $context.connectionId", ["$context.connectionId"]],
    ["Api", "${context.requestId}", ["${context.requestId} (write $context.requestId)"]],
    ["RestV1Api", "$context.requestId $request.header.x", ["$request.header.x"]],
    ["WebSocketApi", "$context.requestId $context.connectionId $context.error.validationErrorString", []],
  ])(
    "variables of access logs of an %s that AWS does not document are noticed: %s",
    (className, accessLog, unknown) => {
      const stack = testStack();
      const notices = jest.spyOn(stack.app, "addNotice");
      // Each class takes it.
      new (classes[className] as typeof Api)(stack, "It", { accessLog });
      const found = notices.mock.calls.flatMap(
        ([text]) => /accessLog has (.*), which the documents/.exec(text)?.[1] ?? [],
      );
      expect(found).toEqual(unknown);
    },
  );
});
