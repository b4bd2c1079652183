import * as fs from "node:fs";
import * as path from "node:path";
import { transformSync } from "esbuild";
import { App, type StackFunction } from "serverform";
import { isProtection } from "../../lib/migrate/model/place";
import { type Synthesized, synthesized, temporaryFolder } from "../support/stack";
import { migrated as sst } from "./sst-apps";
import { sam, service } from "./written-stacks";

type Written = Awaited<ReturnType<typeof service>>;

/** Synthesizes a written stack: its resources, or the error that stops the synthesis. */
function synthesis({ file }: Pick<Written, "file">, name = "Service"): Synthesized | string {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, "a.js"), "exports.b = async () => {};");
  const { code } = transformSync(file, { loader: "ts", format: "cjs" });
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const before = process.cwd();
  process.chdir(folder);
  process.env.SERVERFORM_SKIP_BUNDLING = "1";
  try {
    new Function("require", "module", "exports", code)(require, module, module.exports);
    const app = new App({ name: "moved", stage: "test", region: "eu-central-1", outdir: folder });
    const stack = app.stack(module.exports[name] as StackFunction);
    app.synth();
    return stack === undefined ? "" : synthesized(app.stacks[0] as never);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    delete process.env.SERVERFORM_SKIP_BUNDLING;
    process.chdir(before);
  }
}

/** A function with one event. */
const event = (text: string, others = "") =>
  service(`${others}\nfunctions: { hello: { handler: a.b, events: [${text}] } }`);

const samFunction = (properties: string, others = "", head = "") =>
  sam(
    `  Hello: { Type: "AWS::Serverless::Function", Properties: { Handler: a.b, Runtime: nodejs22.x, ${properties} } }\n${others}`,
    head,
  );

const samEvent = (properties: string, others = "", head = "", type = "Api") =>
  samFunction(
    `Events: { E: { Type: ${type}, Properties: { Path: /a, Method: get, ${properties} } } }`,
    others,
    head,
  );

const globals = (text: string) => `Globals: { ${text} }`;

const provider = (text: string) => `provider: { name: aws, ${text} }`;

describe("A protection that cannot be translated stops the synthesis:", () => {
  test.each<[name: string, written: () => Promise<Written>, reason: RegExp]>([
    [
      "a function of another stack as authorizer",
      () =>
        event(
          "{ http: { path: a, method: get, authorizer: { arn: 'arn:aws:lambda:eu-west-1:123456789012:function:x', name: far } } }",
        ),
      /authorizer is "far"/,
    ],
    [
      "the ARN of such a function",
      () =>
        event(
          "{ http: { path: a, method: get, authorizer: 'arn:aws:lambda:eu-west-1:123456789012:function:x' } }",
        ),
      /authorizer is "x"/,
    ],
    [
      "an authorizer by its id",
      () => event("{ http: { path: a, method: get, authorizer: { type: CUSTOM, authorizerId: abc } } }"),
      /authorizer is "authorizer"/,
    ],
    [
      "users of another stack by the id of their authorizer",
      () =>
        event(
          "{ http: { path: a, method: get, authorizer: { type: COGNITO_USER_POOLS, authorizerId: !ImportValue x, scopes: [a] } } }",
        ),
      /authorizer is "authorizer"/,
    ],
    [
      "a function that does not exist as authorizer",
      () => event("{ http: { path: a, method: get, authorizer: gone } }"),
      /authorizers\["gone"\].function/,
    ],
    [
      "an authorizer from the environment",
      () => event("{ http: { path: a, method: get, authorizer: '${env:AUTH}' } }"),
      /authorizer is "authorizer"/,
    ],
    [
      "an authorizer of an HTTP API by its id",
      () => event("{ httpApi: { path: /a, method: get, authorizer: { id: abc } } }"),
      /authorizer is "authorizer"/,
    ],
    [
      "an authorizer of an HTTP API from the environment",
      () => event("{ httpApi: { path: /a, method: get, authorizer: '${env:AUTH}' } }"),
      /authorizer is "authorizer"/,
    ],
    [
      "an authorizer of an HTTP API that nobody declares",
      () => event("{ httpApi: { path: /a, method: get, authorizer: { name: users } } }"),
      /authorizer is "users"/,
    ],
    [
      "a function of another stack as authorizer of an HTTP API",
      () =>
        event(
          "{ httpApi: { path: /a, method: get, authorizer: { name: guard } } }",
          provider(
            "httpApi: { authorizers: { guard: { type: request, functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:x' } } }",
          ),
        ),
      /authorizers\["guard"\].function is missing/,
    ],
    [
      "an authorizer of a WebSocket API by ARN",
      () =>
        event(
          "{ websocket: { route: $connect, authorizer: { arn: 'arn:aws:lambda:eu-west-1:123456789012:function:x' } } }",
        ),
      /authorizer of the WebSocket API/,
    ],
    [
      "an authorizer of a WebSocket API that does not exist",
      () => event("{ websocket: { route: $connect, authorizer: gone } }"),
      /authorizer/,
    ],
    [
      "limits of a plugin",
      () => event("{ http: { path: a, method: get, throttling: { maxRequestsPerSecond: 1 } } }"),
      /throttling/,
    ],
    [
      "a firewall of a plugin",
      () => event("{ http: { path: a, method: get } }", "plugins: [serverless-associate-waf]"),
      /serverless-associate-waf/,
    ],
    [
      "sign-in at a load balancer",
      () =>
        event(
          "{ alb: { listenerArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/a/b/c', priority: 1, conditions: { path: /a }, authorizer: [users] } }",
        ),
      /authorizer/,
    ],
    [
      "a condition of a load balancer",
      () =>
        event(
          "{ alb: { listenerArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/a/b/c', priority: 1, conditions: { path: /a, query: { key: x } } } }",
        ),
      /condition `query`/,
    ],
    [
      "a boundary of roles",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          provider("rolePermissionsBoundary: 'arn:aws:iam::123456789012:policy/x'"),
        ),
      /rolePermissionsBoundary/,
    ],
    [
      "a boundary of roles in `iam`",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          provider("iam: { role: { permissionsBoundary: 'arn:aws:iam::123456789012:policy/x' } }"),
        ),
      /permissionsBoundary/,
    ],
    [
      "a role of one function",
      () => service("functions: { hello: { handler: a.b, iam: { role: { statements: [] } } } }"),
      /`iam` was not translated/,
    ],
    [
      "an extension of what the Framework creates",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          "resources: { extensions: { ApiGatewayMethodAGet: { Properties: { AuthorizationType: AWS_IAM } } } }",
        ),
      /extensions/,
    ],
    [
      "properties of the API itself",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          "resources: { Resources: { ApiGatewayRestApi: { Type: 'AWS::ApiGateway::RestApi', Properties: { Policy: {} } } } }",
        ),
      /ApiGatewayRestApi/,
    ],
    [
      "a private API without a policy",
      () => event("{ http: { path: a, method: get } }", provider("endpointType: private")),
      /private API/,
    ],

    [
      "the default authorizer of SAM from a parameter",
      () =>
        samEvent(
          "",
          "",
          `Parameters: { Auth: { Type: String } }\n${globals("Api: { Auth: { DefaultAuthorizer: !Ref Auth } }")}`,
        ),
      /authorizer is "TODO-authorizer"/,
    ],
    [
      "the authorizer of a route from a parameter",
      () => samEvent("Auth: { Authorizer: !Ref Auth }", "", "Parameters: { Auth: { Type: String } }"),
      /authorizer is "TODO-authorizer"/,
    ],
    [
      "a default authorizer that nobody declares",
      () => samEvent("", "", globals("Api: { Auth: { DefaultAuthorizer: users } }")),
      /authorizer is "users"/,
    ],
    [
      "a default authorizer beside the authorizers of the API",
      () =>
        samEvent(
          "RestApiId: !Ref Shop",
          "  Shop: { Type: 'AWS::Serverless::Api', Properties: { StageName: v1, Auth: { Authorizers: { users: { UserPoolArn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc', AuthorizationScopes: [a] } } } } }",
          globals("Api: { Auth: { DefaultAuthorizer: gone } }"),
        ),
      /authorizer is "gone"/,
    ],
    [
      "an authorizer of SAM in another stack",
      () =>
        samEvent(
          "Auth: { Authorizer: guard }",
          "",
          globals("Api: { Auth: { Authorizers: { guard: { FunctionArn: !ImportValue x } } } }"),
        ),
      /authorizers\["guard"\].function is missing/,
    ],
    [
      "an authorizer of an HTTP API of SAM in another stack",
      () =>
        samEvent(
          "Auth: { Authorizer: guard }",
          "",
          globals("HttpApi: { Auth: { Authorizers: { guard: { FunctionArn: !ImportValue x } } } }"),
          "HttpApi",
        ),
      /authorizers\["guard"\].function is missing/,
    ],
    [
      "a resource policy of SAM",
      () =>
        samEvent("", "", globals("Api: { Auth: { ResourcePolicy: { IpRangeWhitelist: [10.0.0.0/8] } } }")),
      /ResourcePolicy/,
    ],
    [
      "a resource policy of a route",
      () => samEvent("Auth: { ResourcePolicy: { SourceVpcWhitelist: [vpc-1] } }"),
      /ResourcePolicy/,
    ],
    [
      "a pattern of tokens",
      () =>
        samEvent(
          "Auth: { Authorizer: users }",
          "",
          globals(
            "Api: { Auth: { Authorizers: { users: { UserPoolArn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc', Identity: { ValidationExpression: x } } } } }",
          ),
        ),
      /ValidationExpression/,
    ],
    [
      "limits of one method",
      () =>
        samEvent(
          "",
          "",
          globals("Api: { MethodSettings: [{ ResourcePath: /a, HttpMethod: GET, ThrottlingRateLimit: 1 }] }"),
        ),
      /limits of `GET \/a`/,
    ],
    [
      "limits of one route",
      () =>
        samEvent(
          "",
          "",
          globals("HttpApi: { RouteSettings: { 'GET /a': { ThrottlingRateLimit: 1 } } }"),
          "HttpApi",
        ),
      /RouteSettings/,
    ],
    [
      "certificates of clients",
      () =>
        samEvent(
          "",
          "",
          globals(
            "HttpApi: { Domain: { DomainName: a.org, CertificateArn: c, MutualTlsAuthentication: { TruststoreUri: s3://a/b } } }",
          ),
          "HttpApi",
        ),
      /Domain/,
    ],
    [
      "authorization of an API with a definition",
      () =>
        samEvent(
          "RestApiId: !Ref Shop",
          "  Shop: { Type: 'AWS::Serverless::Api', Properties: { StageName: v1, Auth: { DefaultAuthorizer: AWS_IAM }, DefinitionBody: { openapi: 3.0.1, paths: {} } } }",
        ),
      /`Auth` was not translated/,
    ],
    [
      "authorization of a route with a definition",
      () =>
        samEvent(
          "RestApiId: !Ref Shop, Auth: { Authorizer: AWS_IAM }",
          "  Shop: { Type: 'AWS::Serverless::Api', Properties: { StageName: v1, DefinitionBody: { openapi: 3.0.1, paths: {} } } }",
        ),
      /write it into the definition/,
    ],
    [
      "a definition in a bucket",
      () =>
        samEvent(
          "RestApiId: !Ref Shop",
          "  Shop: { Type: 'AWS::Serverless::Api', Properties: { StageName: v1, DefinitionUri: s3://a/b.yaml } }",
        ),
      /OpenAPI definition/,
    ],
    [
      "a boundary of a role of SAM",
      () => samFunction("PermissionsBoundary: 'arn:aws:iam::123456789012:policy/x'"),
      /PermissionsBoundary/,
    ],

    [
      "a firewall without its rules",
      () => sam("  Wall: { Type: 'AWS::WAFv2::WebACLAssociation', Properties: { ResourceArn: a } }"),
      /WebACLAssociation/,
    ],
    [
      "a firewall of the older kind",
      () => sam("  Wall: { Type: 'AWS::WAFRegional::Odd', Properties: {} }"),
      /WAFRegional/,
    ],
    [
      "a condition of a permission that the provider does not have",
      () =>
        sam(
          "  Call: { Type: 'AWS::Lambda::Permission', Properties: { Action: 'lambda:InvokeFunction', FunctionName: f, Principal: s3.amazonaws.com, SourceVpcOdd: v } }",
        ),
      /SourceVpcOdd/,
    ],
    [
      "a permission under a condition",
      () =>
        sam(
          "  Call: { Type: 'AWS::Lambda::Permission', Condition: Odd, Properties: { Action: 'lambda:InvokeFunction', FunctionName: f, Principal: s3.amazonaws.com } }",
        ),
      /only under the condition/,
    ],
    [
      "authorization under a condition that is not known",
      () =>
        sam(
          "  Way: { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: a, RouteKey: b, AuthorizationType: !If [Odd, NONE, AWS_IAM] } }",
        ),
      /condition `Odd`/,
    ],
    [
      "encryption of a bucket",
      () =>
        sam(
          "  Files: { Type: 'AWS::S3::Bucket', Properties: { BucketEncryption: { ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }] } } }",
        ),
      /BucketEncryption/,
    ],
  ])("%s", async (_, written, reason) => {
    expect(synthesis(await written())).toMatch(reason);
  });
});

/** The only resource of a type. */
function only(made: Synthesized | string, type: string): unknown {
  if (typeof made === "string") return made;
  return Object.values(made.resource[type] ?? {})[0];
}

describe("A protection is translated:", () => {
  const method = "aws_api_gateway_method";
  const api = "aws_api_gateway_rest_api";
  const route = "aws_apigatewayv2_route";
  const pool =
    "{ UserPoolArn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc', AuthorizationScopes: [a] }";
  const jwt = "{ JwtConfiguration: { issuer: 'https://a.org', audience: [b] }, AuthorizationScopes: [c] }";
  test.each<[name: string, written: () => Promise<Written>, type: string, block: object]>([
    [
      "a key from the environment",
      () => event("{ http: { path: a, method: get, private: '${env:KEY}' } }"),
      method,
      { api_key_required: true },
    ],
    [
      "a resource policy",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          provider(
            "apiGateway: { resourcePolicy: [{ Effect: Allow, Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*', Condition: { IpAddress: { 'aws:SourceIp': [10.0.0.0/8] } } }] }",
          ),
        ),
      api,
      { policy: expect.stringContaining("aws:SourceIp") },
    ],
    [
      "a private endpoint",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          provider(
            "endpointType: PRIVATE, vpcEndpointIds: [vpce-1], resourcePolicy: [{ Effect: Allow, Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }]",
          ),
        ),
      api,
      { endpoint_configuration: { types: ["PRIVATE"], vpc_endpoint_ids: ["vpce-1"] } },
    ],
    [
      "an endpoint that is switched off",
      () =>
        event(
          "{ http: { path: a, method: get } }",
          provider("apiGateway: { disableDefaultEndpoint: true, apiKeySourceType: AUTHORIZER }"),
        ),
      api,
      { disable_execute_api_endpoint: true, api_key_source: "AUTHORIZER" },
    ],
    [
      "an endpoint of an HTTP API that is switched off",
      () => event("{ httpApi: 'GET /a' }", provider("httpApi: { disableDefaultEndpoint: true }")),
      "aws_apigatewayv2_api",
      { disable_execute_api_endpoint: true },
    ],
    [
      "a URL whose authorizer is from the environment",
      () => service("functions: { hello: { handler: a.b, url: { authorizer: '${env:AUTH}' } } }"),
      "aws_lambda_function_url",
      { authorization_type: "AWS_IAM" },
    ],
    [
      "a header as condition of a load balancer",
      () =>
        event(
          "{ alb: { listenerArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/a/b/c', priority: 1, conditions: { path: /a, header: { name: X-Key, values: [s] } } } }",
        ),
      "aws_lb_listener_rule",
      { condition: expect.arrayContaining([{ http_header: { http_header_name: "X-Key", values: ["s"] } }]) },
    ],
    [
      "IAM for one route",
      () => event("{ httpApi: { path: /a, method: get, authorizer: aws_iam } }"),
      route,
      { authorization_type: "AWS_IAM" },
    ],
    [
      "a URL of SAM whose authorization is a parameter",
      () =>
        samFunction("FunctionUrlConfig: { AuthType: !Ref Way }", "", "Parameters: { Way: { Type: String } }"),
      "aws_lambda_function_url",
      { authorization_type: "AWS_IAM" },
    ],
    [
      "a key of all routes from a parameter",
      () =>
        samEvent(
          "",
          "",
          `Parameters: { Key: { Type: String } }\n${globals("Api: { Auth: { ApiKeyRequired: !Ref Key } }")}`,
        ),
      method,
      { api_key_required: true },
    ],
    [
      "scopes of an authorizer",
      () =>
        samEvent(
          "Auth: { Authorizer: users }",
          "",
          globals(`Api: { Auth: { Authorizers: { users: ${pool} } } }`),
        ),
      method,
      { authorization_scopes: ["a"] },
    ],
    [
      "scopes of the default authorizer",
      () =>
        samEvent(
          "",
          "",
          globals(`Api: { Auth: { DefaultAuthorizer: users, Authorizers: { users: ${pool} } } }`),
        ),
      method,
      { authorization_scopes: ["a"] },
    ],
    [
      "scopes of the default authorizer of an HTTP API",
      () =>
        samEvent(
          "",
          "",
          globals(`HttpApi: { Auth: { DefaultAuthorizer: users, Authorizers: { users: ${jwt} } } }`),
          "HttpApi",
        ),
      route,
      { authorization_type: "JWT", authorization_scopes: ["c"] },
    ],
    [
      "a default authorizer of `Globals` beside one of the API",
      () =>
        samEvent(
          "RestApiId: !Ref Shop",
          `  Shop: { Type: "AWS::Serverless::Api", Properties: { StageName: v1, Auth: { Authorizers: { users: ${pool} } } } }`,
          globals("Api: { Auth: { DefaultAuthorizer: users } }"),
        ),
      method,
      { authorization: "COGNITO_USER_POOLS" },
    ],
    [
      "limits of all methods",
      () =>
        samEvent(
          "",
          "",
          globals(
            "Api: { MethodSettings: [{ ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit: 5, ThrottlingBurstLimit: 2 }] }",
          ),
        ),
      "aws_api_gateway_method_settings",
      { settings: { throttling_rate_limit: 5, throttling_burst_limit: 2 } },
    ],
    [
      "an endpoint of an API with a definition",
      () =>
        samEvent(
          "RestApiId: !Ref Shop",
          "  Shop: { Type: 'AWS::Serverless::Api', Properties: { StageName: v1, EndpointConfiguration: { Type: !Ref Kind, VPCEndpointIds: [vpce-1] }, DisableExecuteApiEndpoint: true, DefinitionBody: { openapi: 3.0.1, paths: {} } } }",
          "Parameters: { Kind: { Type: String } }",
        ),
      api,
      {
        disable_execute_api_endpoint: true,
        endpoint_configuration: { types: ["${var.Kind}"], vpc_endpoint_ids: ["vpce-1"] },
      },
    ],
    [
      "the queues that may send to a dead-letter queue",
      () =>
        sam(
          "  Failed: { Type: 'AWS::SQS::Queue', Properties: { RedriveAllowPolicy: { redrivePermission: denyAll } } }",
        ),
      "aws_sqs_queue",
      { redrive_allow_policy: '{"redrivePermission":"denyAll"}' },
    ],
  ])("%s", async (_, written, type, block) => {
    const made = await written();
    expect(only(synthesis(made), type)).toMatchObject(block);
    expect(made.refused).toEqual([]);
  });

  test("authorizers of the same name that are others", async () => {
    const at = (id: string) => `'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_${id}'`;
    const { body } = await event(
      `{ http: { path: a, method: get, authorizer: { arn: ${at("abc")} } } }, { http: { path: b, method: get, authorizer: { arn: ${at("def")} } } }, { http: { path: c, method: get, authorizer: { arn: ${at("abc")} } } }`,
    );
    expect(body).toContain(
      'authorizers: { users: { type: "user_pools", userPoolIds: ["eu-west-1_abc"] }, users2: { type: "user_pools", userPoolIds: ["eu-west-1_def"] } }',
    );
    expect(body).toContain(
      '"GET /a": { function: hello, authorizer: "users" }, "GET /b": { function: hello, authorizer: "users2" }, "GET /c": { function: hello, authorizer: "users" }',
    );
  });

  test.each([
    [
      "",
      'new Function(stack, "hello", { handler: "a.b", permissions: [{ actions: ["sqs:SendMessage"], resources: ["*"] }] }); new Function(stack, "other", { handler: "a.c", permissions: [{ actions: ["ssm:GetParameter"], resources: ["*"] }] });',
    ],
    [
      "iamRoleStatementsInherit: true, ",
      'stack.addDefaultFunctionPermissions([{ actions: ["ssm:GetParameter"], resources: ["*"] }]); new Function(stack, "hello", { handler: "a.b", permissions: [{ actions: ["sqs:SendMessage"], resources: ["*"] }] }); new Function(stack, "other", { handler: "a.c" });',
    ],
  ])("statements of one function beside those of the service: %s", async (inherit, expected) => {
    const { body } = await service(
      `${provider("iamRoleStatements: [{ Effect: Allow, Action: ['ssm:GetParameter'], Resource: '*' }]")}\nfunctions: { hello: { handler: a.b, ${inherit}iamRoleStatements: [{ Effect: Allow, Action: ['sqs:SendMessage'], Resource: '*' }] }, other: { handler: a.c } }`,
    );
    expect(body).toBe(expected);
  });
});

describe("A stack of SST whose protection was not translated does not run:", () => {
  const app = (code: string, imports = "") =>
    sst(
      `import { Api, ApiGatewayV1Api, Bucket, WebSocketApi } from "sst/constructs";\n${imports}\nexport function Shop({ stack }) {\n${code}\n}\n`,
    );
  const routes = 'routes: { "GET /a": "a.b" }';
  test.each<[name: string, code: string, imports: string, reason: RegExp]>([
    [
      "an authorizer that nobody declares",
      `new Api(stack, "Api", { defaults: { authorizer: "far" }, ${routes} });`,
      "",
      /authorizer is "far"/,
    ],
    [
      "an authorizer of an older version",
      `new Api(stack, "Api", { defaultAuthorizer: new HttpJwtAuthorizer("a", "b", {}), ${routes} });`,
      'import { HttpJwtAuthorizer } from "@aws-cdk/aws-apigatewayv2-authorizers-alpha";',
      /aws-apigatewayv2-authorizers-alpha/,
    ],
    [
      "an authorization of an older version",
      `new Api(stack, "Api", { defaultAuthorizationType: "JWT", ${routes} });`,
      "",
      /defaultAuthorizationType/,
    ],
    [
      "an authorizer of a method",
      `new ApiGatewayV1Api(stack, "Api", { routes: { "GET /a": { function: "a.b", cdk: { method: { authorizer: new apigateway.TokenAuthorizer(stack, "A", {}) } } } } });`,
      'import * as apigateway from "aws-cdk-lib/aws-apigateway";',
      /aws-cdk-lib/,
    ],
    [
      "a private endpoint",
      `new ApiGatewayV1Api(stack, "Api", { cdk: { restApi: { endpointTypes: [apigateway.EndpointType.PRIVATE] } }, ${routes} });`,
      'import * as apigateway from "aws-cdk-lib/aws-apigateway";',
      /endpointTypes/,
    ],
    [
      "a bucket that takes only encrypted requests",
      `new s3.Bucket(stack, "Files", { enforceSSL: true });`,
      'import * as s3 from "aws-cdk-lib/aws-s3";',
      /aws-cdk-lib/,
    ],
    [
      "a policy of a bucket",
      `const files = new Bucket(stack, "Files"); files.cdk.bucket.addToResourcePolicy(new iam.PolicyStatement({ effect: iam.Effect.DENY, actions: ["s3:*"], principals: [new iam.AnyPrincipal()] }));`,
      'import * as iam from "aws-cdk-lib/aws-iam";',
      /"principals", which does not exist/,
    ],
    [
      "a property of CloudFormation that the provider does not have",
      `new lambda.CfnPermission(stack, "Call", { action: "lambda:InvokeFunction", functionName: "f", principal: "s3.amazonaws.com", sourceOdd: "x" });`,
      'import * as lambda from "aws-cdk-lib/aws-lambda";',
      /aws-cdk-lib/,
    ],
    [
      "a policy of an API",
      `new apigateway.CfnRestApi(stack, "Api", { name: "a", policy: new iam.PolicyDocument({ statements: [new iam.OddStatement()] }) });`,
      'import * as apigateway from "aws-cdk-lib/aws-apigateway"; import * as iam from "aws-cdk-lib/aws-iam";',
      /aws-cdk-lib/,
    ],
    ["a firewall", `new waf.Odd(stack, "Wall", {});`, 'import * as waf from "@odd/aws-waf";', /aws-waf/],
  ])("%s", async (_, code, imports, reason) => {
    const { text } = await app(code, imports);
    expect(synthesis({ file: text }, "Shop")).toMatch(reason);
  });
});

test.each([
  ["AuthorizationType", true],
  ["WebACLArn", true],
  ["KMSMasterKeyId", true],
  ["SSLSupportMethod", true],
  ["aws_iam", true],
  ["serverless-associate-waf", true],
  ["AccessLogSettings", false],
  ["RetryPolicy", false],
  ["ReservedConcurrentExecutions", false],
  ["Description", false],
])("%s is the name of a protection: %p", (name, expected) => {
  expect(isProtection([name])).toBe(expected);
});
