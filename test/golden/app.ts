import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import {
  Api,
  type ApiRouteProps,
  type App,
  Config,
  Function,
  GraphQLApi,
  RestV1Api,
  type RestV1ApiRouteProps,
  type StackContext,
  use,
  WebSocketApi,
  type WebSocketApiProps,
} from "../../lib";

type Routes = Readonly<Record<string, ApiRouteProps>>;

/** Routes of the other gateways. */
export interface GatewayRoutes {
  readonly rest: Readonly<Record<string, RestV1ApiRouteProps>>;
  readonly webSocket: NonNullable<WebSocketApiProps["routes"]>;
}

export const routes: Routes = {
  "GET /notes": "functions/notes.get",
  "POST /notes": { function: { handler: "functions/notes.create", timeout: 20 } },
  "ANY /files/{proxy+}": { authorizer: "keys", function: "functions/notes.get" },
  "GET /status": { type: "url", authorizer: "none", url: "https://status.example.com" },
  "POST /graphql": { type: "graphql", function: "functions/notes.get" },
  $default: { authorizer: "iam", function: "functions/notes.get" },
};

/** An app that uses most features. Its addresses are in `full.json`. */
export function registerStacks(app: App, given: Routes = routes): void {
  app.stack(Data);
  app.stack(Workers);
  app.stack(Service(given));
}

function Data({ stack }: StackContext) {
  const table = new DynamodbTable(stack, "Table", {
    name: stack.app.logicalPrefixedName("Table"),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attribute: [{ name: "id", type: "S" }],
  });
  const queue = new SqsQueue(stack, "Queue", { name: stack.app.logicalPrefixedName("Queue") });
  const pool = new CognitoUserPool(stack, "Pool", { name: stack.app.logicalPrefixedName("Pool") });
  stack.addOutputs({ TableName: { value: table.name, exportName: "TheTable" } });
  return { table, queue, pool };
}

function Workers({ stack }: StackContext) {
  const { table, queue } = use(Data);
  const { REGION } = Config.Parameter.create(stack, { REGION: "eu" });
  const worker = new Function(stack, "Worker", {
    handler: "functions/notes.create",
    permissions: [table, [queue, "grantConsumeMessages"]],
    bind: [REGION],
    deadLetterQueueEnabled: true,
    retryAttempts: 1,
    onFailure: queue.arn,
    currentVersionOptions: { provisionedConcurrentExecutions: 1 },
  });
  worker.addAlias("live");
  const inside = new Function(stack, "Inside", {
    handler: "functions/notes.get",
    vpc: "vpc-0123456789abcdef0",
    vpcSubnets: ["subnet-0123456789abcdef0"],
    tracing: "disabled",
  });
  worker.grantInvoke(inside);
  const hook = new Function(stack, "Hook", { handler: "functions/notes.create", url: true });
  stack.addOutputs({ Hook: hook.url });
  return { worker };
}

const Service = (given: Routes) =>
  function Service({ stack }: StackContext) {
    const { table, queue, pool } = use(Data);
    const { worker } = use(Workers);
    const api = new Api(stack, "Api", {
      authorizers: {
        members: { type: "user_pool", userPool: { id: pool.id } },
        tokens: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["a"] } },
        keys: { type: "fn", function: new Function(stack, "Check", { handler: "functions/notes.get" }) },
      },
      customDomain: { domainName: "api.example.com", path: "v1" },
      defaults: { authorizer: "members", throttle: { rate: 10, burst: 5 } },
      cdk: { httpStages: [{ stageName: "beta" }] },
      routes: given,
    });
    api.addRoutes(stack, {
      "POST /work": { function: worker },
      "POST /inbox": {
        type: "cloud",
        cdk: {
          integration: {
            subtype: "SQS-SendMessage",
            parameterMapping: { QueueUrl: queue.url, MessageBody: "$request.body" },
          },
        },
      },
    });
    api.attachPermissionsToRoute("GET /notes", [[table, "grantReadData"]]);
    stack.addOutputs({ Url: api.customDomainUrl });
  };

export const gatewayRoutes: GatewayRoutes = {
  rest: {
    "GET /": { authorizer: "none", function: "functions/notes.get" },
    "GET /orders": { function: "functions/notes.get", cdk: { method: { apiKeyRequired: true } } },
    "GET /orders/{id}": { authorizer: "tokens", function: "functions/notes.get" },
    "POST /orders/{id}/lines": { authorizer: "partners", function: "functions/notes.create" },
    "OPTIONS /files": { authorizer: "none", function: "functions/notes.get" },
    "ANY /files/{proxy+}": { authorizer: "iam", function: "functions/notes.get" },
  },
  webSocket: {
    $connect: "functions/notes.get",
    $default: "functions/notes.get",
    send: { function: { handler: "functions/notes.create", timeout: 20 } },
  },
};

/** An app with every gateway but `Api`. Its addresses are in `gateways.json`. */
export function registerGateways(app: App, given: GatewayRoutes = gatewayRoutes): void {
  app.stack(Tables);
  app.stack(Gateways(given));
}

function Tables({ stack }: StackContext) {
  const table = new DynamodbTable(stack, "Table", {
    name: stack.app.logicalPrefixedName("Table"),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attribute: [{ name: "id", type: "S" }],
  });
  return { table };
}

const Gateways = (given: GatewayRoutes) =>
  function Gateways({ stack }: StackContext) {
    const { table } = use(Tables);
    addRestApi(stack, given, table);
    const chat = new WebSocketApi(stack, "Chat", {
      authorizer: {
        type: "fn",
        function: new Function(stack, "Door", { handler: "functions/notes.get" }),
        identitySource: ["route.request.querystring.token"],
      },
      customDomain: { domainName: "chat.example.com" },
      routes: given.webSocket,
    });
    chat.attachPermissionsToRoute("send", [[table, "grantWriteData"]]);
    const graphql = new GraphQLApi(stack, "Graph", { server: "functions/notes.get", rootPath: "/graphql" });
    stack.addOutputs({ ChatUrl: chat.customDomainUrl, GraphUrl: graphql.url });
  };

function addRestApi(stack: StackContext["stack"], given: GatewayRoutes, table: DynamodbTable): void {
  const pool = new CognitoUserPool(stack, "Pool", { name: stack.app.logicalPrefixedName("Pool") });
  const check = new Function(stack, "Check", { handler: "functions/notes.get" });
  const rest = new RestV1Api(stack, "Rest", {
    authorizers: {
      members: { type: "user_pools", userPoolIds: [pool.id] },
      tokens: { type: "fn_token", function: check },
      partners: {
        type: "fn_request",
        function: check,
        identitySources: ["method.request.header.Authorization"],
      },
    },
    customDomain: { domainName: "rest.example.com", path: "v1", securityPolicy: "TLS 1.2" },
    defaults: { authorizer: "members" },
    cdk: { restApi: { cloudWatchRole: true, deployOptions: { loggingLevel: "ERROR" } } },
    routes: given.rest,
  });
  const { restApi } = rest.cdk;
  const model = restApi.addModel("Order", { schema: { type: "object" } });
  const requestValidator = restApi.addRequestValidator("Body", { validateRequestBody: true });
  restApi.addGatewayResponse("BadBody", { type: "BAD_REQUEST_BODY" });
  rest.addRoutes(stack, {
    "POST /orders": {
      function: { handler: "functions/notes.create", permissions: [table] },
      cdk: {
        method: {
          requestValidator,
          requestModels: { "application/json": model },
          methodResponses: [{ statusCode: "200" }],
        },
        integration: { proxy: false, integrationResponses: [{ statusCode: "200" }] },
      },
    },
  });
  const plan = restApi.addUsagePlan("Free", {
    quota: { limit: 1000, period: "DAY" },
    apiStages: [{ throttle: [{ method: "GET /orders", throttle: { rateLimit: 1 } }] }],
  });
  plan.addApiKey(restApi.addApiKey("Newspaper"));
  stack.addOutputs({ RestUrl: rest.customDomainUrl });
}
