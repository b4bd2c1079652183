import { CloudwatchDashboard } from "@cdktf/provider-aws/lib/cloudwatch-dashboard";
import { CloudwatchMetricAlarm } from "@cdktf/provider-aws/lib/cloudwatch-metric-alarm";
import { Sesv2EmailIdentity } from "@cdktf/provider-aws/lib/sesv2-email-identity";
import { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import { Api, Function, Queue, type StackContext, Table, Topic, Trigger } from "serverform";

// #region alarms
export function WatchedOrders({ stack }: StackContext) {
  const failed = new Queue(stack, "Failed");
  new Queue(stack, "Work", { consumer: "functions/jobs.all", deadLetter: { queue: failed } });
  const api = new Api(stack, "Api", { routes: { "POST /orders": "functions/notes.create" } });

  const alarms = new Topic(stack, "Alarms");
  new SnsTopicSubscription(stack, "AlarmMail", {
    topicArn: alarms.topicArn,
    protocol: "email",
    endpoint: "operators@example.com",
  });
  const alarm = {
    statistic: "Sum",
    period: 300,
    evaluationPeriods: 1,
    threshold: 1,
    comparisonOperator: "GreaterThanOrEqualToThreshold",
    treatMissingData: "notBreaching",
    alarmActions: [alarms.topicArn],
  };
  new CloudwatchMetricAlarm(stack, "ApiErrors", {
    ...alarm,
    alarmName: `${stack.stage}-orders-api-errors`,
    namespace: "AWS/ApiGateway",
    metricName: "5xx",
    dimensions: { ApiId: api.cdk.httpApi.id },
  });
  new CloudwatchMetricAlarm(stack, "FailedMessages", {
    ...alarm,
    alarmName: `${stack.stage}-orders-failed-messages`,
    namespace: "AWS/SQS",
    metricName: "ApproximateNumberOfMessagesVisible",
    statistic: "Maximum",
    dimensions: { QueueName: failed.queueName },
  });
}
// #endregion

// #region dashboard
export function OrdersDashboard({ stack }: StackContext) {
  const place = new Function(stack, "Place", { handler: "functions/notes.create" });
  const metric = (name: string) => ["AWS/Lambda", name, "FunctionName", place.functionName];
  const widget = {
    type: "metric",
    width: 12,
    height: 6,
    properties: {
      region: stack.region,
      title: "Orders",
      stat: "Sum",
      period: 300,
      metrics: [metric("Invocations"), metric("Errors"), metric("Throttles")],
    },
  };
  new CloudwatchDashboard(stack, "Dashboard", {
    dashboardName: `${stack.stage}-orders`,
    dashboardBody: JSON.stringify({ widgets: [widget] }),
  });
}
// #endregion

// #region errors
export function TrackedErrors({ stack }: StackContext) {
  const place = new Function(stack, "PlaceOrder", {
    handler: "functions/notes.create",
    logging: { format: "json", level: "info", systemLevel: "warn" },
  });
  new Trigger(stack, "Errors", {
    type: "log_group",
    logGroup: place,
    filterPattern: '{ $.level = "ERROR" }',
    function: "functions/logs.alarm",
  });
}
// #endregion

// #region mail
export function Mails({ stack }: StackContext) {
  const identity = new Sesv2EmailIdentity(stack, "Sender", { emailIdentity: "example.com" });
  new Function(stack, "SendMail", {
    handler: "functions/notes.create",
    permissions: [{ actions: ["ses:SendEmail"], resources: [identity.arn] }],
  });
}
// #endregion

// #region limited
export function LimitedOrders({ stack }: StackContext) {
  const limits = new Table(stack, "Limits", {
    fields: { user: "string", hour: "string" },
    primaryIndex: { partitionKey: "user", sortKey: "hour" },
    timeToLiveAttribute: "expiresAt",
  });
  const orders = new Table(stack, "PlacedOrders", {
    fields: { owner: "string", id: "string" },
    primaryIndex: { partitionKey: "owner", sortKey: "id" },
  });
  new Api(stack, "OrdersApi", {
    authorizers: { jwt: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["orders"] } } },
    defaults: { authorizer: "jwt" },
    routes: {
      "POST /reports": {
        function: { handler: "functions/limits.report", bind: [[limits, "grantWriteData"]] },
      },
      "GET /orders": { function: { handler: "functions/pages.list", bind: [[orders, "grantReadData"]] } },
    },
  });
}
// #endregion
