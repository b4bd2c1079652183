import { Call, Computed, isMap, joined, json, type Value } from "../../model/value";
import { toValue } from "../intrinsics";
import { type Converter, provided, type TemplateResource, tagMapOf, valueOf } from "./converter";

export const stateMachineAttributes = { "": ".arn", Name: ".name", Arn: ".arn" };

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

/** The definition: inline, or from a file with the replacements of `DefinitionSubstitutions`. */
export function definitionOf(source: TemplateResource): Value {
  const { properties, scope } = source;
  const substitutions = properties.take("DefinitionSubstitutions")?.entries ?? [];
  const file = properties.take("DefinitionUri")?.text;
  const text = valueOf(source, "DefinitionString");
  const object = valueOf(source, "Definition");
  if (object !== undefined) return json(object);
  if (file === undefined) return isMap(text) ? json(text) : text;
  const read: Value = new Call("readFileSync", [file, "utf8"], [{ name: "readFileSync", from: "node:fs" }]);
  const filled = substitutions.reduce<Value>(
    (before, [key, value]) => new Call(".replaceAll", [before, `\${${key}}`, toValue(value, scope)]),
    read,
  );
  if (!/\.ya?ml$/.test(file)) return filled;
  // Step Functions expects JSON.
  const fn = [{ name: "Fn", from: "cdktf" }];
  return new Call("Fn.jsonencode", [new Call("Fn.yamldecode", [filled], fn)], fn);
}

export function loggingOf({ properties, scope }: TemplateResource): Value {
  const node = properties.take("LoggingConfiguration") ?? properties.take("Logging");
  if (node === undefined) return undefined;
  const group = node.get("Destinations")?.items[0]?.at("CloudWatchLogsLogGroup", "LogGroupArn");
  const destination = toValue(group, scope);
  return {
    level: toValue(node.get("Level"), scope),
    includeExecutionData: node.get("IncludeExecutionData")?.isTrue,
    // Step Functions requires the suffix, which the attribute of the provider does not have.
    logDestination: destination instanceof Computed ? joined([destination, ":*"]) : destination,
  };
}

export function tracingOf(source: TemplateResource): Value {
  const node = source.properties.take("TracingConfiguration") ?? source.properties.take("Tracing");
  return node === undefined ? undefined : { enabled: node.get("Enabled")?.isTrue === true };
}
