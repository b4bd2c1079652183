import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Function, type StackContext, Trigger } from "serverform";

// #region trigger
export function LogAlarm({ stack }: StackContext) {
  const worker = new Function(stack, "Worker", { handler: "functions/notes.get" });
  new Trigger(stack, "Errors", {
    type: "log_group",
    logGroup: worker,
    filterPattern: "ERROR",
    function: "functions/logs.alarm",
  });
}
// #endregion

// #region trigger-load-balancer
export function Legacy({ stack }: StackContext) {
  const balancer = new DataAwsLb(stack, "Balancer", { name: "legacy" });
  const listener = new DataAwsLbListener(stack, "Listener", { loadBalancerArn: balancer.arn, port: 443 });
  new Trigger(stack, "Web", {
    type: "load_balancer",
    listener,
    conditions: { paths: ["/notes/*"], methods: ["GET", "POST"] },
    function: "functions/notes.get",
  });
}
// #endregion

// #region trigger-iot
export function Devices({ stack }: StackContext) {
  new Trigger(stack, "Readings", {
    type: "iot",
    sql: "SELECT *, topic(2) AS device FROM 'devices/+/readings'",
    function: "functions/notes.create",
  });
}
// #endregion

// #region trigger-skill
export function Voice({ stack }: StackContext) {
  new Trigger(stack, "Skill", {
    type: "alexa_skill",
    skillId: "amzn1.ask.skill.00000000-0000-0000-0000-000000000000",
    function: "functions/notes.get",
  });
  new Trigger(stack, "Lights", {
    type: "smart_home_skill",
    skillId: "amzn1.ask.skill.11111111-1111-1111-1111-111111111111",
    function: "functions/notes.create",
  });
}
// #endregion
