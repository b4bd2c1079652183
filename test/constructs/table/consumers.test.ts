import { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { KinesisStream } from "../../../lib/constructs/kinesis-stream";
import { Table, type TableProps } from "../../../lib/constructs/table";
import { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { expectNothingLeft } from "../../support/refused";
import { addresses, inlineActions, only, resources, testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { handler, keys, notes } from "./support";

const stream = true;

describe("the consumers of a table", () => {
  test("read its stream from now on, by a hundred", () => {
    expect(
      only(notes({ stream, consumers: { index: handler } }).stack, "aws_lambda_event_source_mapping"),
    ).toEqual({
      event_source_arn: expect.stringMatching(/^\$\{aws_dynamodb_table\.\w+\.stream_arn\}$/),
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.\w+\.arn\}$/),
      batch_size: 100,
      starting_position: "LATEST",
      maximum_record_age_in_seconds: -1,
      maximum_retry_attempts: -1,
      parallelization_factor: 1,
      depends_on: [expect.any(String)],
    });
  });
  test("may read the stream, and neither read nor write the table", () => {
    const actions = inlineActions(notes({ stream, consumers: { index: handler } }).stack);
    expect(actions.filter((action) => action.startsWith("dynamodb:")).sort()).toEqual([
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
      "dynamodb:ListStreams",
    ]);
  });
  test("move no address when one is added", () => {
    const before = addresses(notes({ stream, consumers: { b: handler } }).stack);
    const after = addresses(notes({ stream, consumers: { a: handler, b: handler } }).stack);
    expect(after).toEqual(expect.arrayContaining(before));
  });
  test("may come later, and have the same addresses then", () => {
    const { stack, table } = notes({ stream });
    table.addConsumers(table, { a: handler });
    expect(addresses(stack)).toEqual(addresses(notes({ stream, consumers: { a: handler } }).stack));
  });
  test("may be in another stack", () => {
    const app = testApp();
    const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
    const { table } = notes({ stream }, main);
    table.addConsumers(other, { index: handler });
    table.bind([table]);
    expect(resources(main, "aws_lambda_event_source_mapping")).toEqual({});
    expect(inlineActions(other)).toEqual(
      expect.arrayContaining(["dynamodb:DescribeStream", "dynamodb:PutItem"]),
    );
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("have the defaults of the table", () => {
    const { stack } = notes({ stream, defaults: { function: { timeout: 20 } }, consumers: { a: handler } });
    expect(only(stack, "aws_lambda_function").timeout).toBe(20);
  });
  test("are bound and permitted, together and alone", () => {
    const { stack, table } = notes({ stream, consumers: { a: handler, b: handler } });
    table.bind([new Function(stack, "Target", { handler })]);
    table.bindToConsumer("a", [new KinesisStream(stack, "Clicks")]);
    table.attachPermissions(["s3:GetObject"]);
    table.attachPermissionsToConsumer("b", ["s3:PutObject"]);
    const has = (part: string) =>
      ["lambda:InvokeFunction", "kinesis:PutRecord", "s3:GetObject", "s3:PutObject"].map((action) =>
        inlineActions(stack, part).includes(action),
      );
    expect([has("Notes_a"), has("Notes_b")]).toEqual([
      [true, true, true, false],
      [true, false, true, true],
    ]);
  });
  test.each<[string, (table: Table) => void]>([
    ["bindToConsumer", (table) => table.bindToConsumer("x", [])],
    ["attachPermissionsToConsumer", (table) => table.attachPermissionsToConsumer("x", [])],
  ])("%s names those that exist", (method, run) => {
    const { table } = notes({ stream, consumers: { index: handler } });
    const error = failure(() => run(table));
    expect([error.code, error.prop]).toEqual(["part-not-found", method]);
    expect(error.message).toMatch(/"index"/);
    expect(table.getFunction("x")).toBeUndefined();
  });
  test("have names of their own, over several calls", () => {
    const { stack, table } = notes({ stream, consumers: { index: handler } });
    const error = failure(() => table.addConsumers(stack, { index: handler }));
    expect([error.code, error.prop]).toEqual(["consumer-duplicate", "consumers.index"]);
  });
  test.each([0, 10_001])("cannot take %p records at once", (batchSize) => {
    const index = { function: handler, cdk: { eventSource: { batchSize } } };
    const error = failure(() => notes({ stream, consumers: { index } }));
    expect([error.code, error.prop]).toEqual([
      "consumer-batch-size",
      "consumers.index.cdk.eventSource.batchSize",
    ]);
  });
  test.each(["AT_TIMESTAMP", "latest"])("cannot begin at %s", (startingPosition) => {
    const index = { function: handler, cdk: { eventSource: { startingPosition } } };
    const error = failure(() => notes({ stream, consumers: { index } }));
    expect([error.code, error.prop]).toEqual([
      "literal-unknown",
      "consumers.index.cdk.eventSource.startingPosition",
    ]);
  });
  test.each([undefined, false])("need a stream, not %p", (off) => {
    const error = failure(() => notes({ stream: off, consumers: { index: handler } }));
    expect([error.code, error.prop]).toEqual(["table-stream-off", "consumers.index"]);
    expect(error.message).toMatch(/stream is off.*\n.*stream: true/);
  });
  test("read the stream that replicas brought", () => {
    const cdk = { table: { replica: [{ regionName: "eu-west-1" }] } };
    expect(() => notes({ consumers: { index: handler }, cdk })).not.toThrow();
  });
});

describe("an existing table", () => {
  const resource = (stack: Stack, config: object = {}) =>
    new DynamodbTable(stack, "Old", { name: "old", ...config });
  const imported = (
    create: (stack: Stack) => NonNullable<TableProps["cdk"]>["table"],
    props: TableProps = {},
    stack = testStack(),
  ) => ({ stack, table: new Table(stack, "Notes", { ...props, cdk: { table: create(stack) } }) });

  test.each<[string, (stack: Stack) => NonNullable<TableProps["cdk"]>["table"], string]>([
    ["resource", (stack) => resource(stack, { streamEnabled: true }), "${aws_dynamodb_table.Old."],
    [
      "data source",
      (stack) => new DataAwsDynamodbTable(stack, "Old", { name: "old" }),
      "${data.aws_dynamodb_table.Old.",
    ],
  ])("accepts an existing one as a %s", (_, create, reference) => {
    const { stack, table } = imported(
      create,
      { consumers: { index: handler } },
      testStack({ defaultRemovalPolicy: "retain" }),
    );
    expect(resolveValue(stack, [table.tableArn, table.tableName])).toEqual([
      `${reference}arn}`,
      `${reference}name}`,
    ]);
    const { event_source_arn } = only(stack, "aws_lambda_event_source_mapping");
    expect(event_source_arn).toBe(`${reference}stream_arn}`);
    expect(JSON.stringify(resources(stack, "aws_dynamodb_table"))).not.toMatch(/Notes|prevent_destroy/);
  });
  test("may send its changes to a stream of records", () => {
    const stack = testStack();
    imported(resource, { kinesisStream: new KinesisStream(stack, "Clicks") }, stack);
    expect(only(stack, "aws_dynamodb_kinesis_streaming_destination").table_name).toBe(
      "${aws_dynamodb_table.Old.name}",
    );
  });
  test.each<[string, TableProps]>([
    ["fields", { fields: keys.fields }],
    ["primaryIndex", { primaryIndex: keys.primaryIndex }],
    ["globalIndexes", { globalIndexes: {} }],
    ["localIndexes", { localIndexes: {} }],
    ["stream", { stream: true }],
    ["timeToLiveAttribute", { timeToLiveAttribute: "at" }],
  ])("does not accept %s", (prop, props) => {
    const error = failure(() => imported(resource, props));
    expect([error.code, error.prop]).toEqual(["imported-table", prop]);
  });
  test.each<[string, (table: Table) => void]>([
    ["addGlobalIndexes", (table) => table.addGlobalIndexes({})],
    ["addLocalIndexes", (table) => table.addLocalIndexes({})],
  ])("has no %s", (method, run) => {
    const error = failure(() => run(imported(resource).table));
    expect([error.code, error.prop]).toEqual(["imported-table", method]);
  });
  test.each([{}, { streamEnabled: false }])("has no consumers with %j", (config) => {
    const error = failure(() =>
      imported((stack) => resource(stack, config), { consumers: { index: handler } }),
    );
    expect([error.code, error.prop]).toEqual(["table-stream-off", "consumers.index"]);
    expect(error.message).toMatch(/imported table.*stream is off/);
  });
  test("is an object of its type", () => {
    const stack = testStack();
    const { cdk } = new KinesisStream(stack, "Clicks");
    const table = cdk.stream as unknown as DynamodbTable;
    expect(failure(() => new Table(stack, "Notes", { cdk: { table } })).code).toBe("import-wrong-type");
  });
});

describe("addConsumers of a Table", () => {
  test("leaves nothing behind when the second consumer is invalid", () => {
    const { stack, table } = notes({ stream });
    const bad = "functions/none.get";
    expectNothingLeft(stack, () => table.addConsumers(stack, { good: handler, bad }), "handler-not-found");
    table.addConsumers(stack, { good: handler });
    expect(table.getFunction("good")).toBeDefined();
  });
});
