import { DataAwsKinesisStream } from "@cdktf/provider-aws/lib/data-aws-kinesis-stream";
import { KinesisStream as AwsKinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { KinesisStream, type KinesisStreamProps } from "../../../lib/constructs/kinesis-stream";
import type { RemovalPolicy, Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function, type StreamConsumerMap } from "../../../lib/kit/function";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { expectNothingLeft } from "../../support/refused";
import { addresses, inlineActions, only, resources, testStack } from "../../support/stack";
import { failure } from "../api/support/api";

const handler = "functions/notes.get";
/** Addresses without the hashes that CDKTF puts at their ends. */
const plain = (stack: Stack) => addresses(stack).map((address) => address.replace(/_[0-9A-F]{8}$/, ""));
const clicks = (props: KinesisStreamProps = {}, stack = testStack()) => ({
  stack,
  stream: new KinesisStream(stack, "Clicks", props),
});

describe("KinesisStream", () => {
  test("creates these resources", () => {
    expect(plain(clicks({ consumers: { count: handler } }).stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Clicks_Consumer_Clicks_count_LogGroup",
        "aws_iam_role.Clicks_Consumer_Clicks_count_Role",
        "aws_iam_role_policy.Clicks_Consumer_Clicks_count_Policies_Base",
        "aws_kinesis_stream.Clicks_Stream",
        "aws_lambda_event_source_mapping.Clicks_EventSource_Clicks_count",
        "aws_lambda_function.Clicks_Consumer_Clicks_count_Function",
        "data.archive_file._code_functions-notes-ab2188ae",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(clicks({ consumers: { count: handler } }).stack));
    expect(listedTypes("lib/constructs/kinesis-stream/README.md")).toEqual(
      expect.arrayContaining([...found]),
    );
  });

  test("is a stream named after app and stage, encrypted, kept for a day", () => {
    expect(only(clicks().stack, "aws_kinesis_stream")).toEqual({
      name: "dev-notes-Clicks",
      shard_count: 1,
      retention_period: 24,
      encryption_type: "KMS",
      kms_key_id: "alias/aws/kinesis",
    });
  });

  test.each<[object, object]>([
    [
      { shardCount: 2, retentionPeriod: 8760 },
      { shard_count: 2, retention_period: 8760 },
    ],
    [{ name: "clicks" }, { name: "clicks" }],
    [{ kmsKeyId: "alias/mine" }, { encryption_type: "KMS", kms_key_id: "alias/mine" }],
  ])("cdk.stream %j makes %j", (stream, written) => {
    expect(only(clicks({ cdk: { stream } }).stack, "aws_kinesis_stream")).toMatchObject(written);
  });

  test("has no shards of its own on demand", () => {
    const stream = { streamModeDetails: { streamMode: "ON_DEMAND" } };
    const written = only(clicks({ cdk: { stream } }).stack, "aws_kinesis_stream");
    expect(written).not.toHaveProperty("shard_count");
    expect(written.stream_mode_details).toEqual({ stream_mode: "ON_DEMAND" });
  });

  test.each<[string, object, object]>([
    ["us-east-1", { encryptionType: "NONE" }, { encryption_type: "NONE", kms_key_id: undefined }],
    ["cn-north-1", {}, { encryption_type: undefined, kms_key_id: undefined }],
    ["cn-north-1", { kmsKeyId: "alias/mine" }, { encryption_type: "KMS", kms_key_id: "alias/mine" }],
  ])("is encrypted in %s with %j as %j", (region, stream, written) => {
    const { encryption_type, kms_key_id } = only(
      clicks({ cdk: { stream } }, testStack({ region })).stack,
      "aws_kinesis_stream",
    );
    expect({ encryption_type, kms_key_id }).toEqual(written);
  });

  test("has its attributes as references", () => {
    const { stack, stream } = clicks();
    const { streamArn, streamName } = stream;
    expect(JSON.stringify(resolveValue(stack, { streamArn, streamName })).replace(/aws_\w+\.\w+/g, "s")).toBe(
      '{"streamArn":"${s.arn}","streamName":"${s.name}"}',
    );
  });

  test("has metadata", () => {
    const { stack, stream } = clicks({ consumers: { count: handler } });
    expect(resolveValue(stack, stream.getConstructMetadata())).toEqual({
      type: "KinesisStream",
      data: {
        streamName: resolveValue(stack, stream.streamName),
        consumers: [
          {
            name: "count",
            fn: {
              node: stream.getFunction("count")?.node.addr,
              stack: "dev-notes-Main",
            },
          },
        ],
      },
    });
  });
});

describe("the consumers of a stream", () => {
  test("move no address when one is added", () => {
    const before = addresses(clicks({ consumers: { b: handler } }).stack);
    const after = addresses(clicks({ consumers: { a: handler, b: handler } }).stack);
    expect(after).toEqual(expect.arrayContaining(before));
  });
  test("may come later, and have the same addresses then", () => {
    const { stack, stream } = clicks();
    stream.addConsumers(stream, { a: handler });
    expect(addresses(stack)).toEqual(addresses(clicks({ consumers: { a: handler } }).stack));
  });
  test("may read the stream and not write to it", () => {
    const actions = inlineActions(clicks({ consumers: { a: handler } }).stack);
    expect(actions.filter((action) => action.startsWith("kinesis:")).sort()).toEqual([
      "kinesis:DescribeStream",
      "kinesis:DescribeStreamSummary",
      "kinesis:GetRecords",
      "kinesis:GetShardIterator",
      "kinesis:ListShards",
      "kinesis:ListStreams",
      "kinesis:SubscribeToShard",
    ]);
  });
  test("have the defaults of the stream, those added later too", () => {
    const { stack, stream } = clicks({
      defaults: { function: { timeout: 20 } },
      consumers: { a: handler },
    });
    stream.addConsumers(stack, { b: handler });
    const timeouts = Object.values(resources(stack, "aws_lambda_function")).map(({ timeout }) => timeout);
    expect(timeouts).toEqual([20, 20]);
  });
  test("are bound and permitted, those added later too", () => {
    const { stack, stream } = clicks({ consumers: { a: handler } });
    stream.bind([new Function(stack, "Target", { handler })]);
    stream.attachPermissions(["s3:GetObject"]);
    stream.addConsumers(stack, { b: handler });
    for (const part of ["Clicks_a", "Clicks_b"]) {
      expect(inlineActions(stack, part)).toEqual(
        expect.arrayContaining(["lambda:InvokeFunction", "s3:GetObject"]),
      );
    }
  });
  test("may be the only one that is bound and gets permissions", () => {
    const { stack, stream } = clicks({ consumers: { a: handler, b: handler } });
    stream.bindToConsumer("a", [new Function(stack, "Target", { handler })]);
    stream.attachPermissionsToConsumer("b", ["s3:GetObject"]);
    const has = (part: string, action: string) => inlineActions(stack, part).includes(action);
    expect([has("Clicks_a", "lambda:InvokeFunction"), has("Clicks_a", "s3:GetObject")]).toEqual([
      true,
      false,
    ]);
    expect([has("Clicks_b", "lambda:InvokeFunction"), has("Clicks_b", "s3:GetObject")]).toEqual([
      false,
      true,
    ]);
  });
  test.each<[string, (stream: KinesisStream) => void]>([
    ["bindToConsumer", (stream) => stream.bindToConsumer("counts", [])],
    ["attachPermissionsToConsumer", (stream) => stream.attachPermissionsToConsumer("counts", [])],
  ])("%s names those that exist", (method, run) => {
    const { stream } = clicks({ consumers: { count: handler } });
    const error = failure(() => run(stream));
    expect([error.code, error.prop]).toEqual(["part-not-found", method]);
    expect(error.message).toMatch(/Did you mean "count"\? Known consumers: "count"\./);
    expect(stream.getFunction("counts")).toBeUndefined();
  });
  test("have names of their own, over several calls", () => {
    const { stack, stream } = clicks({ consumers: { "by-date": handler } });
    const error = failure(() => stream.addConsumers(stack, { "by-date": handler }));
    expect([error.code, error.prop]).toEqual(["consumer-duplicate", 'consumers["by-date"]']);
  });
  test.each(["together", "in several calls"])("are different functions, %s", (how) => {
    const { stack, stream } = clicks();
    const fn = new Function(stack, "Count", { handler });
    if (how !== "together") stream.addConsumers(stack, { a: fn });
    const given: StreamConsumerMap = how === "together" ? { a: fn, b: { function: fn } } : { b: fn };
    expectNothingLeft(stack, () => stream.addConsumers(stack, given), "receiver-twice");
  });
  test("may be functions without defaults only", () => {
    const stack = testStack();
    const fn = new Function(stack, "Count", { handler });
    const props = {
      defaults: { function: { timeout: 20 } },
      consumers: { count: fn },
    };
    const error = failure(() => clicks(props, stack));
    expect([error.code, error.prop]).toEqual(["defaults-with-function", "consumers.count"]);
  });
});

describe("an existing stream", () => {
  test.each<[string, (stack: Stack) => NonNullable<KinesisStreamProps["cdk"]>["stream"], string]>([
    [
      "resource",
      (stack) => new AwsKinesisStream(stack, "Old", { name: "old" }),
      "${aws_kinesis_stream.Old.arn}",
    ],
    [
      "data source",
      (stack) => new DataAwsKinesisStream(stack, "Old", { name: "old" }),
      "${data.aws_kinesis_stream.Old.arn}",
    ],
  ])("accepts an existing one as a %s", (_, create, arn) => {
    const stack = testStack({ defaultRemovalPolicy: "retain" });
    clicks({ consumers: { count: handler }, cdk: { stream: create(stack) } }, stack);
    expect(only(stack, "aws_lambda_event_source_mapping").event_source_arn).toBe(arn);
    expect(JSON.stringify(resources(stack, "aws_kinesis_stream"))).not.toMatch(/Clicks|prevent_destroy/);
  });
});

describe("the removal policy of a stream", () => {
  const removal = (policy: RemovalPolicy | undefined, stream = {}) => {
    const { stack } = clicks({ cdk: { stream } }, testStack({ defaultRemovalPolicy: policy }));
    const { enforce_consumer_deletion, lifecycle } = only(stack, "aws_kinesis_stream");
    return [enforce_consumer_deletion, lifecycle];
  };
  test.each<[RemovalPolicy | undefined, unknown[]]>([
    [undefined, [undefined, undefined]],
    ["destroy", [true, undefined]],
    ["retain", [undefined, { prevent_destroy: true }]],
    ["snapshot", [undefined, { prevent_destroy: true }]],
  ])("%p", (policy, written) => {
    expect(removal(policy)).toEqual(written);
  });
  test("gives way to the caller's config", () => {
    const stream = {
      enforceConsumerDeletion: false,
      lifecycle: { preventDestroy: false },
    };
    expect(removal("destroy", stream)).toEqual([false, { prevent_destroy: false }]);
    expect(removal("retain", stream)).toEqual([false, { prevent_destroy: false }]);
  });
  test("may be set after the stream, the last call winning", () => {
    const { stack } = clicks({}, testStack({ defaultRemovalPolicy: "destroy" }));
    stack.app.setDefaultRemovalPolicy("retain");
    expect(only(stack, "aws_kinesis_stream")).not.toHaveProperty("enforce_consumer_deletion");
  });
});

describe("a KinesisStream as something bound or permitted", () => {
  test("gives functions its name and all that using it needs", () => {
    const { stack, stream } = clicks();
    const fn = new Function(stack, "User", { handler, bind: [stream] });
    expect(resolveValue(stack, fn.cdk.function.environmentInput?.variables)).toMatchObject({
      SERVERFORM_KinesisStream_streamName_Clicks: expect.stringMatching(
        /^\$\{aws_kinesis_stream\.\w+\.name\}$/,
      ),
    });
    expect(inlineActions(stack)).toEqual(expect.arrayContaining(["kinesis:PutRecord", "kinesis:GetRecords"]));
    expect(inlineActions(stack).join()).not.toMatch(/kms:|Delete|\*/);
  });
  test("brings the permission for a key of the caller", () => {
    const { stack, stream } = clicks({
      cdk: { stream: { kmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/k" } },
    });
    new Function(stack, "User", {
      handler,
      permissions: [[stream, "grantWrite"]],
    });
    expect(inlineActions(stack)).toContain("kms:GenerateDataKey*");
  });
});

describe("a KinesisStream refuses", () => {
  const cdk = (stream: object) => ({ cdk: { stream } });
  test.each<[string, object, string, string]>([
    ["an unknown prop", { consumer: handler }, "key-unknown", "props"],
    ["an unknown default", { defaults: { consumer: {} } }, "key-unknown", "defaults"],
    [
      "an unknown prop of functions",
      { defaults: { function: { time: 5 } } },
      "key-unknown",
      "defaults.function",
    ],
    ["an unknown key in cdk", { cdk: { kinesisStream: {} } }, "key-unknown", "cdk"],
    ["an unknown key of the stream", cdk({ shards: 5 }), "key-unknown", "cdk.stream"],
    [
      "shards on demand",
      cdk({ shardCount: 2, streamModeDetails: { streamMode: "ON_DEMAND" } }),
      "stream-shards-on-demand",
      "cdk.stream.shardCount",
    ],
    [
      "an unknown mode",
      cdk({ streamModeDetails: { streamMode: "on_demand" } }),
      "literal-unknown",
      "cdk.stream.streamModeDetails.streamMode",
    ],
    ["no shards", cdk({ shardCount: 0 }), "out-of-range", "cdk.stream.shardCount"],
    ["a short retention", cdk({ retentionPeriod: 23 }), "out-of-range", "cdk.stream.retentionPeriod"],
    ["a long retention", cdk({ retentionPeriod: 8761 }), "out-of-range", "cdk.stream.retentionPeriod"],
    ["an unknown encryption", cdk({ encryptionType: "AES" }), "literal-unknown", "cdk.stream.encryptionType"],
    ["a long name", cdk({ name: "x".repeat(129) }), "name-too-long", "cdk.stream.name"],
    ["a name with other characters", cdk({ name: "a b" }), "prop-invalid", "cdk.stream.name"],
  ])("%s", (_, props, code, prop) => {
    const error = failure(() => clicks(props as KinesisStreamProps));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });
  test("accepts values at the limits", () => {
    for (const retentionPeriod of [24, 8760]) clicks(cdk({ retentionPeriod, name: "x".repeat(128) }));
    clicks(cdk({ shardCount: 1, streamModeDetails: { streamMode: "PROVISIONED" } }));
  });
});

describe("addConsumers of a KinesisStream", () => {
  test.each([
    ["a handler that does not exist", "functions/none.get", "handler-not-found"],
    ["an option of queues", { function: handler, maxConcurrency: 5 }, "consumer-option-elsewhere"],
    [
      "a batch size out of range",
      { function: handler, cdk: { eventSource: { batchSize: 0 } } },
      "consumer-batch-size",
    ],
    ["an invalid destination", { function: handler, onFailure: "failed" }, "prop-invalid"],
  ])("leaves nothing behind when the second consumer has %s", (_, bad, code) => {
    const { stack, stream } = clicks();
    const call = () => stream.addConsumers(stack, { good: handler, bad: bad as string });
    expectNothingLeft(stack, call, code);
    stream.addConsumers(stack, { good: handler });
    expect(stream.getFunction("good")).toBeDefined();
  });
});
