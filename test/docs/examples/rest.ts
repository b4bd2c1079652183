import { ApiGatewayAccount } from "@cdktf/provider-aws/lib/api-gateway-account";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DataAwsApiGatewayRestApi } from "@cdktf/provider-aws/lib/data-aws-api-gateway-rest-api";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { DataAwsVpcEndpoint } from "@cdktf/provider-aws/lib/data-aws-vpc-endpoint";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Wafv2WebAclAssociation } from "@cdktf/provider-aws/lib/wafv2-web-acl-association";
import { Api, Function, RestV1Api, Stack, type StackContext } from "serverform";
import { order } from "./functions/order-contract";

// #region rest
export function Orders({ stack }: StackContext) {
  const api = new RestV1Api(stack, "Api", {
    defaults: { authorizer: "iam" },
    routes: {
      "GET /orders/{id}": "functions/notes.get",
      "POST /orders": { function: { handler: "functions/notes.create", timeout: "20 seconds" } },
      "ANY /{proxy+}": { authorizer: "none", function: "functions/notes.get" },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
// #endregion

// #region rest-streaming
export function Answers({ stack }: StackContext) {
  return new RestV1Api(stack, "Answers", {
    routes: { "POST /answers": { function: "functions/answer.handler", streaming: true } },
  });
}
// #endregion

// #region rest-balanced
export function Warehouse({ stack }: StackContext) {
  const { region, account } = stack;
  const arn = `arn:aws:elasticloadbalancing:${region}:${account}:listener/app/stock/50dc6c495c0c9188/f2f7dc8efc522ab2`;
  const albListener = new DataAwsLbListener(stack, "Listener", { arn });
  return new RestV1Api(stack, "Warehouse", {
    routes: {
      "ANY /stock/{proxy+}": { type: "alb", authorizer: "iam", cdk: { albListener } },
      "GET /orders": "functions/notes.list",
    },
  });
}
// #endregion

// #region rest-authorizers
export function Staff({ stack }: StackContext) {
  const pool = new CognitoUserPool(stack, "Pool", { name: stack.app.logicalPrefixedName("Pool") });
  const check = new Function(stack, "Check", { handler: "functions/notes.get" });
  new RestV1Api(stack, "Api", {
    authorizers: {
      members: { type: "user_pools", userPoolIds: [pool.id] },
      keys: { type: "fn_token", function: check, validationRegex: "^Bearer [A-Za-z0-9._-]+$" },
      partners: {
        type: "fn_request",
        function: check,
        identitySources: ["method.request.header.Authorization", "context.identity.sourceIp"],
        resultsCacheTtl: "5 minutes",
      },
    },
    defaults: { authorizer: "members" },
    routes: {
      "GET /orders/{id}": "functions/notes.get",
      "POST /orders": { authorizationScopes: ["orders/write"], function: "functions/notes.create" },
      "POST /imports": { authorizer: "partners", function: "functions/notes.create" },
      "POST /hooks": { authorizer: "keys", function: "functions/notes.create" },
    },
  });
}
// #endregion

// #region rest-validation
export function Checked({ stack }: StackContext) {
  const api = new RestV1Api(stack, "Api");
  const { restApi } = api.cdk;
  const order = restApi.addModel("Order", {
    schema: { type: "object", required: ["item"], properties: { item: { type: "string" } } },
  });
  const requestValidator = restApi.addRequestValidator("Body", { validateRequestBody: true });
  restApi.addGatewayResponse("BadBody", {
    type: "BAD_REQUEST_BODY",
    templates: {
      "application/json": '{"message":$context.error.messageString,"hint":"an order has an item"}',
    },
  });
  api.addRoutes(stack, {
    "POST /orders": {
      function: "functions/notes.create",
      cdk: { method: { requestValidator, requestModels: { "application/json": order } } },
    },
  });
}
// #endregion

// #region rest-request-checks
export function CheckedOrders({ stack }: StackContext) {
  const api = new RestV1Api(stack, "Api");
  api.addRoutes(stack, {
    "POST /orders": {
      function: "functions/shop.createOrder",
      // The schemas that the handler has: route(order, async ({ body }) => ...).
      cdk: { method: api.cdk.restApi.addRequestChecks("CreateOrder", order) },
    },
  });
}
// #endregion

// #region rest-cors
export function Browser({ stack }: StackContext) {
  new RestV1Api(stack, "Api", {
    cdk: {
      restApi: {
        defaultCorsPreflightOptions: {
          allowOrigins: ["https://app.example.com", "https://admin.example.com"],
          allowMethods: ["GET", "POST"],
          allowCredentials: true,
          maxAge: "1 hour",
        },
      },
    },
    routes: { "GET /orders/{id}": "functions/orders.get" },
  });
}
// #endregion

// #region rest-domain
export function Shop({ stack }: StackContext) {
  const api = new RestV1Api(stack, "Api", {
    customDomain: { domainName: "api.example.com", path: "v1", securityPolicy: "TLS 1.2" },
    routes: { "GET /orders/{id}": "functions/notes.get" },
  });
  stack.addOutputs({ Address: api.customDomainUrl });
}
// #endregion

// #region rest-private
export function Inside({ stack }: StackContext) {
  const { region } = stack;
  const office = new DataAwsVpcEndpoint(stack, "Office", {
    vpcId: "vpc-0a1b2c3d4e5f67890",
    serviceName: `com.amazonaws.${region}.execute-api`,
  });
  const anyCall = { Principal: { AWS: "*" }, Action: "execute-api:Invoke", Resource: "*" };
  const outside = { StringNotEquals: { "aws:SourceVpce": office.id } };
  return new RestV1Api(stack, "Inside", {
    customDomain: {
      domainName: "orders.internal.example.com",
      hostedZone: "example.com",
      endpointType: "private",
      vpcEndpoints: { office },
    },
    cdk: {
      restApi: {
        endpointConfiguration: { types: ["PRIVATE"] },
        policy: JSON.stringify({
          Version: "2012-10-17",
          Statement: [
            { Effect: "Allow", ...anyCall },
            { Effect: "Deny", ...anyCall, Condition: outside },
          ],
        }),
      },
    },
    routes: { "GET /orders/{id}": "functions/notes.get" },
  });
}
// #endregion

// #region rest-rules
export function Canary({ app }: StackContext) {
  const stack = new Stack(app, "Orders", { provider: { version: ">= 6.66" } });
  const stable = new RestV1Api(stack, "Stable", {
    customDomain: { domainName: "api.example.com", securityPolicy: "TLS 1.2" },
    routes: { "GET /orders/{id}": "functions/notes.get" },
  });
  return new RestV1Api(stack, "Beta", {
    customDomain: {
      cdk: { domainName: stable.cdk.domainName },
      rules: { beta: { priority: 10, headers: { "x-version": "beta*" } } },
    },
    routes: { "GET /orders/{id}": "functions/notes.get" },
  });
}
// #endregion

// #region rest-shared-domain
export function Together({ stack }: StackContext) {
  const api = new Api(stack, "New", {
    customDomain: "api.example.com",
    routes: { "GET /notes": "functions/notes.list" },
  });
  return new RestV1Api(stack, "Old", {
    customDomain: { path: "old/v1", cdk: { domainName: api.cdk.domainName } },
    routes: { "GET /orders/{id}": "functions/notes.get" },
  });
}
// #endregion

// #region rest-tuned
export function Careful({ stack }: StackContext) {
  const api = new RestV1Api(stack, "Api", {
    cdk: {
      restApi: {
        endpointConfiguration: { types: ["REGIONAL"] },
        lifecycle: { createBeforeDestroy: true },
        deployOptions: {
          cachingEnabled: true,
          cacheDataEncrypted: true,
          loggingLevel: "ERROR",
          metricsEnabled: true,
          throttlingBurstLimit: 50,
          throttlingRateLimit: 100,
        },
      },
    },
    routes: { "GET /orders/{id}": { authorizer: "iam", function: "functions/notes.get" } },
  });
  new Wafv2WebAclAssociation(stack, "Firewall", {
    resourceArn: api.cdk.restApi.deploymentStage.arn,
    webAclArn: "arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/notes/0123456789ab",
  });
}
// #endregion

// #region rest-throttle
export function Search({ stack }: StackContext) {
  new RestV1Api(stack, "Api", {
    stageVariables: { index: "notes" },
    cdk: { restApi: { deployOptions: { throttlingRateLimit: 100, throttlingBurstLimit: 200 } } },
    routes: { "GET /search": { function: "functions/notes.get", throttle: { rate: 5, burst: 10 } } },
  });
}
// #endregion

// #region rest-log-role
export function Account({ stack }: StackContext) {
  const role = new IamRole(stack, "GatewayLogs", {
    assumeRolePolicy: JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "apigateway.amazonaws.com" } },
      ],
    }),
  });
  const logs = new IamRolePolicyAttachment(stack, "GatewayLogsPolicy", {
    role: role.name,
    policyArn: "arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs",
  });
  new ApiGatewayAccount(stack, "Gateway", { cloudwatchRoleArn: role.arn, dependsOn: [logs] });
}
// #endregion

// #region rest-import
export function Extended({ stack }: StackContext) {
  const restApi = new DataAwsApiGatewayRestApi(stack, "Existing", { name: "orders" });
  new RestV1Api(stack, "Api", {
    cdk: { restApi, importedPaths: { "/orders": "slx2bn" } },
    routes: { "GET /orders/{id}": "functions/notes.get" },
  });
}
// #endregion
