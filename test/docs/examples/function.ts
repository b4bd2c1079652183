import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { CloudwatchLogSubscriptionFilter } from "@cdktf/provider-aws/lib/cloudwatch-log-subscription-filter";
import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { IotTopicRule } from "@cdktf/provider-aws/lib/iot-topic-rule";
import { LbListenerRule } from "@cdktf/provider-aws/lib/lb-listener-rule";
import { LbTargetGroup } from "@cdktf/provider-aws/lib/lb-target-group";
import { LbTargetGroupAttachment } from "@cdktf/provider-aws/lib/lb-target-group-attachment";
import { Function, Layer, type StackContext } from "serverform";

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

// #region logs
export function LogAlarm({ stack }: StackContext) {
  const watched = new Function(stack, "Watched", { handler: "functions/notes.get" });
  const fn = new Function(stack, "OnError", { handler: "functions/notes.create" });
  const permission = fn.addPermission("Logs", {
    principal: "logs.amazonaws.com",
    sourceArn: `${watched.cdk.logGroup.arn}:*`,
  });
  new CloudwatchLogSubscriptionFilter(stack, "Errors", {
    name: stack.app.logicalPrefixedName("Errors"),
    logGroupName: watched.cdk.logGroup.name,
    filterPattern: "ERROR",
    destinationArn: fn.functionArn,
    dependsOn: [permission],
  });
}
// #endregion

// #region load-balancer
export function Legacy({ stack }: StackContext) {
  const fn = new Function(stack, "Web", { handler: "functions/notes.get" });
  const balancer = new DataAwsLb(stack, "Balancer", { name: "legacy" });
  const listener = new DataAwsLbListener(stack, "Listener", { loadBalancerArn: balancer.arn, port: 443 });
  const group = new LbTargetGroup(stack, "Group", { name: `${stack.stage}-notes-web`, targetType: "lambda" });
  const permission = fn.addPermission("LoadBalancer", {
    principal: "elasticloadbalancing.amazonaws.com",
    sourceArn: group.arn,
  });
  new LbTargetGroupAttachment(stack, "Member", {
    targetGroupArn: group.arn,
    targetId: fn.functionArn,
    dependsOn: [permission],
  });
  new LbListenerRule(stack, "Rule", {
    listenerArn: listener.arn,
    condition: [{ pathPattern: { values: ["/notes/*"] } }],
    action: [{ type: "forward", targetGroupArn: group.arn }],
  });
}
// #endregion

// #region skill
export function Voice({ stack }: StackContext) {
  const skill = new Function(stack, "Skill", { handler: "functions/notes.get" });
  skill.addPermission("Alexa", {
    principal: "alexa-appkit.amazon.com",
    eventSourceToken: "amzn1.ask.skill.00000000-0000-0000-0000-000000000000",
  });
  const lights = new Function(stack, "Lights", { handler: "functions/notes.create" });
  lights.addPermission("SmartHome", {
    principal: "alexa-connectedhome.amazon.com",
    eventSourceToken: "amzn1.ask.skill.11111111-1111-1111-1111-111111111111",
  });
}
// #endregion

// #region iot
export function Devices({ stack }: StackContext) {
  const fn = new Function(stack, "OnReading", { handler: "functions/notes.create" });
  const rule = new IotTopicRule(stack, "Readings", {
    // IoT takes letters, digits and _ in this name.
    name: stack.app.logicalPrefixedName("Readings").replaceAll("-", "_"),
    enabled: true,
    sql: "SELECT * FROM 'devices/+/readings'",
    sqlVersion: "2016-03-23",
    lambda: [{ functionArn: fn.functionArn }],
  });
  fn.addPermission("Iot", { principal: "iot.amazonaws.com", sourceArn: rule.arn });
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

// #region layer
export function Invoices({ stack }: StackContext) {
  // The folder contains templates/invoice.html; the function reads /opt/templates/invoice.html.
  const templates = new Layer(stack, "Templates", { code: "layers/templates" });
  return new Function(stack, "Invoice", { handler: "functions/notes.create", layers: [templates] });
}
// #endregion
