import type { Resource, Values } from "../../../model/resources/model";
import { block, number, requireText, text, textMap } from "../../../model/resources/values";
import { busOf } from "./rules";

/** A rule, as the API describes it. */
export function describedRule(rule: Resource): object {
  const { values } = rule;
  return {
    Name: requireText(values, "name"),
    Arn: requireText(values, "arn"),
    EventPattern: text(values, "event_pattern"),
    ScheduleExpression: text(values, "schedule_expression"),
    State: text(values, "state") ?? "ENABLED",
    Description: text(values, "description"),
    RoleArn: text(values, "role_arn"),
    EventBusName: busOf(rule),
  };
}

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html */
export function describedTarget(values: Values): object {
  const transformer = block(values, "input_transformer");
  const retry = block(values, "retry_policy");
  const deadLetters = text(block(values, "dead_letter_config") ?? {}, "arn");
  const group = text(block(values, "sqs_target") ?? {}, "message_group_id");
  const partitionKey = text(block(values, "kinesis_target") ?? {}, "partition_key_path");
  return {
    Id: requireText(values, "target_id"),
    Arn: requireText(values, "arn"),
    RoleArn: text(values, "role_arn"),
    Input: text(values, "input"),
    InputPath: text(values, "input_path"),
    InputTransformer: transformer && {
      InputPathsMap: textMap(transformer, "input_paths"),
      InputTemplate: text(transformer, "input_template"),
    },
    SqsParameters: group === undefined ? undefined : { MessageGroupId: group },
    KinesisParameters: partitionKey === undefined ? undefined : { PartitionKeyPath: partitionKey },
    DeadLetterConfig: deadLetters === undefined ? undefined : { Arn: deadLetters },
    RetryPolicy: retry && {
      MaximumRetryAttempts: number(retry, "maximum_retry_attempts"),
      MaximumEventAgeInSeconds: number(retry, "maximum_event_age_in_seconds"),
    },
  };
}
