import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { Function, Layer, RestV1Api, type StackContext, Topic, Userbase } from "serverform";

// #region function
export function Reports({ stack }: StackContext) {
  const reports = new DynamodbTable(stack, "ReportTable", {
    name: stack.app.logicalPrefixedName("Reports"),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attribute: [{ name: "id", type: "S" }],
  });
  return new Function(stack, "Report", {
    handler: "functions/notes.create",
    timeout: "1 minute",
    environment: { TABLE_NAME: reports.name },
    permissions: [[reports, "grantWriteData"]],
  });
}
// #endregion

// #region events
export function Stopped({ stack }: StackContext) {
  const fn = new Function(stack, "OnStop", { handler: "functions/notes.create" });
  const rule = new CloudwatchEventRule(stack, "InstanceStopped", {
    name: stack.app.logicalPrefixedName("InstanceStopped"),
    eventPattern: JSON.stringify({
      source: ["aws.ec2"],
      "detail-type": ["EC2 Instance State-change Notification"],
      detail: { state: ["stopped"] },
    }),
  });
  new CloudwatchEventTarget(stack, "InstanceStoppedTarget", { rule: rule.name, arn: fn.functionArn });
  fn.addPermission("Events", { principal: "events.amazonaws.com", sourceArn: rule.arn });
}
// #endregion

// #region url
export function Webhook({ stack }: StackContext) {
  const fn = new Function(stack, "Hook", {
    handler: "functions/notes.create",
    url: { authorizer: "none", cors: false },
  });
  stack.addOutputs({ HookUrl: fn.url });
}
// #endregion

// #region version
export function Released({ stack }: StackContext) {
  const fn = new Function(stack, "Worker", {
    handler: "functions/notes.create",
    currentVersionOptions: { provisionedConcurrentExecutions: 2 },
  });
  fn.addAlias("live");
}
// #endregion

// #region logging
export function Logged({ stack }: StackContext) {
  return new Function(stack, "Orders", {
    handler: "functions/notes.create",
    logging: { format: "json", level: "warn", systemLevel: "warn" },
    logRetention: "one_month",
  });
}
// #endregion

// #region layer
export function Invoices({ stack }: StackContext) {
  // The folder contains templates/invoice.html; the function reads /opt/templates/invoice.html.
  const templates = new Layer(stack, "Templates", { code: "layers/templates" });
  return new Function(stack, "Invoice", { handler: "functions/notes.create", layers: [templates] });
}
// #endregion

// #region durable
export function Approvals({ stack }: StackContext) {
  const approval = new Function(stack, "Approval", {
    handler: "functions/approval.start",
    durable: { timeout: "30 days", retention: "7 days" },
  });
  return new Topic(stack, "Orders", { subscribers: { approval } });
}
// #endregion

// #region tenants
export function Documents({ stack }: StackContext) {
  const users = new Userbase(stack, "Users");
  return new RestV1Api(stack, "Api", {
    authorizers: { users: { type: "user_pools", userPoolIds: [users.userPoolId] } },
    routes: {
      "POST /render": {
        authorizer: "users",
        function: {
          handler: "functions/notes.create",
          cdk: { function: { tenancyConfig: { tenantIsolationMode: "PER_TENANT" } } },
        },
        cdk: {
          integration: {
            requestParameters: {
              "integration.request.header.X-Amz-Tenant-Id": "context.authorizer.claims.sub",
            },
          },
        },
      },
    },
  });
}
// #endregion
