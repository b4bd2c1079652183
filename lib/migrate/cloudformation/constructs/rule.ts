import type { ResourceModel } from "../../model/application";
import { attributeOf, Call, compact, isMap, type Value } from "../../model/value";
import { toValue } from "../intrinsics";
import { type Converter, fieldsOf, provided, type TemplateResource, valueOf } from "./converter";

/** `AWS::Events::Rule`, with a resource for each of its targets. */
export const ruleConverter: Converter = (source) => {
  const { name, properties, place } = source;
  const pattern = valueOf(source, "EventPattern");
  const rule = provided(
    source,
    "cloudwatch-event-rule",
    {
      name: valueOf(source, "Name"),
      description: valueOf(source, "Description"),
      eventBusName: valueOf(source, "EventBusName"),
      eventPattern: isMap(pattern) ? new Call("JSON.stringify", [pattern]) : pattern,
      scheduleExpression: valueOf(source, "ScheduleExpression"),
      state: valueOf(source, "State"),
      roleArn: valueOf(source, "RoleArn"),
    },
    { "": ".name" },
  );
  const targets = (properties.take("Targets")?.items ?? []).map((each): ResourceModel => {
    const fields = fieldsOf(each, source);
    const target: TemplateResource = { ...source, properties: fields };
    const id = fields.take("Id")?.text ?? "target";
    const made = provided({ name: `${name}Target${id}`, place: each.place }, "cloudwatch-event-target", {
      rule: attributeOf(name, "", place),
      eventBusName: rule.props.eventBusName,
      targetId: id,
      arn: valueOf(target, "Arn"),
      roleArn: valueOf(target, "RoleArn"),
      input: valueOf(target, "Input"),
      inputPath: valueOf(target, "InputPath"),
      inputTransformer: transformer(target),
      retryPolicy: retryPolicy(target),
      deadLetterConfig: deadLetters(target),
      sqsTarget: groupOf(target),
    });
    fields.finish();
    return made;
  });
  properties.finish();
  return [rule, ...targets];
};

function transformer({ properties, scope }: TemplateResource): Value {
  const node = properties.take("InputTransformer");
  if (node === undefined) return undefined;
  return compact({
    inputPaths: toValue(node.get("InputPathsMap"), scope),
    inputTemplate: toValue(node.get("InputTemplate"), scope),
  });
}

function retryPolicy({ properties }: TemplateResource): Value {
  const node = properties.take("RetryPolicy");
  const number = (key: string) => (node?.get(key) === undefined ? undefined : Number(node.get(key)?.text));
  return compact({
    maximumRetryAttempts: number("MaximumRetryAttempts"),
    maximumEventAgeInSeconds: number("MaximumEventAgeInSeconds"),
  });
}

const deadLetters = ({ properties, scope }: TemplateResource): Value =>
  compact({ arn: toValue(properties.take("DeadLetterConfig")?.get("Arn"), scope) });

const groupOf = ({ properties, scope }: TemplateResource): Value =>
  compact({ messageGroupId: toValue(properties.take("SqsParameters")?.get("MessageGroupId"), scope) });
