import { servicePrincipal } from "../../facts/aws/principals";
import { idOf, provided } from "../cloudformation/constructs/converter";
import { attachment, policyDocument } from "../cloudformation/constructs/iam";
import {
  definitionOf,
  loggingOf,
  stateMachineAttributes,
  tracingOf,
} from "../cloudformation/constructs/state-machine";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import type { ResourceModel } from "../model/application";
import { attributeOf, compact, isMap, json, type Value } from "../model/value";
import type { Fields, SourceNode } from "../source";
import { documentPolicies, permissionStatements } from "./policy-templates";

const trustOf = (service: string): Value =>
  policyDocument([{ Effect: "Allow", Principal: { Service: service }, Action: "sts:AssumeRole" }]);

/** `AWS::Serverless::StateMachine`, with its role and its events. */
export function stateMachineOf(name: string, fields: Fields, scope: TemplateScope): readonly ResourceModel[] {
  const { place } = fields;
  const source = { name, type: "AWS::Serverless::StateMachine", place, properties: fields, scope };
  const value = (key: string) => toValue(fields.take(key), scope);
  const role = value("Role");
  const policies = documentPolicies(fields.take("Policies"), scope);
  const own = `${name}Role`;
  const machine = provided(
    source,
    "sfn-state-machine",
    {
      name: value("Name"),
      type: value("Type"),
      roleArn: role ?? attributeOf(own, "Arn", place),
      definition: definitionOf(source),
      loggingConfiguration: loggingOf(source),
      tracingConfiguration: tracingOf(source),
      tags: value("Tags"),
    },
    stateMachineAttributes,
  );
  const events = (fields.take("Events")?.entries ?? []).flatMap(([event, node]) =>
    startedBy(name, event, node, scope),
  );
  fields.finish();
  if (role !== undefined) return [machine, ...events];
  const roleModel = provided(
    { name: own, place },
    "iam-role",
    { assumeRolePolicy: trustOf(servicePrincipal("states")) },
    { "": ".name" },
  );
  const inline =
    policies.permissions.length === 0
      ? []
      : [
          provided({ name: `${name}Policy`, place }, "iam-role-policy", {
            role: attributeOf(own, "", place),
            policy: policyDocument(permissionStatements(policies.permissions)),
          }),
        ];
  const managed = policies.managed.map((policyArn, index) =>
    attachment(`${name}Managed${index + 1}`, place, idOf(own, place), policyArn),
  );
  return [roleModel, ...inline, ...managed, machine, ...events];
}

/** A rule or schedule that starts a state machine, with the role that may do it. */
function startedBy(
  machine: string,
  event: string,
  node: SourceNode,
  scope: TemplateScope,
): readonly ResourceModel[] {
  const type = node.get("Type")?.text ?? "";
  const { place } = node;
  const read = (key: string) => toValue(node.at("Properties", key), scope);
  const isSchedule = type === "Schedule" || type === "ScheduleV2";
  if (!isSchedule && type !== "EventBridgeRule" && type !== "CloudWatchEvent") {
    scope.findings.todo(place, `State machine \`${machine}\`: the event \`${type}\` was not translated.`);
    return [];
  }
  const known = new Set([
    "Pattern",
    "EventBusName",
    "Schedule",
    "ScheduleExpression",
    "Input",
    "InputPath",
    "Name",
    "RuleName",
    "Description",
    "State",
    "Enabled",
  ]);
  for (const [key, value] of node.get("Properties")?.entries ?? [])
    if (!known.has(key))
      scope.findings.todo(
        value.place,
        `State machine \`${machine}\`: \`${key}\` of \`${event}\` was not translated.`,
      );
  const name = `${machine}${event}`;
  const pattern = read("Pattern");
  const input = read("Input");
  const isOff = read("State") === "DISABLED" || read("Enabled") === false;
  return [
    provided(
      { name: `${name}Role`, place },
      "iam-role",
      { assumeRolePolicy: trustOf(servicePrincipal("events")) },
      { "": ".name" },
    ),
    provided({ name: `${name}Policy`, place }, "iam-role-policy", {
      role: attributeOf(`${name}Role`, "", place),
      policy: policyDocument(
        permissionStatements([{ actions: ["states:StartExecution"], resources: [idOf(machine, place)] }]),
      ),
    }),
    provided(
      { name, place },
      "cloudwatch-event-rule",
      {
        name: read("Name") ?? read("RuleName"),
        description: read("Description"),
        eventBusName: read("EventBusName"),
        eventPattern: isMap(pattern) ? json(pattern) : undefined,
        scheduleExpression: isSchedule ? (read("Schedule") ?? read("ScheduleExpression")) : undefined,
        state: isOff ? "DISABLED" : undefined,
      },
      { "": ".name" },
    ),
    provided(
      { name: `${name}Target`, place },
      "cloudwatch-event-target",
      compact({
        rule: attributeOf(name, "", place),
        eventBusName: read("EventBusName"),
        arn: attributeOf(machine, "", place),
        roleArn: attributeOf(`${name}Role`, "Arn", place),
        input,
        inputPath: read("InputPath"),
      }) ?? {},
    ),
  ];
}
