import { Call, isMap, type Value } from "../../model/value";
import { toValue } from "../intrinsics";
import { type Converter, provided, type TemplateResource, tagMapOf, valueOf } from "./converter";

const stateMachineAttributes = { "": ".arn", Name: ".name", Arn: ".arn" };

/** `AWS::StepFunctions::StateMachine` */
export const stateMachineConverter: Converter = (source) => {
  const { properties } = source;
  const machine = provided(
    source,
    "sfn-state-machine",
    {
      name: valueOf(source, "StateMachineName"),
      type: valueOf(source, "StateMachineType"),
      roleArn: valueOf(source, "RoleArn"),
      definition: definitionOf(source),
      loggingConfiguration: loggingOf(source),
      tracingConfiguration: tracingOf(source),
      tags: tagMapOf(source),
    },
    stateMachineAttributes,
  );
  properties.finish();
  return [machine];
};

/** The definition: in the template, or from a file in which the names of `DefinitionSubstitutions` are replaced. */
export function definitionOf(source: TemplateResource): Value {
  const { properties, scope, place, name } = source;
  const substitutions = properties.take("DefinitionSubstitutions")?.entries ?? [];
  const file = properties.take("DefinitionUri")?.text;
  const text = valueOf(source, "DefinitionString");
  const object = valueOf(source, "Definition");
  if (object !== undefined) return new Call("JSON.stringify", [object]);
  if (file === undefined)
    return text !== undefined && isMap(text) ? new Call("JSON.stringify", [text]) : text;
  if (/\.ya?ml$/.test(file))
    scope.findings.todo(
      place,
      `\`${name}\`: \`${file}\` has to become JSON, which is what Step Functions takes.`,
    );
  const read: Value = new Call("readFileSync", [file, "utf8"], [{ name: "readFileSync", from: "node:fs" }]);
  return substitutions.reduce<Value>(
    (before, [key, value]) => new Call(".replaceAll", [before, `\${${key}}`, toValue(value, scope)]),
    read,
  );
}

export function loggingOf({ properties, scope }: TemplateResource): Value {
  const node = properties.take("LoggingConfiguration") ?? properties.take("Logging");
  if (node === undefined) return undefined;
  const group = node.get("Destinations")?.items[0]?.at("CloudWatchLogsLogGroup", "LogGroupArn");
  const destination = toValue(group, scope);
  return {
    level: toValue(node.get("Level"), scope),
    includeExecutionData: node.get("IncludeExecutionData")?.isTrue,
    // Step Functions requires the suffix that the attribute of CloudFormation has.
    logDestination: destination,
  };
}

function tracingOf(source: TemplateResource): Value {
  const node = source.properties.take("TracingConfiguration") ?? source.properties.take("Tracing");
  return node === undefined ? undefined : { enabled: node.get("Enabled")?.isTrue === true };
}
