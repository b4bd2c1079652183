import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Api, type ApiRouteProps, type App, Config, Function, type StackContext, use } from "../../lib";

type Routes = Readonly<Record<string, ApiRouteProps>>;

export const routes: Routes = {
  "GET /notes": "functions/notes.get",
  "POST /notes": { function: { handler: "functions/notes.create", timeout: 20 } },
  "ANY /files/{proxy+}": { authorizer: "keys", function: "functions/notes.get" },
  "GET /status": { type: "url", authorizer: "none", url: "https://status.example.com" },
  "POST /graphql": { type: "graphql", function: "functions/notes.get" },
  $default: { authorizer: "iam", function: "functions/notes.get" },
};

/** An app that uses most of what there is. Its addresses are in `full.json`. */
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
