/*
 * Most services look only into their own region for what a resource names.
 */

const lambda = "https://docs.aws.amazon.com/lambda/latest/api";

/** The resource itself belongs to what the argument names, so the provider calls the service of its own region. */
const part = `${lambda}/API_AddPermission.html`;

/** Arguments that name something which must be in the region of the resource. Nested ones are named by any block above them. */
interface RegionalArguments {
  readonly names: readonly string[];
  readonly source: string;
}

/**
 * Arguments, by resource type, with which AWS refuses a resource of another region.
 *
 * Only those of which that is known: an API may call a function, and a topic may send to a queue, of any region.
 */
export const regionalArguments: Readonly<Record<string, RegionalArguments>> = {
  aws_lambda_event_source_mapping: {
    names: ["event_source_arn", "function_name"],
    source: "https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html",
  },
  aws_lambda_permission: { names: ["function_name"], source: part },
  aws_lambda_alias: { names: ["function_name"], source: part },
  aws_lambda_function_url: { names: ["function_name"], source: part },
  aws_lambda_function_event_invoke_config: { names: ["function_name"], source: part },
  aws_lambda_function: {
    names: [
      "code_signing_config_arn",
      "dead_letter_config",
      "file_system_config",
      "kms_key_arn",
      "layers",
      "s3_bucket",
      "vpc_config",
    ],
    source: `${lambda}/API_CreateFunction.html`,
  },
  aws_s3_bucket_notification: {
    names: ["bucket", "lambda_function", "queue", "topic"],
    source:
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html",
  },
  aws_cognito_user_pool: {
    names: ["lambda_config"],
    source:
      "https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html",
  },
  // The endpoint may be in another region, the subscription may not.
  aws_sns_topic_subscription: {
    names: ["topic_arn"],
    source: "https://docs.aws.amazon.com/sns/latest/dg/sns-cross-region-delivery.html",
  },
  aws_sqs_queue: {
    names: ["redrive_policy"],
    source:
      "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html",
  },
  // Buses of other regions are targets, too, and `arn` of one is not looked at.
  aws_cloudwatch_event_target: {
    names: ["arn"],
    source: "https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-targets.html",
  },
};
