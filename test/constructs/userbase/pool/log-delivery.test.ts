import {
  Userbase,
  type UserbaseLogDeliveryProps,
  type UserbaseProps,
} from "../../../../lib/constructs/userbase";
import { addresses, only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, directory, named, plain, statementsOf } from "../support";

const plus = { featureTier: "plus", threatProtection: "audit" } as const;
const deliver = (logDelivery: UserbaseLogDeliveryProps, props: UserbaseProps = {}) =>
  directory({ ...plus, logDelivery, ...props }).stack;
const configurations = (logDelivery: UserbaseLogDeliveryProps): unknown =>
  only(deliver(logDelivery), "aws_cognito_log_delivery_configuration").log_configurations;

const groupArn = "arn:aws:logs:us-east-1:123456789012:log-group:users";
const bucketArn = "arn:aws:s3:::logs";
const streamArn = "arn:aws:firehose:us-east-1:123456789012:deliverystream/users";
const prefix = "arn:aws:logs:us-east-1:123456789012:log-group:/aws/vendedlogs/cognito/*:log-stream:*";

describe("the logs of a directory", () => {
  test("go to a log group per source, which AWS may write to", () => {
    const stack = deliver({ userNotification: true, userAuthEvents: { retention: "one_week" } });
    expect(plain(stack).filter((each) => /log/i.test(each))).toEqual([
      "aws_cloudwatch_log_group.Auth_LogDelivery_userAuthEvents",
      "aws_cloudwatch_log_group.Auth_LogDelivery_userNotification",
      "aws_cloudwatch_log_resource_policy._userLogs_Policy",
      "aws_cognito_log_delivery_configuration.Auth_LogDelivery_Configuration",
      "terraform_data.Auth_Login",
    ]);
    const group = (source: string) => named(stack, "aws_cloudwatch_log_group", `Auth_LogDelivery_${source}`);
    expect(group("userNotification")).toMatchObject({
      name: "/aws/vendedlogs/cognito/dev-notes-Auth/userNotification",
      retention_in_days: 365,
    });
    expect(group("userAuthEvents").retention_in_days).toBe(7);
    const delivery = only(stack, "aws_cognito_log_delivery_configuration");
    expect(delivery.depends_on).toEqual([
      expect.stringMatching(/^aws_cloudwatch_log_resource_policy\._userLogs_Policy_\w+$/),
    ]);
    const arn = expect.stringMatching(/^\$\{aws_cloudwatch_log_group\.\w+\.arn\}$/);
    expect(delivery.log_configurations).toEqual([
      {
        event_source: "userNotification",
        log_level: "ERROR",
        cloud_watch_logs_configuration: [{ log_group_arn: arn }],
      },
      {
        event_source: "userAuthEvents",
        log_level: "INFO",
        cloud_watch_logs_configuration: [{ log_group_arn: arn }],
      },
    ]);
  });

  test.each<[UserbaseLogDeliveryProps["userAuthEvents"], object]>([
    [{ logGroupArn: groupArn }, { cloud_watch_logs_configuration: [{ log_group_arn: groupArn }] }],
    [{ bucketArn }, { s3_configuration: [{ bucket_arn: bucketArn }] }],
    [{ streamArn }, { firehose_configuration: [{ stream_arn: streamArn }] }],
  ])("of sign-ins go to %j", (userAuthEvents, expected) => {
    expect(configurations({ userAuthEvents, userNotification: false })).toEqual([
      { event_source: "userAuthEvents", log_level: "INFO", ...expected },
    ]);
  });

  test("of all directories of a stack share one policy of their account", () => {
    const stack = testStack({ account });
    new Userbase(stack, "A", { logDelivery: { userNotification: true } });
    new Userbase(stack, "B", { logDelivery: { userNotification: { logGroupArn: groupArn } } });
    const policy = only(stack, "aws_cloudwatch_log_resource_policy");
    expect(statementsOf(policy.policy_document)).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "delivery.logs.amazonaws.com" },
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: [prefix, `${groupArn}:log-stream:*`],
        Condition: {
          StringEquals: { "aws:SourceAccount": account },
          ArnLike: { "aws:SourceArn": "arn:aws:logs:us-east-1:123456789012:*" },
        },
      },
    ]);
  });

  test("need no policy of the account in a bucket, and nothing when they are off", () => {
    expect(
      resources(deliver({ userAuthEvents: { bucketArn } }), "aws_cloudwatch_log_resource_policy"),
    ).toEqual({});
    expect(addresses(deliver({ userNotification: false })).join()).not.toMatch(/log_/);
  });

  test.each<[object, string, string]>([
    [{ userNotifications: true }, "key-unknown", ""],
    [{ userNotification: "ERROR" }, "prop-invalid", ".userNotification"],
    [{ userNotification: { level: "INFO" } }, "key-unknown", ".userNotification"],
    [{ userNotification: { retention: "1 day" } }, "literal-unknown", ".userNotification.retention"],
    [{ userNotification: { bucketArn } }, "userbase-log-target", ".userNotification.bucketArn"],
    [{ userNotification: { streamArn } }, "userbase-log-target", ".userNotification.streamArn"],
    [{ userAuthEvents: { bucketArn, streamArn } }, "props-exclude", ".userAuthEvents.streamArn"],
    [{ userAuthEvents: { bucketArn, retention: "one_day" } }, "props-exclude", ".userAuthEvents.retention"],
    [{ userAuthEvents: { bucketArn: "logs" } }, "prop-invalid", ".userAuthEvents.bucketArn"],
    [{ userAuthEvents: { streamArn: bucketArn } }, "prop-invalid", ".userAuthEvents.streamArn"],
    [{ userAuthEvents: { logGroupArn: `${groupArn}:*` } }, "prop-invalid", ".userAuthEvents.logGroupArn"],
  ])("are refused: %j", (logDelivery, code, key) => {
    expect(failure(() => deliver(logDelivery))).toMatchObject({ code, prop: `logDelivery${key}` });
  });

  test.each<[UserbaseProps, string]>([
    [{ featureTier: "essentials", threatProtection: "off" }, "userbase-tier"],
    [{ threatProtection: "off" }, "prop-needs"],
    [{ threatProtection: undefined }, "prop-needs"],
  ])("of sign-ins need threat protection: %j", (props, code) => {
    const error = failure(() => deliver({ userAuthEvents: true }, props));
    expect(error).toMatchObject({ code, prop: "logDelivery.userAuthEvents" });
  });
});
