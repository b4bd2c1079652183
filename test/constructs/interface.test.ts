import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import {
  Api,
  type ApiProps,
  Bucket,
  Function,
  type FunctionProps,
  GraphQLApi,
  Layer,
  RestV1Api,
  type RestV1ApiProps,
  type Stack,
  Table,
  Userbase,
  type UserbaseProps,
  WebSocketApi,
} from "../../lib";
import { only, resources, synthesized, testStack } from "../support/stack";

// Each prop, property and method that the interface names, in its order: the compiler holds the names and types, the
// tests hold that everything can be given together and has an effect. The meaning of each is tested with its construct.

const handler = "functions/notes.get";
const queueUrl = "https://sqs.us-east-1.amazonaws.com/123456789012/notes";

/** The values of some attributes of the one resource of a type. */
const of = (stack: Stack, type: string, ...names: string[]) => {
  const found = only(stack, type);
  return names.map((name) => found[name]);
};

test("function props", () => {
  const stack = testStack();
  const role = new IamRole(stack, "Role", { assumeRolePolicy: "{}" });
  const props: FunctionProps = {
    handler,
    timeout: "20 seconds",
    memorySize: 512,
    environment: { LEVEL: "1" },
    permissions: [
      "ses",
      new Table(stack, "T", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } }),
    ],
    layers: [new Layer(stack, "Layer", { code: "functions" })],
    role,
    runtime: "nodejs22.x",
    tracing: "pass_through",
  };
  new Function(stack, "Fn", props);
  expect(
    of(stack, "aws_lambda_function", "timeout", "memory_size", "runtime", "tracing_config", "role"),
  ).toEqual([20, 512, "nodejs22.x", { mode: "PassThrough" }, "${aws_iam_role.Role.arn}"]);
});

test("Api: props, properties and methods", () => {
  const stack = testStack();
  const listener = new LbListener(stack, "Listener", {
    loadBalancerArn: "arn:lb",
    defaultAction: [{ type: "forward" }],
  });
  const vpcLink = new Apigatewayv2VpcLink(stack, "Link", { name: "l", subnetIds: [], securityGroupIds: [] });
  const props: ApiProps = {
    accessLog: {
      destinationArn: "arn:aws:logs:us-east-1:123456789012:log-group:access",
      format: "$context.requestId",
    },
    authorizers: {
      jwt: {
        type: "jwt",
        name: "tokens",
        identitySource: ["$request.header.Authorization"],
        jwt: { audience: ["notes"], issuer: "https://login.example.com" },
      },
      pool: {
        type: "user_pool",
        userPool: { id: "us-east-1_Members", clientIds: ["web"], region: "us-east-1" },
      },
      fn: {
        type: "fn",
        function: new Function(stack, "Door", { handler }),
        responseTypes: ["iam", "simple"],
        resultsCacheTtl: "5 minutes",
      },
    },
    cors: {
      allowCredentials: true,
      allowHeaders: ["authorization"],
      allowMethods: ["ANY"],
      allowOrigins: ["https://www.example.com"],
      exposeHeaders: ["date"],
      maxAge: "1 day",
    },
    customDomain: {
      domainName: "api.example.com",
      path: "v1",
      cdk: {
        certificate: new AcmCertificate(stack, "Certificate", { domainName: "api.example.com" }),
        hostedZone: new Route53Zone(stack, "Zone", { name: "example.com" }),
      },
    },
    defaults: {
      authorizationScopes: ["notes/read"],
      authorizer: "pool",
      function: { timeout: 5 },
      payloadFormatVersion: "1.0",
      throttle: { burst: 10, rate: 20 },
    },
    routes: {
      "GET /a": handler,
      "GET /b": { type: "function", function: handler, payloadFormatVersion: "2.0", authorizer: "none" },
      "GET /c": { type: "alb", authorizer: "iam", cdk: { albListener: listener, integration: { vpcLink } } },
      "GET /d": { type: "nlb", authorizer: "jwt", cdk: { nlbListener: listener, integration: { vpcLink } } },
      "GET /e": { type: "url", url: "https://example.com", authorizationScopes: ["notes/write"] },
      "POST /f": {
        type: "cloud",
        cdk: {
          integration: {
            subtype: "SQS-SendMessage",
            parameterMapping: { QueueUrl: queueUrl, MessageBody: "$request.body" },
          },
        },
      },
      "POST /g": { type: "graphql", function: { handler } },
      $default: { authorizer: "fn", function: handler },
    },
    cdk: { id: "Notes", httpApi: { description: "Notes" }, httpStages: [{ name: "beta" }] },
  };
  const api = new Api(stack, "Api", props);
  api.addRoutes(stack, { "GET /later": handler });
  api.attachPermissions(["ses"]);
  api.attachPermissionsToRoute("GET /a", ["sns"]);
  api.bind([new Bucket(stack, "Files")]);
  api.bindToRoute("GET /b", [new Bucket(stack, "More")]);
  expect(api.getFunction("GET /a")).toBeInstanceOf(Function);
  api.setCors({ allowOrigins: ["https://other.example.com"] });
  expect([api.id, api.customDomainUrl, api.routes.length]).toEqual([
    "Notes",
    "https://api.example.com/v1/",
    9,
  ]);
  expect([api.httpApiId, api.httpApiArn, api.url].every((each) => typeof each === "string")).toBe(true);
  expect(Object.keys(api.cdk)).toEqual(expect.arrayContaining(["httpApi", "domainName"]));
  expect(of(stack, "aws_apigatewayv2_api", "name", "description")).toEqual(["dev-notes-Notes", "Notes"]);
  expect(Object.keys(resources(stack, "aws_apigatewayv2_stage"))).toHaveLength(2);
  const types = Object.values(resources(stack, "aws_apigatewayv2_route")).map(
    (each) => each.authorization_type,
  );
  expect([...types].sort()).toEqual(
    ["AWS_IAM", "CUSTOM", "JWT", "JWT", "JWT", "JWT", "JWT", "JWT", "NONE"].sort(),
  );
});

test("Api: what the interface says of defaults", () => {
  const stack = testStack();
  const api = new Api(stack, "Api", { routes: { "GET /a": handler } });
  expect(of(stack, "aws_apigatewayv2_route", "authorization_type")).toEqual(["NONE"]);
  expect(of(stack, "aws_apigatewayv2_integration", "payload_format_version")).toEqual(["2.0"]);
  expect(of(stack, "aws_apigatewayv2_api", "cors_configuration")).toMatchObject([
    { allow_headers: ["*"], allow_methods: ["*"], allow_origins: ["*"] },
  ]);
  expect([api.customDomainUrl, api.cdk.accessLogGroup === undefined]).toEqual([undefined, false]);
  const [stage] = Object.values(resources(stack, "aws_apigatewayv2_stage"));
  expect(stage).toMatchObject({
    name: "$default",
    access_log_settings: { format: expect.stringMatching(/^\{/) },
  });
});

test("GraphQLApi: props, properties and methods", () => {
  const stack = testStack();
  const api = new GraphQLApi(stack, "Api", {
    server: handler,
    rootPath: "/graphql",
    accessLog: false,
    cors: false,
    defaults: { throttle: { rate: 1, burst: 1 } },
    cdk: { httpApi: { description: "Graph" } },
  });
  api.addRoutes(stack, { "GET /health": handler });
  expect(api.serverFunction).toBeInstanceOf(Function);
  expect(api.getConstructMetadata().data.graphql).toBe(true);
  expect(api.routes).toEqual(["GET /graphql", "POST /graphql", "GET /health"]);
});

test("RestV1Api: props, properties and methods", () => {
  const stack = testStack();
  const truststore = new Bucket(stack, "Truststore", { cdk: { bucket: {} } });
  const door = new Function(stack, "Door", { handler });
  const props: RestV1ApiProps = {
    accessLog: { retention: "one_week" },
    authorizers: {
      pools: {
        type: "user_pools",
        userPoolIds: ["us-east-1_Members"],
        identitySource: "method.request.header.X",
        name: "p",
      },
      token: { type: "fn_token", function: door, validationRegex: "^B", resultsCacheTtl: "1 minute" },
      request: { type: "fn_request", function: door, identitySources: ["method.request.header.X"] },
    },
    cors: true,
    customDomain: {
      domainName: "rest.example.com",
      endpointType: "regional",
      hostedZone: "example.com",
      mtls: { bucket: truststore, key: "ca.pem" },
      path: "v1",
      securityPolicy: "TLS 1.2",
    },
    defaults: { authorizationScopes: [], authorizer: "pools", function: { timeout: 5 } },
    routes: {
      "GET /a": handler,
      "GET /b": {
        type: "function",
        function: handler,
        authorizer: "token",
        cdk: { method: { apiKeyRequired: true }, integration: { timeout: "5 seconds" } },
      },
      "ANY /{proxy+}": { function: handler, authorizer: "iam" },
    },
    cdk: { id: "Rest", restApi: { description: "Rest" } },
  };
  const api = new RestV1Api(stack, "Api", props);
  api.addRoutes(stack, { "GET /later": handler });
  api.attachPermissions(["ses"]);
  api.attachPermissionsToRoute("GET /a", ["sns"]);
  api.bind([truststore]);
  api.bindToRoute("GET /b", [truststore]);
  expect(api.getFunction("GET /a")).toBeInstanceOf(Function);
  expect([api.id, api.customDomainUrl, api.routes.length]).toEqual([
    "Rest",
    "https://rest.example.com/v1",
    4,
  ]);
  expect([api.restApiArn, api.restApiId, api.url].every((each) => typeof each === "string")).toBe(true);
  expect(Object.keys(api.cdk)).toEqual(
    expect.arrayContaining(["restApi", "accessLogGroup", "certificate", "domainName"]),
  );
  expect(of(stack, "aws_api_gateway_domain_name", "security_policy")).toEqual(["TLS_1_2"]);
  const ttls = Object.values(resources(stack, "aws_api_gateway_authorizer")).map(
    (each) => each.authorizer_result_ttl_in_seconds,
  );
  expect(ttls.sort()).toEqual([0, 0, 60]);
});

test("Userbase: props, properties and methods", () => {
  const stack = testStack();
  const keys = [
    "createAuthChallenge",
    "customEmailSender",
    "customMessage",
    "customSmsSender",
    "defineAuthChallenge",
    "postAuthentication",
    "postConfirmation",
    "preAuthentication",
    "preSignUp",
    "preTokenGeneration",
    "userMigration",
    "verifyAuthChallengeResponse",
  ] as const;
  const props: UserbaseProps = {
    login: ["email", "phone"],
    triggers: Object.fromEntries(keys.map((key) => [key, handler])),
    defaults: { function: { timeout: 5 } },
    identityPoolFederation: {
      enterprise: { domain: "login.example.com", clientId: "a" },
      microblog: { consumerKey: "a", consumerSecret: "b" },
      social: { appId: "a" },
      device: { servicesId: "a" },
      retail: { appId: "amzn1.application.a" },
      search: { clientId: "a.apps.googleusercontent.com" },
      cdk: { cfnIdentityPool: { allowUnauthenticatedIdentities: true } },
    },
    cdk: { id: "Users", userPool: { mfaConfiguration: "OFF" }, userPoolClient: { accessTokenValidity: 5 } },
  };
  const users = new Userbase(stack, "Userbase", props);
  users.attachPermissionsForAuthUsers(stack, ["ses"]);
  users.attachPermissionsForUnauthUsers(stack, ["ses"]);
  users.attachPermissionsForTriggers(["ses"]);
  users.attachPermissionsForTrigger("preSignUp", ["sns"]);
  const files = new Bucket(stack, "Files");
  users.bindForTriggers([files]);
  users.bindForTrigger("preSignUp", [files]);
  for (const key of keys) expect(users.getFunction(key)).toBeInstanceOf(Function);
  expect([users.id, users.userbaseIdentityPoolId === undefined]).toEqual(["Users", false]);
  expect(
    [users.userPoolArn, users.userPoolClientId, users.userPoolId].every((each) => typeof each === "string"),
  ).toBe(true);
  const parts = ["authRole", "unauthRole", "cfnIdentityPool", "userPool", "userPoolClient"];
  expect(Object.keys(users.cdk)).toEqual(expect.arrayContaining(parts));
  expect(
    Object.keys(of(stack, "aws_cognito_identity_pool", "supported_login_providers")[0] as object),
  ).toHaveLength(5);
  expect(resources(stack, "aws_cognito_user_pool")).not.toEqual({});
});

test.each([
  [["username", "email", "phone", "preferredUsername"] as const],
  [["email"] as const],
  [["phone"] as const],
])("Userbase: login %j", (login) => {
  const stack = testStack();
  new Userbase(stack, "Users", { login, identityPoolFederation: false });
  const isUsername = (login as readonly string[]).includes("username");
  const [aliases, names] = of(stack, "aws_cognito_user_pool", "alias_attributes", "username_attributes");
  expect([aliases !== undefined, names !== undefined]).toEqual([isUsername, !isUsername]);
  expect(resources(stack, "aws_cognito_identity_pool")).toEqual({});
});

test("Userbase: an imported pool", () => {
  const stack = testStack();
  const userPool = new CognitoUserPool(stack, "Pool", { name: "p" });
  expect(new Userbase(stack, "Users", { cdk: { userPool } }).cdk.userPool).toBe(userPool);
});

test("WebSocketApi: props, properties and methods", () => {
  const stack = testStack();
  const api = new WebSocketApi(stack, "Socket", {
    routes: { $connect: handler, $disconnect: handler, $default: handler, send: handler },
    authorizer: {
      type: "fn",
      function: new Function(stack, "Door", { handler }),
      identitySource: ["route.request.header.X"],
    },
    defaults: { function: { timeout: 5 } },
    accessLog: "$context.requestId",
    customDomain: "socket.example.com",
    cdk: { webSocketApi: { description: "Socket" }, webSocketStage: { description: "Stage" } },
  });
  const parts = ["webSocketApi", "webSocketStage", "accessLogGroup", "domainName", "certificate"];
  expect(Object.keys(api.cdk)).toEqual(expect.arrayContaining(parts));
  expect(Object.keys(synthesized(stack).resource.aws_apigatewayv2_route ?? {})).toHaveLength(4);
});
