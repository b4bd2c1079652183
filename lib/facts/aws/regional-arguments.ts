const lambda = "https://docs.aws.amazon.com/lambda/latest/api";

/** Source for resources that are a part of a function: the provider creates them by an operation on it, in its own region. */
const ofFunction = `${lambda}/API_AddPermission.html`;

/** Arguments whose value must be in the region of the resource. The name of a block stands for all arguments in it. */
interface RegionalArguments {
  readonly names: readonly string[];
  readonly source: string;
}

/**
 * Arguments, by resource type, in which AWS refuses a resource of another region. Where AWS accepts one, as for the function of an API
 * or the queue of a subscription, the argument is not listed.
 */
export const regionalArguments: Readonly<Record<string, RegionalArguments>> = {
  aws_lambda_event_source_mapping: {
    names: ["event_source_arn", "function_name"],
    source: "https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html",
  },
  aws_lambda_permission: { names: ["function_name"], source: ofFunction },
  aws_lambda_alias: { names: ["function_name"], source: ofFunction },
  aws_lambda_function_url: { names: ["function_name"], source: ofFunction },
  aws_lambda_function_event_invoke_config: { names: ["function_name"], source: ofFunction },
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
  // An event bus may be in any region: the check skips those.
  aws_cloudwatch_event_target: {
    names: ["arn"],
    source: "https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-targets.html",
  },
};
