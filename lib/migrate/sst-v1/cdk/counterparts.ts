import { ownValue } from "../../../facts/errors/own-value";

/** The text of a report for each class or module of AWS CDK: the thing to write in its place. */
const counterparts: Readonly<Record<string, string>> = {
  Duration: 'durations are texts, such as `"5 minutes"`; provider resources take numbers',
  Expiration: "write the moment as a text in the form of RFC 3339",
  RemovalPolicy: "use `app.setDefaultRemovalPolicy`, or `lifecycle` of the provider resource",
  Tags: "use `tags` of the stack",
  "aws-apigateway": "use `RestV1Api`",
  "aws-apigatewayv2": "use `Api` or `WebSocketApi`",
  "aws-appsync": "use `AppSyncApi`",
  "aws-certificatemanager": "use `customDomain`, or `AcmCertificate` of the provider",
  "aws-cloudfront.CachePolicy": "use `CloudfrontCachePolicy` of the provider",
  "aws-cloudfront.Distribution": "use `Site` or `StaticSite`, or `CloudfrontDistribution` of the provider",
  "aws-cloudfront.Function": "use `CloudfrontFunction` of the provider",
  "aws-cloudfront.OriginAccessIdentity":
    "use `CloudfrontOriginAccessControl` of the provider, and allow the distribution with `addToResourcePolicy` of the bucket",
  "aws-cloudfront.OriginRequestPolicy": "use `CloudfrontOriginRequestPolicy` of the provider",
  "aws-cloudfront.ResponseHeadersPolicy": "use `CloudfrontResponseHeadersPolicy` of the provider",
  "aws-cloudfront": "write it as the value that `CloudfrontDistribution` of the provider takes",
  "aws-cloudfront-origins":
    "write it as `origin` of `CloudfrontDistribution`; `cdk.distribution` of a site adds origins and `orderedCacheBehavior`",
  "aws-cloudwatch": "use `CloudwatchMetricAlarm` or `CloudwatchDashboard` of the provider",
  "aws-cognito": "use `Userbase`",
  "aws-dynamodb": "use `Table`",
  "aws-ec2.Vpc": "use `DataAwsVpc` and `DataAwsSubnets` for one that exists, or `Vpc` of the provider",
  "aws-ecs": "use `EcsCluster`, `EcsTaskDefinition` and `EcsService` of the provider",
  "aws-events": "use `EventBus` or `Cron`",
  "aws-iam": "use `IamRole`, `IamPolicy` and `IamRolePolicy` of the provider, or `permissions` of a function",
  "aws-kinesis": "use `KinesisStream`",
  "aws-lambda": "use `Function`",
  "aws-lambda-event-sources": "use `addConsumer` or `addConsumers` of the construct that sends the events",
  "aws-lambda-nodejs": "use `Function`",
  "aws-logs": "use `CloudwatchLogGroup` of the provider",
  "aws-rds": "use `RDS`",
  "aws-route53": "use `customDomain`, or `Route53Record` of the provider",
  "aws-route53-targets": "use `customDomain`, or `alias` of `Route53Record`",
  "aws-s3": "use `Bucket`",
  "aws-s3-deployment": "use `StaticSite`, or `S3Object` of the provider",
  "aws-secretsmanager": "use `Config.Secret`, or `SecretsmanagerSecret` of the provider",
  "aws-sns": "use `Topic`",
  "aws-sns-subscriptions": "use `addSubscribers` of `Topic`",
  "aws-sqs": "use `Queue`",
  "aws-ssm": "use `Config.Parameter`, or `SsmParameter` of the provider",
  "aws-stepfunctions": "use `SfnStateMachine` of the provider",
  "aws-wafv2": "use `Wafv2WebAcl` of the provider",
};

/** The line of the report for a part of AWS CDK that has no rule. */
export function leftoverText(name: string): string {
  const parts = name.split(".");
  const known = parts.map((_, index) =>
    ownValue(counterparts, parts.slice(0, parts.length - index).join(".")),
  );
  const remedy = known.find((each) => each !== undefined) ?? "write it with the provider's class";
  return `\`${name}\` of AWS CDK: ${remedy}.`;
}
