import { jsonOf } from "../../../../facts/text/json";
import { flag, isValues, text } from "../../../resources/values";
import type { PolicyFacts } from "../../facts";
import { refusesHttp } from "./data";
import { each, type SolutionsRule } from "./solutions-rule";

const deny = 'Deny it in the policy, with the condition Bool: { "aws:SecureTransport": "false" }.';

export const messageRules = {
  "AwsSolutions-SQS2": each(
    "aws_sqs_queue",
    ({ values }) =>
      text(values, "kms_master_key_id") === undefined && flag(values, "sqs_managed_sse_enabled") === false,
    "its messages are not encrypted",
    "Leave sqsManagedSseEnabled on, or set a key of KMS.",
  ),
  "AwsSolutions-SQS3": each(
    "aws_sqs_queue",
    ({ values }, facts) =>
      (text(values, "redrive_policy") ?? "") === "" && !isDeadLetterQueue(facts, values.arn),
    "messages that cannot be processed get lost",
    "Give it a dead-letter queue.",
  ),
  "AwsSolutions-SQS4": each(
    "aws_sqs_queue",
    (queue, facts) =>
      !refusesHttp(facts, queue.address, "aws_sqs_queue_policy", "queue_url", queue.values.id),
    "requests may come without TLS",
    deny,
  ),
  "AwsSolutions-SNS3": each(
    "aws_sns_topic",
    (topic, facts) => !refusesHttp(facts, topic.address, "aws_sns_topic_policy", "arn", topic.values.arn),
    "publishers may send without TLS",
    deny,
  ),
  "AwsSolutions-EVB1": ({ policies, ofType }) => {
    const types = ["aws_cloudwatch_event_bus_policy", "aws_cloudwatch_event_permission"];
    const buses = new Map(types.flatMap(ofType).map((at) => [at.address, at]));
    return policies.flatMap(({ address, statements }) => {
      const at = buses.get(address);
      const isOpen = statements.some(
        ({ effect, principals, condition }) =>
          effect === "Allow" && condition === undefined && principals?.names.some(({ name }) => name === "*"),
      );
      return at !== undefined && isOpen
        ? [{ at, problem: "every account may send events", remedy: "Name the accounts." }]
        : [];
    });
  },
} satisfies Readonly<Record<string, SolutionsRule>>;

function isDeadLetterQueue({ resources }: PolicyFacts, arn: unknown): boolean {
  return resources.some(({ values }) => {
    const redrive = typeof values.redrive_policy === "string" ? jsonOf(values.redrive_policy) : undefined;
    const targets = [isValues(redrive) ? redrive.deadLetterTargetArn : undefined];
    for (const name of ["dead_letter_config", "destination_config"])
      targets.push(JSON.stringify(values[name]));
    return targets.some(
      (target) => typeof target === "string" && typeof arn === "string" && target.includes(arn),
    );
  });
}
