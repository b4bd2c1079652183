import {
  DescribeEventBusCommand,
  DescribeRuleCommand,
  EventBridgeClient,
  ListEventBusesCommand,
  ListRuleNamesByTargetCommand,
  ListRulesCommand,
  ListTagsForResourceCommand as ListTagsOfRuleCommand,
  ListTargetsByRuleCommand,
  TestEventPatternCommand,
} from "@aws-sdk/client-eventbridge";
import {
  KinesisClient,
  ListShardsCommand,
  ListStreamsCommand,
  PutRecordCommand,
} from "@aws-sdk/client-kinesis";
import {
  GetAliasCommand,
  GetEventSourceMappingCommand,
  GetFunctionCommand,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  GetFunctionUrlConfigCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  ListTagsCommand,
} from "@aws-sdk/client-lambda";
import {
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLocationCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetPublicAccessBlockCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import {
  GetSubscriptionAttributesCommand,
  GetTopicAttributesCommand,
  ListSubscriptionsByTopicCommand,
  ListSubscriptionsCommand,
  ListTagsForResourceCommand,
  paginateListSubscriptionsByTopic,
  SNSClient,
} from "@aws-sdk/client-sns";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { serviceTable } from "../../../lib/local/services/service-table";
import { testModel } from "../support/model";
import { serviceContext } from "./context";

const account = "123456789012";
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${account}:${resource}`;
const [topic, busy] = [arn("sns", "news"), arn("sns", "busy")];
const [fn, queue] = [arn("lambda", "function:mail"), arn("sqs", "bills")];
const rule = arn("events", "rule/orders/placed");

const subscriptions = Object.fromEntries(
  Array.from({ length: 120 }, (_, index) => [
    `Busy${index}`,
    { topic_arn: busy, arn: `${busy}:${index}`, protocol: "lambda", endpoint: fn },
  ]),
);
const model = testModel({
  aws_sns_topic: {
    News: { arn: topic, name: "news", display_name: "News", tags: { team: "web" } },
    Busy: { arn: busy, name: "busy" },
  },
  aws_sns_topic_subscription: {
    ...subscriptions,
    Bills: {
      topic_arn: topic,
      arn: `${topic}:bills`,
      protocol: "sqs",
      endpoint: queue,
      raw_message_delivery: true,
      filter_policy: '{"kind":["gift"]}',
    },
  },
  aws_cloudwatch_event_bus: { Orders: { name: "orders", arn: arn("events", "event-bus/orders") } },
  aws_cloudwatch_event_rule: {
    Placed: {
      name: "placed",
      arn: rule,
      event_bus_name: "orders",
      event_pattern: '{"source":["shop"]}',
      state: "DISABLED",
      tags: { team: "shop" },
    },
  },
  aws_cloudwatch_event_target: {
    Bills: {
      rule: "placed",
      event_bus_name: "orders",
      target_id: "bills",
      arn: queue,
      input_transformer: [{ input_paths: { id: "$.id" }, input_template: '"<id>"' }],
      retry_policy: [{ maximum_retry_attempts: 3 }],
    },
  },
  aws_lambda_function: {
    Mail: {
      function_name: "mail",
      arn: fn,
      role: "role",
      handler: "mail.handler",
      runtime: "nodejs22.x",
      memory_size: 512,
      reserved_concurrent_executions: 3,
      environment: [{ variables: { LEVEL: "debug" } }],
      tags: { team: "web" },
    },
  },
  aws_lambda_function_url: {
    Mail: { function_name: "mail", function_url: "https://x.lambda-url/", authorization_type: "NONE" },
  },
  aws_lambda_alias: { Live: { function_name: fn, name: "live", arn: `${fn}:live`, function_version: "7" } },
  aws_lambda_event_source_mapping: {
    Bills: { uuid: "u1", event_source_arn: queue, function_name: "mail", function_arn: fn, batch_size: 5 },
  },
  aws_kinesis_stream: {
    Clicks: { arn: arn("kinesis", "stream/clicks"), name: "clicks", shard_count: 3 },
    Views: { arn: arn("kinesis", "stream/views"), name: "views", shard_count: 1 },
  },
  aws_s3_bucket: { Files: { bucket: "files", tags: { team: "web" } }, Bare: { bucket: "bare" } },
  aws_s3_bucket_policy: { Files: { bucket: "files", policy: '{"Version":"2012-10-17","Statement":[]}' } },
  aws_s3_bucket_cors_configuration: {
    Files: {
      bucket: "files",
      cors_rule: [{ allowed_methods: ["GET", "PUT"], allowed_origins: ["*"], max_age_seconds: 60 }],
    },
  },
});

const names = ["sns", "events", "lambda", "kinesis", "s3"] as const;
let router: EndpointRouter;
let sns: SNSClient;
let events: EventBridgeClient;
let lambda: LambdaClient;
let kinesis: KinesisClient;
let s3: S3Client;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const running = names.map(async (name) => {
    const service = await serviceTable.get(name)?.start(serviceContext({ model }));
    return service === undefined ? [] : [[name, service] as const];
  });
  router.serve(new Map((await Promise.all(running)).flat()));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const settings = { endpoint: router.url, region: "us-east-1", credentials, forcePathStyle: true };
  sns = new SNSClient(settings);
  events = new EventBridgeClient(settings);
  lambda = new LambdaClient(settings);
  kinesis = new KinesisClient(settings);
  s3 = new S3Client(settings);
});
afterAll(async () => {
  for (const client of [sns, events, lambda, kinesis, s3]) client.destroy();
  await router.close();
});

// https://docs.aws.amazon.com/sns/latest/api/API_Operations.html
describe("responses of SNS about topics", () => {
  test("the attributes of a topic", async () => {
    const { Attributes } = await sns.send(new GetTopicAttributesCommand({ TopicArn: topic }));
    expect(Attributes).toEqual({
      TopicArn: topic,
      Owner: account,
      DisplayName: "News",
      SubscriptionsConfirmed: "1",
      SubscriptionsPending: "0",
      SubscriptionsDeleted: "0",
      Policy: expect.stringContaining("__default_policy_ID"),
      EffectiveDeliveryPolicy: expect.stringContaining("defaultHealthyRetryPolicy"),
    });
  });

  test("the subscriptions of a topic, and the attributes of one", async () => {
    const { Subscriptions } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: topic }));
    expect(Subscriptions).toEqual([
      {
        SubscriptionArn: `${topic}:bills`,
        Owner: account,
        Protocol: "sqs",
        Endpoint: queue,
        TopicArn: topic,
      },
    ]);
    const one = await sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn: `${topic}:bills` }));
    expect(one.Attributes).toMatchObject({
      RawMessageDelivery: "true",
      FilterPolicy: '{"kind":["gift"]}',
      FilterPolicyScope: "MessageAttributes",
    });
  });

  test("lists come in pages of 100", async () => {
    const pages: number[] = [];
    for await (const { Subscriptions } of paginateListSubscriptionsByTopic(
      { client: sns },
      { TopicArn: busy },
    )) {
      pages.push(Subscriptions?.length ?? 0);
    }
    expect(pages).toEqual([100, 20]);
    expect((await sns.send(new ListSubscriptionsCommand({}))).Subscriptions).toHaveLength(100);
  });

  test("tags", async () => {
    const { Tags } = await sns.send(new ListTagsForResourceCommand({ ResourceArn: topic }));
    expect(Tags).toEqual([{ Key: "team", Value: "web" }]);
  });

  test.each([
    [() => sns.send(new GetTopicAttributesCommand({ TopicArn: `${topic}x` })), "NotFoundException"],
    [() => sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: `${topic}x` })), "NotFoundException"],
    [
      () => sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn: `${topic}:x` })),
      "NotFoundException",
    ],
    [
      () => sns.send(new ListTagsForResourceCommand({ ResourceArn: `${topic}x` })),
      "ResourceNotFoundException",
    ],
    [() => sns.send(new ListSubscriptionsCommand({ NextToken: "x" })), "InvalidParameterException"],
  ])("%s is refused", async (request, name) => {
    await expect(request()).rejects.toMatchObject({ name });
  });
});

// https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Operations.html
describe("responses of EventBridge about rules", () => {
  const EventBusName = "orders";

  test("the buses, the default one first", async () => {
    const { EventBuses } = await events.send(new ListEventBusesCommand({}));
    expect(EventBuses?.map(({ Name }) => Name)).toEqual(["default", "orders"]);
    const one = await events.send(new DescribeEventBusCommand({ Name: "orders" }));
    expect(one).toMatchObject({ Arn: arn("events", "event-bus/orders") });
  });

  test("the rules of a bus, those that are disabled included", async () => {
    const { Rules } = await events.send(new ListRulesCommand({ EventBusName, NamePrefix: "pl" }));
    const described = {
      Name: "placed",
      Arn: rule,
      EventPattern: '{"source":["shop"]}',
      State: "DISABLED",
      EventBusName,
    };
    expect(Rules).toEqual([described]);
    expect(await events.send(new DescribeRuleCommand({ Name: "placed", EventBusName }))).toMatchObject(
      described,
    );
    expect((await events.send(new ListRulesCommand({}))).Rules).toEqual([]);
  });

  test("the targets of a rule, and the rules of a target", async () => {
    const { Targets } = await events.send(new ListTargetsByRuleCommand({ Rule: "placed", EventBusName }));
    expect(Targets).toEqual([
      {
        Id: "bills",
        Arn: queue,
        InputTransformer: { InputPathsMap: { id: "$.id" }, InputTemplate: '"<id>"' },
        RetryPolicy: { MaximumRetryAttempts: 3 },
      },
    ]);
    const names = await events.send(new ListRuleNamesByTargetCommand({ TargetArn: queue, EventBusName }));
    expect(names.RuleNames).toEqual(["placed"]);
    const tags = await events.send(new ListTagsOfRuleCommand({ ResourceARN: rule }));
    expect(tags.Tags).toEqual([{ Key: "team", Value: "shop" }]);
  });

  test.each([
    ["shop", true],
    ["other", false],
  ])("whether an event of %s matches a pattern: %p", async (source, expected) => {
    const event = {
      id: "1",
      source,
      "detail-type": "x",
      account,
      time: "",
      region: "",
      resources: [],
      detail: {},
    };
    const command = new TestEventPatternCommand({
      EventPattern: '{"source":["shop"]}',
      Event: JSON.stringify(event),
    });
    expect((await events.send(command)).Result).toBe(expected);
  });

  test.each([
    [() => events.send(new DescribeRuleCommand({ Name: "placed" })), "ResourceNotFoundException"],
    [() => events.send(new ListRulesCommand({ EventBusName: "x" })), "ResourceNotFoundException"],
    [
      () => events.send(new TestEventPatternCommand({ EventPattern: "[1]", Event: "{}" })),
      "InvalidEventPatternException",
    ],
    [
      () => events.send(new TestEventPatternCommand({ EventPattern: "{}", Event: "{}" })),
      "InvalidEventPatternException",
    ],
    [
      () =>
        events.send(new TestEventPatternCommand({ EventPattern: '{"source":["a"]}', Event: '{"id":"1"}' })),
      "ValidationException",
    ],
  ])("%s is refused", async (request, name) => {
    await expect(request()).rejects.toMatchObject({ name });
  });
});

// https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html
describe("responses of Lambda about functions", () => {
  const configuration = {
    FunctionName: "mail",
    FunctionArn: fn,
    Handler: "mail.handler",
    Runtime: "nodejs22.x",
    MemorySize: 512,
    Timeout: 3,
    State: "Active",
    Version: "$LATEST",
    Environment: { Variables: { LEVEL: "debug" } },
  };

  test.each(["mail", fn, `${account}:function:mail`, "mail:$LATEST"])(
    "of %s, its configuration",
    async (FunctionName) => {
      const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      expect(found).toMatchObject(configuration);
    },
  );

  test("its tags, its concurrency, its URL and an alias", async () => {
    const FunctionName = "mail";
    const whole = await lambda.send(new GetFunctionCommand({ FunctionName }));
    expect(whole).toMatchObject({
      Configuration: configuration,
      Tags: { team: "web" },
      Concurrency: { ReservedConcurrentExecutions: 3 },
    });
    expect((await lambda.send(new ListTagsCommand({ Resource: fn }))).Tags).toEqual({ team: "web" });
    const concurrency = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    expect(concurrency.ReservedConcurrentExecutions).toBe(3);
    const url = await lambda.send(new GetFunctionUrlConfigCommand({ FunctionName }));
    expect(url).toMatchObject({
      FunctionUrl: "https://x.lambda-url/",
      AuthType: "NONE",
      InvokeMode: "BUFFERED",
    });
    const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name: "live" }));
    expect(alias).toMatchObject({ AliasArn: `${fn}:live`, FunctionVersion: "7" });
  });

  test("all of them, and what feeds them", async () => {
    const { Functions } = await lambda.send(new ListFunctionsCommand({}));
    expect(Functions).toMatchObject([configuration]);
    const found = await lambda.send(new ListEventSourceMappingsCommand({ FunctionName: "mail" }));
    expect(found.EventSourceMappings).toMatchObject([
      { UUID: "u1", EventSourceArn: queue, FunctionArn: fn, BatchSize: 5, State: "Enabled" },
    ]);
    expect(await lambda.send(new GetEventSourceMappingCommand({ UUID: "u1" }))).toMatchObject(
      found.EventSourceMappings?.[0] ?? {},
    );
    const none = await lambda.send(new ListEventSourceMappingsCommand({ EventSourceArn: topic }));
    expect(none.EventSourceMappings).toEqual([]);
  });

  test.each([
    [() => lambda.send(new GetFunctionCommand({ FunctionName: "other" }))],
    [() => lambda.send(new GetAliasCommand({ FunctionName: "mail", Name: "x" }))],
    [() => lambda.send(new ListEventSourceMappingsCommand({ FunctionName: "other" }))],
    [() => lambda.send(new GetEventSourceMappingCommand({ UUID: "u2" }))],
  ])("%s is not found", async (request) => {
    await expect(request()).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});

// https://docs.aws.amazon.com/kinesis/latest/APIReference/API_Operations.html
describe("Kinesis", () => {
  test("lists streams and shards in pages", async () => {
    const first = await kinesis.send(new ListStreamsCommand({ Limit: 1 }));
    expect(first).toMatchObject({ StreamNames: ["clicks"], HasMoreStreams: true });
    const second = await kinesis.send(new ListStreamsCommand({ Limit: 1, NextToken: first.NextToken }));
    expect(second).toMatchObject({ StreamNames: ["views"], HasMoreStreams: false });
    const shards = await kinesis.send(new ListShardsCommand({ StreamName: "clicks", MaxResults: 2 }));
    expect(shards.Shards).toHaveLength(2);
    const more = await kinesis.send(new ListShardsCommand({ NextToken: shards.NextToken }));
    expect(more.Shards?.map(({ ShardId }) => ShardId)).toEqual(["shardId-000000000002"]);
  });

  test.each([
    ["no partition key", { PartitionKey: "", Data: Buffer.from("a") }],
    ["a long partition key", { PartitionKey: "a".repeat(257), Data: Buffer.from("a") }],
  ])("refuses a record with %s", async (_name, record) => {
    const put = kinesis.send(new PutRecordCommand({ StreamName: "clicks", ...record }));
    await expect(put).rejects.toMatchObject({ name: "ValidationException" });
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
describe("responses of S3 about buckets", () => {
  const Bucket = "files";

  test("their region, policy, tags and CORS rules", async () => {
    // The oldest region has no name here.
    const { LocationConstraint } = await s3.send(new GetBucketLocationCommand({ Bucket }));
    expect(LocationConstraint).toBeUndefined();
    const { Policy, $metadata } = await s3.send(new GetBucketPolicyCommand({ Bucket }));
    expect(JSON.parse(Policy ?? "")).toEqual({ Version: "2012-10-17", Statement: [] });
    expect($metadata.httpStatusCode).toBe(200);
    const { TagSet } = await s3.send(new GetBucketTaggingCommand({ Bucket }));
    expect(TagSet).toEqual([{ Key: "team", Value: "web" }]);
    const { CORSRules } = await s3.send(new GetBucketCorsCommand({ Bucket }));
    expect(CORSRules).toEqual([{ AllowedMethods: ["GET", "PUT"], AllowedOrigins: ["*"], MaxAgeSeconds: 60 }]);
  });

  test("their encryption, and that nothing is public", async () => {
    const { ServerSideEncryptionConfiguration } = await s3.send(new GetBucketEncryptionCommand({ Bucket }));
    expect(ServerSideEncryptionConfiguration?.Rules).toMatchObject([
      { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
    ]);
    const { PublicAccessBlockConfiguration } = await s3.send(new GetPublicAccessBlockCommand({ Bucket }));
    expect(PublicAccessBlockConfiguration).toMatchObject({
      BlockPublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

  test.each([
    [() => s3.send(new GetBucketPolicyCommand({ Bucket: "bare" })), "NoSuchBucketPolicy"],
    [() => s3.send(new GetBucketTaggingCommand({ Bucket: "bare" })), "NoSuchTagSet"],
    [() => s3.send(new GetBucketCorsCommand({ Bucket: "bare" })), "NoSuchCORSConfiguration"],
    [() => s3.send(new GetBucketLocationCommand({ Bucket: "other" })), "NoSuchBucket"],
  ])("%s is refused", async (request, name) => {
    await expect(request()).rejects.toMatchObject({ name });
  });
});
