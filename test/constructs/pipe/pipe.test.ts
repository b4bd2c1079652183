import { EventBus, Function, KinesisStream, Pipe, type PipeProps, Queue, Table, Topic } from "../../../lib";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { addresses, inlineStatements, resources, testStack } from "../../support/stack";
import { expectRefused, onlyPlain, plain, plainStatements } from "../app-sync-api/support";

const handler = "functions/notes.get";
type TestStack = ReturnType<typeof testStack>;

function pipe(props: (stack: TestStack) => PipeProps) {
  const stack = testStack({ account: "111122223333" });
  return { stack, it: new Pipe(stack, "It", props(stack)) };
}

const table = (stack: TestStack, stream = true) =>
  new Table(stack, "Orders", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" }, stream });

/** The resources of the statements for a service. */
const allowed = (stack: TestStack, service: string) =>
  plainStatements(stack)
    .filter(({ Action }) => String(Action).startsWith(`${service}:`))
    .flatMap(({ Resource }) => Resource);

describe("Pipe", () => {
  test("creates these resources", () => {
    const { stack } = pipe((stack) => ({
      source: new Queue(stack, "In"),
      enrichment: handler,
      target: handler,
    }));
    expect(addresses(stack).map(plain)).toEqual([
      "aws_cloudwatch_log_group.It_Enrichment_LogGroup",
      "aws_cloudwatch_log_group.It_Target_LogGroup",
      "aws_iam_role.It_Enrichment_Role",
      "aws_iam_role.It_Role",
      "aws_iam_role.It_Target_Role",
      "aws_iam_role_policy.It_Enrichment_Policies_Base",
      "aws_iam_role_policy.It_Policies_Base",
      "aws_iam_role_policy.It_Target_Policies_Base",
      "aws_lambda_function.It_Enrichment_Function",
      "aws_lambda_function.It_Target_Function",
      "aws_pipes_pipe.It_Pipe",
      "aws_sqs_queue.In_Queue",
      "aws_sqs_queue_policy.In_Policy",
      "data.archive_file._code_functions-notes-ab2188ae",
    ]);
    expect(listedTypes("lib/constructs/pipe/README.md")).toEqual(
      expect.arrayContaining(typesOf(addresses(stack)).filter((type) => !type.startsWith("aws_sqs"))),
    );
  });

  test("reads a queue and calls functions, by a role that may do no more", () => {
    const { stack } = pipe((stack) => ({
      source: new Queue(stack, "In"),
      enrichment: handler,
      target: handler,
      batchSize: 5,
      batchWindow: "1 minute",
    }));
    expect(onlyPlain(stack, "aws_pipes_pipe")).toEqual({
      name: "dev-notes-It",
      desired_state: "RUNNING",
      role_arn: "${aws_iam_role.It_Role.arn}",
      source: "${aws_sqs_queue.In_Queue.arn}",
      source_parameters: { sqs_queue_parameters: { batch_size: 5, maximum_batching_window_in_seconds: 60 } },
      enrichment: "${aws_lambda_function.It_Enrichment_Function.arn}",
      target: "${aws_lambda_function.It_Target_Function.arn}",
      depends_on: ["aws_iam_role_policy.It_Policies_Base"],
    });
    const trust = resources(stack, "aws_iam_role");
    expect(
      Object.entries(trust).find(([name]) => name.startsWith("It_Role"))?.[1].assume_role_policy,
    ).toMatch(/"aws:SourceAccount".*"aws:SourceArn":"arn:\S*:pipes:\*:\S*:pipe\/dev-notes-It"/);
    expect(allowed(stack, "sqs")).toEqual(["${aws_sqs_queue.In_Queue.arn}"]);
    expect(allowed(stack, "lambda").sort()).toEqual([
      "${aws_lambda_function.It_Enrichment_Function.arn}",
      "${aws_lambda_function.It_Enrichment_Function.arn}:*",
      "${aws_lambda_function.It_Target_Function.arn}",
      "${aws_lambda_function.It_Target_Function.arn}:*",
    ]);
  });

  test("passes filtered changes of a table on to a bus", () => {
    const { stack } = pipe((stack) => ({
      source: table(stack),
      target: new EventBus(stack, "Bus"),
      filters: [{ eventName: ["INSERT"] }],
      template: '{"id": <$.dynamodb.Keys.id.S>}',
      detailType: "ordered",
      eventSource: "shop",
      retryAttempts: 3,
      enabled: false,
    }));
    expect(onlyPlain(stack, "aws_pipes_pipe")).toMatchObject({
      desired_state: "STOPPED",
      source: "${aws_dynamodb_table.Orders_Table.stream_arn}",
      source_parameters: {
        dynamodb_stream_parameters: { starting_position: "LATEST", maximum_retry_attempts: 3 },
        filter_criteria: { filter: [{ pattern: '{"eventName":["INSERT"]}' }] },
      },
      target: "${aws_cloudwatch_event_bus.Bus.arn}",
      target_parameters: {
        eventbridge_event_bus_parameters: { detail_type: "ordered", source: "shop" },
        input_template: '{"id": <$.dynamodb.Keys.id.S>}',
      },
    });
  });

  test.each([
    ["a topic", (stack: TestStack) => ({ target: new Topic(stack, "Out") }), undefined],
    [
      "a stream, by the id of each message",
      (stack: TestStack) => ({ target: new KinesisStream(stack, "Out") }),
      { kinesis_stream_parameters: { partition_key: "$.messageId" } },
    ],
    [
      "a stream",
      (stack: TestStack) => ({ target: new KinesisStream(stack, "Out"), partitionKey: "$.messageId" }),
      { kinesis_stream_parameters: { partition_key: "$.messageId" } },
    ],
    [
      "a FIFO queue",
      (stack: TestStack) => ({
        target: new Queue(stack, "Out", { cdk: { queue: { fifoQueue: true } } }),
        messageGroupId: "$.messageId",
      }),
      { sqs_queue_parameters: { message_group_id: "$.messageId" } },
    ],
  ])("sends to %s", (_what, props, parameters) => {
    const { stack } = pipe((stack) => ({ source: new Queue(stack, "In"), ...props(stack) }));
    expect(onlyPlain(stack, "aws_pipes_pipe").target_parameters).toEqual(parameters);
  });

  test.each([
    [
      "a queue",
      (stack: TestStack) => new Queue(stack, "Dead"),
      "${aws_sqs_queue.Dead_Queue.arn}",
      "sqs:SendMessage",
    ],
    [
      "a topic",
      (stack: TestStack) => new Topic(stack, "Dead"),
      "${aws_sns_topic.Dead_Topic.arn}",
      "sns:Publish",
    ],
  ])(
    "reports to %s which changes of a table failed, and may write there",
    (_what, destination, arn, action) => {
      const { stack } = pipe((stack) => ({
        source: table(stack),
        target: handler,
        retryAttempts: 3,
        onFailure: destination(stack),
      }));
      expect(onlyPlain(stack, "aws_pipes_pipe").source_parameters).toMatchObject({
        dynamodb_stream_parameters: { maximum_retry_attempts: 3, dead_letter_config: { arn } },
      });
      const granted = inlineStatements(stack, "It_Policies").filter(({ Action }) =>
        [Action].flat().includes(action),
      );
      expect(granted.map(({ Resource }) => String(Resource).replace(/_[0-9A-F]{8}\./, "."))).toEqual([arn]);
    },
  );

  test("calls a function that exists, and hands both functions out", () => {
    const { stack, it } = pipe((stack) => ({
      source: new KinesisStream(stack, "In"),
      target: new Function(stack, "Sink", { handler }),
    }));
    it.attachPermissions(["s3:GetObject"]);
    expect(it.getFunction("target")?.node.id).toBe("Sink");
    expect(it.getFunction("enrichment")).toBeUndefined();
    expect(it.getConstructMetadata()).toMatchObject({
      type: "Pipe",
      data: { target: { stack: "dev-notes-Main" } },
    });
    expect(JSON.stringify(plainStatements(stack))).toContain("s3:GetObject");
  });
});

describe("Pipe refuses", () => {
  const queue = (stack: TestStack, props: object = {}) => new Queue(stack, "In", props);
  const fifo = { cdk: { queue: { fifoQueue: true } } };
  test.each<[string, string, (stack: TestStack) => object]>([
    ["prop-required", "source", () => ({ target: handler })],
    ["prop-invalid", "source", (stack) => ({ source: new Topic(stack, "In"), target: handler })],
    [
      "pipe-topic-fifo",
      "target",
      (stack) => ({
        source: queue(stack),
        target: new Topic(stack, "Out", { cdk: { topic: { fifoTopic: true } } }),
      }),
    ],
    [
      "key-unknown",
      "filters[0]",
      (stack) => ({ source: queue(stack), target: handler, filters: [{ dynamodb: { Keys: ["x"] } }] }),
    ],
    ["prop-required", "target", (stack) => ({ source: queue(stack) })],
    ["pipe-source-stream", "source", (stack) => ({ source: table(stack, false), target: handler })],
    ["key-unknown", "props", (stack) => ({ source: queue(stack), target: handler, filter: [] })],
    [
      "key-rejected",
      "cdk.pipe",
      (stack) => ({ source: queue(stack), target: handler, cdk: { pipe: { roleArn: "x" } } }),
    ],
    [
      "out-of-range",
      "batchSize",
      (stack) => ({ source: queue(stack, fifo), target: handler, batchSize: 11 }),
    ],
    ["prop-invalid", "batchSize", (stack) => ({ source: queue(stack), target: handler, batchSize: 11 })],
    [
      "prop-invalid",
      "batchSize",
      (stack) => ({ source: queue(stack), target: handler, batchSize: 11, batchWindow: "0 seconds" }),
    ],
    [
      "consumer-filter-too-long",
      "filters[0]",
      (stack) => ({ source: queue(stack), target: handler, filters: [{ body: { a: ["x".repeat(4096)] } }] }),
    ],
    [
      "out-of-range",
      "batchWindow",
      (stack) => ({ source: queue(stack), target: handler, batchWindow: "6 minutes" }),
    ],
    [
      "out-of-range",
      "retryAttempts",
      (stack) => ({ source: new KinesisStream(stack, "Stream"), target: handler, retryAttempts: 0 }),
    ],
    [
      "pipe-option-unused",
      "retryAttempts",
      (stack) => ({ source: queue(stack), target: handler, retryAttempts: 1 }),
    ],
    [
      "pipe-option-unused",
      "onFailure",
      (stack) => ({ source: queue(stack), target: handler, onFailure: new Queue(stack, "Dead") }),
    ],
    [
      "prop-invalid",
      "onFailure",
      (stack) => ({ source: table(stack), target: handler, onFailure: new EventBus(stack, "Dead") }),
    ],
    [
      "pipe-option-unused",
      "detailType",
      (stack) => ({ source: queue(stack), target: handler, detailType: "x" }),
    ],
    [
      "pipe-option-unused",
      "messageGroupId",
      (stack) => ({ source: queue(stack), target: new Queue(stack, "Out"), messageGroupId: "x" }),
    ],
    [
      "prop-required",
      "messageGroupId",
      (stack) => ({ source: queue(stack), target: new Queue(stack, "Out", fifo) }),
    ],
    [
      "quota-exceeded",
      "filters",
      (stack) => ({ source: queue(stack), target: handler, filters: Array(6).fill({ a: ["b"] }) }),
    ],
    ["prop-invalid", "filters[0]", (stack) => ({ source: queue(stack), target: handler, filters: ["x"] })],
  ])("%s at %s", (code, prop, props) => {
    const stack = testStack();
    const given = props(stack);
    expect(expectRefused(stack, () => new Pipe(stack, "It", given as never), code).prop).toBe(prop);
  });

  test("a source that is also the target", () => {
    const stack = testStack();
    const both = queue(stack);
    expectRefused(stack, () => new Pipe(stack, "It", { source: both, target: both }), "pipe-loop");
  });
});
