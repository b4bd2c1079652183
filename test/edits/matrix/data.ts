import type { IConstruct } from "constructs";
import { Api } from "../../../lib/constructs/api";
import { Bucket, type BucketProps } from "../../../lib/constructs/bucket";
import { Config } from "../../../lib/constructs/config";
import { Cron, type CronProps } from "../../../lib/constructs/cron";
import { EventBus, type EventBusProps } from "../../../lib/constructs/event-bus";
import { KinesisStream, type KinesisStreamProps } from "../../../lib/constructs/kinesis-stream";
import { Queue, type QueueProps } from "../../../lib/constructs/queue";
import { Table, type TableProps } from "../../../lib/constructs/table";
import { Topic, type TopicProps } from "../../../lib/constructs/topic";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { type Edits, handler, other, propEdits } from "./edit";

/** Something that the function of a route is bound to: Terraform spreads the order of its permission to it. */
const bound = (make: (stack: Stack) => IConstruct) => (stack: Stack) => {
  const it = make(stack);
  new Api(stack, "Api", { routes: { "GET /": new Function(stack, "Fn", { handler, bind: [it] }) } });
};

const boundEdits = <Props>(
  make: new (stack: Stack, id: string, props: Props) => IConstruct,
  edits: Readonly<Record<string, readonly [before: Props, after: Props, known?: readonly string[]]>>,
): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([name, [before, after, known]]) => [
      `${make.name} ${name}`,
      {
        before: bound((stack) => new make(stack, "It", before)),
        after: bound((stack) => new make(stack, "It", after)),
        ...(known && { known }),
      },
    ]),
  );

const table: TableProps = { fields: { id: "string", at: "number" }, primaryIndex: { partitionKey: "id" } };
const withFields = (more: TableProps): TableProps => ({ ...table, ...more });
const index = { partitionKey: "at" };

const replaced = (address: string, attributes: string) => [`${address} is replaced for ${attributes}`];

/** AWS cannot change these attributes. The old table is destroyed first, because both have the same name. */
const newTable = (attribute: string) => replaced("aws_dynamodb_table.It_Table", attribute);

/** The old bucket is destroyed first if the new one has a fixed name: both may have the same name. */
const newNamedBucket = [
  ...["aws_iam_role_policy.Fn_Policies_Base", "aws_lambda_function.Fn_Function"].map(
    (each) => `aws_s3_bucket.It_Bucket goes before ${each} has changed`,
  ),
  ...replaced("aws_s3_bucket.It_Bucket", "bucket"),
];

const tableEdits = boundEdits<TableProps>(Table, {
  "sort key added": [
    table,
    withFields({ primaryIndex: { partitionKey: "id", sortKey: "at" } }),
    newTable("range_key"),
  ],
  "recovery days removed": [withFields({ recoveryDays: 7 }), table],
  "partition key": [table, withFields({ primaryIndex: { partitionKey: "at" } }), newTable("hash_key")],
  "type of the key": [table, withFields({ fields: { id: "binary", at: "number" } })],
  "local index added": [
    withFields({ primaryIndex: { partitionKey: "id", sortKey: "at" } }),
    {
      fields: { id: "string", at: "number", by: "string" },
      primaryIndex: { partitionKey: "id", sortKey: "at" },
      localIndexes: { byBy: { sortKey: "by" } },
    },
    newTable("local_secondary_index"),
  ],
  "global index added": [table, withFields({ globalIndexes: { byAt: index } })],
  "global index projection": [
    withFields({ globalIndexes: { byAt: index } }),
    withFields({ globalIndexes: { byAt: { ...index, projection: "keys_only" } } }),
  ],
  "stream on": [table, withFields({ stream: "new_image" })],
  "stream off": [withFields({ stream: "new_image" }), table],
  "stream view": [withFields({ stream: "new_image" }), withFields({ stream: "keys_only" })],
  "time to live": [table, withFields({ timeToLiveAttribute: "at" })],
  "recovery days": [table, withFields({ recoveryDays: 7 })],
  "deletion protection": [table, withFields({ deletionProtection: true })],
  "replica added": [table, withFields({ replicas: { "eu-west-1": {} } })],
  "replica removed": [withFields({ replicas: { "eu-west-1": {} } }), table],
  "consumer removed": [withFields({ stream: true, consumers: { a: handler } }), withFields({ stream: true })],
  "consumer renamed": [
    withFields({ stream: true, consumers: { a: handler } }),
    withFields({ stream: true, consumers: { b: handler } }),
  ],
  "consumer code": [
    withFields({ stream: true, consumers: { a: handler } }),
    withFields({ stream: true, consumers: { a: other } }),
  ],
  "provisioned capacity": [
    table,
    withFields({ cdk: { table: { billingMode: "PROVISIONED", readCapacity: 1, writeCapacity: 1 } } }),
  ],
});

const bucketEdits = boundEdits<BucketProps>(Bucket, {
  "cors off": [{}, { cors: false }],
  "cors rules": [{}, { cors: [{ allowedMethods: ["GET"], allowedOrigins: ["https://a.example.com"] }] }],
  "notification added": [{}, { notifications: { a: handler } }],
  "notification removed": [{ notifications: { a: handler } }, {}],
  "notification renamed": [{ notifications: { a: handler } }, { notifications: { b: handler } }],
  "notification events": [
    { notifications: { a: { function: handler } } },
    { notifications: { a: { function: handler, events: ["object_removed"] } } },
  ],
  "name given": [{}, { name: "it-of-the-notes" }, newNamedBucket],
  "name changed": [{ name: "it-of-the-notes" }, { name: "it-of-all-notes" }, newNamedBucket],
  "object lock": [
    {},
    { cdk: { bucket: { objectLockEnabled: true } } },
    replaced("aws_s3_bucket.It_Bucket", "object_lock_enabled"),
  ],
  "force destroy": [{}, { cdk: { bucket: { forceDestroy: true } } }],
});

const deadLetterTargetArn = "arn:aws:sqs:us-east-1:123456789012:failed";
const redriven: QueueProps = {
  cdk: { queue: { redrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 }) } },
};

const queueEdits = boundEdits<QueueProps>(Queue, {
  "consumer added": [{}, { consumer: handler }],
  "consumer removed": [{ consumer: handler }, {}],
  "consumer code": [{ consumer: handler }, { consumer: other }],
  "time-out": [{}, { cdk: { queue: { visibilityTimeoutSeconds: 60 } } }],
  "redrive policy removed": [redriven, { cdk: { queue: { redrivePolicy: "" } } }],
  // The document of the prop says what to write instead.
  "redrive policy left out": [redriven, {}, ["aws_sqs_queue.It_Queue keeps redrive_policy"]],
  fifo: [{}, { cdk: { queue: { fifoQueue: true } } }, replaced("aws_sqs_queue.It_Queue", "fifo_queue, name")],
  name: [{}, { cdk: { queue: { name: "other" } } }, replaced("aws_sqs_queue.It_Queue", "name")],
});

const topicEdits = boundEdits<TopicProps>(Topic, {
  "subscriber added": [{}, { subscribers: { a: handler } }],
  "subscriber removed": [{ subscribers: { a: handler } }, {}],
  "subscriber renamed": [{ subscribers: { a: handler } }, { subscribers: { b: handler } }],
  "subscriber code": [{ subscribers: { a: handler } }, { subscribers: { a: other } }],
  "subscriber filter": [
    { subscribers: { a: { function: handler } } },
    { subscribers: { a: { function: handler, cdk: { subscription: { filterPolicy: { kind: ["x"] } } } } } },
  ],
  fifo: [{}, { cdk: { topic: { fifoTopic: true } } }, replaced("aws_sns_topic.It_Topic", "fifo_topic, name")],
});

const rule = { pattern: { source: ["notes"] }, targets: { a: handler } };
const busEdits = boundEdits<EventBusProps>(EventBus, {
  "rule added": [{}, { rules: { one: rule } }],
  "rule removed": [{ rules: { one: rule } }, {}],
  "rule renamed": [{ rules: { one: rule } }, { rules: { two: rule } }],
  "rule pattern": [{ rules: { one: rule } }, { rules: { one: { ...rule, pattern: { source: ["other"] } } } }],
  "target renamed": [{ rules: { one: rule } }, { rules: { one: { ...rule, targets: { b: handler } } } }],
  "target code": [{ rules: { one: rule } }, { rules: { one: { ...rule, targets: { a: other } } } }],
  "target to log group": [
    { rules: { one: rule } },
    { rules: { one: { ...rule, targets: { a: { type: "log_group" } } } } },
  ],
  "name of the bus": [
    { rules: { one: rule } },
    { rules: { one: rule }, cdk: { eventBus: { name: "other" } } },
    replaced("aws_cloudwatch_event_bus.It_Bus", "name"),
  ],
});

const streamEdits = boundEdits<KinesisStreamProps>(KinesisStream, {
  "consumer removed": [{ consumers: { a: handler } }, {}],
  "consumer renamed": [{ consumers: { a: handler } }, { consumers: { b: handler } }],
  "consumer limits removed": [
    { consumers: { a: { function: handler, maxAge: "1 hour", retryAttempts: 3, parallelization: 2 } } },
    { consumers: { a: { function: handler } } },
  ],
  "consumer options removed": [
    {
      consumers: {
        a: {
          function: handler,
          partialBatchResponses: true,
          bisectOnError: true,
          maxBatchingWindow: "1 minute",
          filters: [{ data: { a: [1] } }],
          onFailure: "arn:aws:sqs:us-east-1:123456789012:failed",
        },
      },
    },
    { consumers: { a: { function: handler } } },
  ],
  retention: [{}, { cdk: { stream: { retentionPeriod: 48 } } }],
  shards: [{}, { cdk: { stream: { streamModeDetails: { streamMode: "PROVISIONED" }, shardCount: 1 } } }],
});

const berlin: CronProps = { schedule: "cron(0 9 * * ? *)", timezone: "Europe/Berlin", job: handler };

const cronEdits = propEdits(Cron, {
  schedule: [
    { schedule: "rate(1 day)", job: handler },
    { schedule: "rate(2 days)", job: handler },
  ],
  "job code": [
    { schedule: "rate(1 day)", job: handler },
    { schedule: "rate(1 day)", job: other },
  ],
  disabled: [
    { schedule: "rate(1 day)", job: handler },
    { schedule: "rate(1 day)", job: handler, enabled: false },
  ],
  "time zone": [berlin, { ...berlin, timezone: "America/New_York" }],
  "flexible window and end": [
    berlin,
    { ...berlin, flexibleWindow: "15 minutes", end: "2090-01-01T00:00:00Z" },
  ],
  "disabled with time zone": [berlin, { ...berlin, enabled: false }],
  "job code with time zone": [berlin, { ...berlin, job: other }],
});

const configEdits: Edits = {
  "Config.Parameter value": {
    before: bound((stack) => new Config.Parameter(stack, "PARAM", { value: "a" })),
    after: bound((stack) => new Config.Parameter(stack, "PARAM", { value: "b" })),
  },
  "Config.Secret renamed": {
    before: bound((stack) => new Config.Secret(stack, "KEY")),
    after: bound((stack) => new Config.Secret(stack, "TOKEN")),
  },
  "Config.Parameter to Config.Secret": {
    before: bound((stack) => new Config.Parameter(stack, "PARAM", { value: "a" })),
    after: bound((stack) => new Config.Secret(stack, "PARAM")),
  },
};

export const dataEdits: Edits = {
  ...tableEdits,
  ...bucketEdits,
  ...queueEdits,
  ...topicEdits,
  ...busEdits,
  ...streamEdits,
  ...cronEdits,
  ...configEdits,
};
