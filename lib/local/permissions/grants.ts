// Written by `npm run docs` from the descriptions of the constructs.

/** What naming a resource in `permissions` gives, by the type of the resource. */
export interface ResourceGrants {
  /** Whether `bind` gives the same as the name alone. */
  readonly isBound: boolean;
  /** The actions of the name alone. */
  readonly byDefault: readonly string[];
  /** The actions of `[construct, "<name>"]`, by name. */
  readonly access: Readonly<Record<string, readonly string[]>>;
}

export const grantsByType: Readonly<Record<string, ResourceGrants>> = {
  "aws_appsync_graphql_api": {
    "isBound": false,
    "byDefault": [
      "appsync:GraphQL"
    ],
    "access": {
      "grantQuery": [
        "appsync:GraphQL"
      ],
      "grantMutation": [
        "appsync:GraphQL"
      ],
      "grantSubscription": [
        "appsync:GraphQL"
      ],
      "grantFullAccess": [
        "appsync:*"
      ]
    }
  },
  "aws_appsync_api": {
    "isBound": false,
    "byDefault": [
      "appsync:EventConnect",
      "appsync:EventPublish",
      "appsync:EventSubscribe"
    ],
    "access": {
      "grantConnect": [
        "appsync:EventConnect"
      ],
      "grantPublish": [
        "appsync:EventPublish"
      ],
      "grantSubscribe": [
        "appsync:EventConnect",
        "appsync:EventSubscribe"
      ],
      "grantFullAccess": [
        "appsync:*"
      ]
    }
  },
  "aws_cognito_user_pool": {
    "isBound": true,
    "byDefault": [
      "cognito-idp:AdminGetUser",
      "cognito-idp:AdminCreateUser",
      "cognito-idp:AdminDeleteUser",
      "cognito-idp:AdminUpdateUserAttributes",
      "cognito-idp:AdminSetUserPassword",
      "cognito-idp:AdminConfirmSignUp",
      "cognito-idp:AdminEnableUser",
      "cognito-idp:AdminDisableUser",
      "cognito-idp:AdminInitiateAuth",
      "cognito-idp:AdminRespondToAuthChallenge",
      "cognito-idp:AdminUserGlobalSignOut",
      "cognito-idp:AdminAddUserToGroup",
      "cognito-idp:AdminRemoveUserFromGroup",
      "cognito-idp:AdminListGroupsForUser",
      "cognito-idp:ListUsers",
      "cognito-idp:ListUsersInGroup"
    ],
    "access": {
      "grantFullAccess": [
        "cognito-idp:*"
      ]
    }
  },
  "aws_lambda_function": {
    "isBound": true,
    "byDefault": [
      "lambda:InvokeFunction"
    ],
    "access": {
      "grantInvoke": [
        "lambda:InvokeFunction"
      ],
      "grantInvokeUrl": [
        "lambda:InvokeFunctionUrl",
        "lambda:InvokeFunction"
      ],
      "grantFullAccess": [
        "lambda:*"
      ]
    }
  },
  "aws_dynamodb_table": {
    "isBound": true,
    "byDefault": [
      "dynamodb:BatchGetItem",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
      "dynamodb:Query",
      "dynamodb:GetItem",
      "dynamodb:Scan",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DescribeTable",
      "dynamodb:BatchWriteItem",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
      "dynamodb:DeleteItem",
      "dynamodb:PartiQLSelect",
      "dynamodb:PartiQLInsert",
      "dynamodb:PartiQLUpdate",
      "dynamodb:PartiQLDelete"
    ],
    "access": {
      "grantReadData": [
        "dynamodb:BatchGetItem",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:Query",
        "dynamodb:GetItem",
        "dynamodb:Scan",
        "dynamodb:ConditionCheckItem",
        "dynamodb:DescribeTable"
      ],
      "grantWriteData": [
        "dynamodb:BatchWriteItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:DeleteItem",
        "dynamodb:DescribeTable"
      ],
      "grantReadWriteData": [
        "dynamodb:BatchGetItem",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:Query",
        "dynamodb:GetItem",
        "dynamodb:Scan",
        "dynamodb:ConditionCheckItem",
        "dynamodb:DescribeTable",
        "dynamodb:BatchWriteItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:DeleteItem"
      ],
      "grantStreamRead": [
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams"
      ],
      "grantFullAccess": [
        "dynamodb:*"
      ]
    }
  },
  "aws_s3_bucket": {
    "isBound": true,
    "byDefault": [
      "s3:GetObject*",
      "s3:GetBucket*",
      "s3:List*",
      "s3:PutObject",
      "s3:PutObjectLegalHold",
      "s3:PutObjectRetention",
      "s3:PutObjectTagging",
      "s3:PutObjectVersionTagging",
      "s3:Abort*",
      "s3:DeleteObject*",
      "s3:ListMultipartUploadParts",
      "s3:GetObjectTagging"
    ],
    "access": {
      "grantRead": [
        "s3:GetObject*",
        "s3:GetBucket*",
        "s3:List*"
      ],
      "grantPut": [
        "s3:PutObject",
        "s3:PutObjectLegalHold",
        "s3:PutObjectRetention",
        "s3:PutObjectTagging",
        "s3:PutObjectVersionTagging",
        "s3:Abort*"
      ],
      "grantDelete": [
        "s3:DeleteObject*"
      ],
      "grantWrite": [
        "s3:PutObject",
        "s3:PutObjectLegalHold",
        "s3:PutObjectRetention",
        "s3:PutObjectTagging",
        "s3:PutObjectVersionTagging",
        "s3:Abort*",
        "s3:DeleteObject*"
      ],
      "grantReadWrite": [
        "s3:GetObject*",
        "s3:GetBucket*",
        "s3:List*",
        "s3:PutObject",
        "s3:PutObjectLegalHold",
        "s3:PutObjectRetention",
        "s3:PutObjectTagging",
        "s3:PutObjectVersionTagging",
        "s3:Abort*",
        "s3:DeleteObject*"
      ],
      "grantPutAcl": [
        "s3:PutObjectAcl",
        "s3:PutObjectVersionAcl"
      ],
      "grantFullAccess": [
        "s3:*"
      ]
    }
  },
  "aws_sqs_queue": {
    "isBound": true,
    "byDefault": [
      "sqs:SendMessage",
      "sqs:GetQueueAttributes",
      "sqs:GetQueueUrl",
      "sqs:ReceiveMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:DeleteMessage"
    ],
    "access": {
      "grantSendMessages": [
        "sqs:SendMessage",
        "sqs:GetQueueAttributes",
        "sqs:GetQueueUrl"
      ],
      "grantConsumeMessages": [
        "sqs:ReceiveMessage",
        "sqs:ChangeMessageVisibility",
        "sqs:GetQueueUrl",
        "sqs:DeleteMessage",
        "sqs:GetQueueAttributes"
      ],
      "grantPurge": [
        "sqs:PurgeQueue",
        "sqs:GetQueueAttributes",
        "sqs:GetQueueUrl"
      ],
      "grantFullAccess": [
        "sqs:*"
      ]
    }
  },
  "aws_sns_topic": {
    "isBound": true,
    "byDefault": [
      "sns:Publish",
      "sns:GetTopicAttributes"
    ],
    "access": {
      "grantPublish": [
        "sns:Publish"
      ],
      "grantFullAccess": [
        "sns:*"
      ]
    }
  },
  "aws_cloudwatch_event_bus": {
    "isBound": true,
    "byDefault": [
      "events:PutEvents"
    ],
    "access": {
      "grantPutEventsTo": [
        "events:PutEvents"
      ],
      "grantFullAccess": [
        "events:*"
      ]
    }
  },
  "aws_kinesis_stream": {
    "isBound": true,
    "byDefault": [
      "kinesis:DescribeStreamSummary",
      "kinesis:GetRecords",
      "kinesis:GetShardIterator",
      "kinesis:ListShards",
      "kinesis:SubscribeToShard",
      "kinesis:DescribeStream",
      "kinesis:PutRecord",
      "kinesis:PutRecords",
      "kinesis:ListStreams"
    ],
    "access": {
      "grantRead": [
        "kinesis:DescribeStreamSummary",
        "kinesis:GetRecords",
        "kinesis:GetShardIterator",
        "kinesis:ListShards",
        "kinesis:SubscribeToShard",
        "kinesis:DescribeStream",
        "kinesis:ListStreams"
      ],
      "grantWrite": [
        "kinesis:ListShards",
        "kinesis:PutRecord",
        "kinesis:PutRecords"
      ],
      "grantReadWrite": [
        "kinesis:DescribeStreamSummary",
        "kinesis:GetRecords",
        "kinesis:GetShardIterator",
        "kinesis:ListShards",
        "kinesis:SubscribeToShard",
        "kinesis:DescribeStream",
        "kinesis:PutRecord",
        "kinesis:PutRecords",
        "kinesis:ListStreams"
      ],
      "grantFullAccess": [
        "kinesis:*"
      ]
    }
  },
  "aws_rds_cluster": {
    "isBound": true,
    "byDefault": [
      "rds-data:BatchExecuteStatement",
      "rds-data:BeginTransaction",
      "rds-data:CommitTransaction",
      "rds-data:ExecuteStatement",
      "rds-data:RollbackTransaction",
      "secretsmanager:GetSecretValue",
      "secretsmanager:DescribeSecret"
    ],
    "access": {
      "grantDataApiAccess": [
        "rds-data:BatchExecuteStatement",
        "rds-data:BeginTransaction",
        "rds-data:CommitTransaction",
        "rds-data:ExecuteStatement",
        "rds-data:RollbackTransaction",
        "secretsmanager:GetSecretValue",
        "secretsmanager:DescribeSecret"
      ],
      "grantFullAccess": [
        "rds:*",
        "rds-data:*",
        "secretsmanager:GetSecretValue",
        "secretsmanager:DescribeSecret"
      ]
    }
  },
  "aws_cloudfront_distribution": {
    "isBound": false,
    "byDefault": [
      "cloudfront:CreateInvalidation",
      "cloudfront:GetInvalidation"
    ],
    "access": {
      "grantInvalidate": [
        "cloudfront:CreateInvalidation",
        "cloudfront:GetInvalidation"
      ],
      "grantFullAccess": [
        "cloudfront:*"
      ]
    }
  },
  "aws_kinesis_firehose_delivery_stream": {
    "isBound": false,
    "byDefault": [
      "firehose:PutRecord",
      "firehose:PutRecordBatch"
    ],
    "access": {
      "grantPutRecords": [
        "firehose:PutRecord",
        "firehose:PutRecordBatch"
      ],
      "grantFullAccess": [
        "firehose:*"
      ]
    }
  },
  "aws_secretsmanager_secret": {
    "isBound": false,
    "byDefault": [
      "secretsmanager:GetSecretValue",
      "secretsmanager:DescribeSecret"
    ],
    "access": {
      "grantRead": [
        "secretsmanager:GetSecretValue",
        "secretsmanager:DescribeSecret"
      ],
      "grantWrite": [
        "secretsmanager:PutSecretValue",
        "secretsmanager:UpdateSecret"
      ],
      "grantFullAccess": [
        "secretsmanager:*"
      ]
    }
  },
  "aws_ssm_parameter": {
    "isBound": false,
    "byDefault": [
      "ssm:GetParameter*"
    ],
    "access": {
      "grantRead": [
        "ssm:GetParameter*"
      ],
      "grantWrite": [
        "ssm:PutParameter"
      ],
      "grantFullAccess": [
        "ssm:*"
      ]
    }
  }
};
