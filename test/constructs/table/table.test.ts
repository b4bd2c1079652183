import { KinesisStream } from "../../../lib/constructs/kinesis-stream";
import { Queue } from "../../../lib/constructs/queue";
import { Table, type TableProps } from "../../../lib/constructs/table";
import { type RemovalPolicy, Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { checkOutput } from "../../support/reference-check";
import {
  addresses,
  inlineActions,
  inlineStatements,
  only,
  resources,
  testApp,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";
import { handler, keys, notes, written } from "./support";

/** Addresses without the hashes that CDKTF puts at their ends. */
const plain = (stack: Stack) => addresses(stack).map((address) => address.replace(/_[0-9A-F]{8}$/, ""));

describe("Table", () => {
  test("creates these resources", () => {
    const stack = testStack();
    const kinesisStream = new KinesisStream(stack, "Clicks");
    notes({ stream: true, consumers: { index: handler }, kinesisStream }, stack);
    expect(plain(stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Notes_Consumer_Notes_index_LogGroup",
        "aws_dynamodb_kinesis_streaming_destination.Notes_KinesisStream",
        "aws_dynamodb_table.Notes_Table",
        "aws_iam_role.Notes_Consumer_Notes_index_Role",
        "aws_iam_role_policy.Notes_Consumer_Notes_index_Policies_Base",
        "aws_kinesis_stream.Clicks_Stream",
        "aws_lambda_event_source_mapping.Notes_EventSource_Notes_index",
        "aws_lambda_function.Notes_Consumer_Notes_index_Function",
        "data.archive_file._code_functions-notes-ab2188ae",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const stack = testStack();
    const kinesisStream = new KinesisStream(new Stack(stack.app, "Other"), "Clicks");
    notes({ stream: true, consumers: { index: handler }, kinesisStream }, stack);
    const found = typesOf(addresses(stack));
    expect(listedTypes("lib/constructs/table/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is a table named after app and stage, paid by the request, encrypted, with recovery", () => {
    expect(written(notes().stack)).toEqual({
      name: "dev-notes-Notes",
      billing_mode: "PAY_PER_REQUEST",
      hash_key: "id",
      attribute: [{ name: "id", type: "S" }],
      point_in_time_recovery: { enabled: true, recovery_period_in_days: 35 },
      server_side_encryption: { enabled: true },
    });
  });

  test("declares the fields that keys use, sorted, and no others", () => {
    const { stack } = notes({
      primaryIndex: { partitionKey: "owner", sortKey: "at" },
    });
    expect(written(stack)).toMatchObject({
      hash_key: "owner",
      range_key: "at",
      attribute: [
        { name: "at", type: "N" },
        { name: "owner", type: "S" },
      ],
    });
  });

  test("knows binary keys", () => {
    expect(written(notes({ primaryIndex: { partitionKey: "image" } }).stack).attribute).toEqual([
      { name: "image", type: "B" },
    ]);
  });

  test("deletes records whose time is over", () => {
    expect(written(notes({ timeToLiveAttribute: "expires" }).stack).ttl).toEqual({
      attribute_name: "expires",
      enabled: true,
    });
  });

  test("sends its changes to a stream of records", () => {
    const stack = testStack();
    notes({ kinesisStream: new KinesisStream(stack, "Clicks") }, stack);
    expect(only(stack, "aws_dynamodb_kinesis_streaming_destination")).toEqual({
      table_name: expect.stringMatching(/^\$\{aws_dynamodb_table\.\w+\.name\}$/),
      stream_arn: expect.stringMatching(/^\$\{aws_kinesis_stream\.\w+\.arn\}$/),
    });
  });

  test.each<[NonNullable<TableProps["cdk"]>["table"], object]>([
    [{ name: "notes" }, { name: "notes" }],
    [{ pointInTimeRecovery: { enabled: false } }, { point_in_time_recovery: { enabled: false } }],
    [
      { serverSideEncryption: { enabled: true, kmsKeyArn: "arn:aws:kms:us-east-1:111122223333:key/a" } },
      { server_side_encryption: { enabled: true, kms_key_arn: "arn:aws:kms:us-east-1:111122223333:key/a" } },
    ],
    [
      { billingMode: "PROVISIONED", readCapacity: 1, writeCapacity: 2 },
      { billing_mode: "PROVISIONED", read_capacity: 1, write_capacity: 2 },
    ],
    [{ tableClass: "STANDARD_INFREQUENT_ACCESS" }, { table_class: "STANDARD_INFREQUENT_ACCESS" }],
    [{ ttl: { attributeName: "gone", enabled: false } }, { ttl: { attribute_name: "gone", enabled: false } }],
  ])("cdk.table %j makes %j", (table, expected) => {
    expect(written(notes({ cdk: { table } }).stack)).toMatchObject(expected);
  });

  test("has its attributes as references", () => {
    const { stack, table } = notes();
    const { tableArn, tableName } = table;
    expect(JSON.stringify(resolveValue(stack, { tableArn, tableName })).replace(/aws_\w+\.\w+/g, "t")).toBe(
      '{"tableArn":"${t.arn}","tableName":"${t.name}"}',
    );
  });

  test("has metadata", () => {
    const { stack, table } = notes({
      stream: true,
      consumers: { index: handler },
    });
    expect(resolveValue(stack, table.getConstructMetadata())).toEqual({
      type: "Table",
      data: {
        tableName: resolveValue(stack, table.tableName),
        consumers: [
          {
            name: "index",
            fn: {
              node: table.getFunction("index")?.node.addr,
              stack: "dev-notes-Main",
            },
          },
        ],
      },
    });
  });

  test("exposes the schema of its records", () => {
    const { data } = notes({ itemSchema: handler }).table.getConstructMetadata();
    expect(data.itemSchema).toBe("functions/notes.get");
  });

  test("has no dangling references, circles or empty blocks", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const kinesisStream = new KinesisStream(stack, "Clicks");
    const { table } = notes({ stream: true, consumers: { index: handler }, kinesisStream }, stack);
    table.bind([table, kinesisStream, new Queue(stack, "Jobs")]);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});

describe("the stream of a table", () => {
  test.each<[TableProps["stream"], object]>([
    [undefined, {}],
    [false, {}],
    [true, { stream_enabled: true, stream_view_type: "NEW_AND_OLD_IMAGES" }],
    ["new_image", { stream_enabled: true, stream_view_type: "NEW_IMAGE" }],
    ["old_image", { stream_enabled: true, stream_view_type: "OLD_IMAGE" }],
    ["new_and_old_images", { stream_enabled: true, stream_view_type: "NEW_AND_OLD_IMAGES" }],
    ["keys_only", { stream_enabled: true, stream_view_type: "KEYS_ONLY" }],
  ])("%p makes %j", (stream, expected) => {
    const { stream_enabled, stream_view_type } = written(notes({ stream }).stack);
    const found = {
      ...(stream_enabled === undefined ? {} : { stream_enabled, stream_view_type }),
    };
    expect(found).toEqual(expected);
  });
  test.each([undefined, true, "new_and_old_images"] as const)(
    "holds whole records for replicas when it is %p",
    (stream) => {
      const table = { replica: [{ regionName: "eu-west-1" }] };
      expect(written(notes({ stream, cdk: { table } }).stack)).toMatchObject({
        replica: [{ region_name: "eu-west-1" }],
        stream_enabled: true,
        stream_view_type: "NEW_AND_OLD_IMAGES",
      });
    },
  );
  test.each([false, "new_image", "keys_only"] as const)("may not be %p with replicas", (stream) => {
    const table = { replica: [{ regionName: "eu-west-1" }] };
    const error = failure(() => notes({ stream, cdk: { table } }));
    expect([error.code, error.prop]).toEqual(["table-replica-stream", "stream"]);
  });
});

describe("the removal policy of a table", () => {
  test.each<[RemovalPolicy | undefined, unknown]>([
    [undefined, undefined],
    ["destroy", undefined],
    ["retain", { prevent_destroy: true }],
    ["snapshot", undefined],
  ])("%p", (policy, lifecycle) => {
    const { stack } = notes({}, testStack({ defaultRemovalPolicy: policy }));
    expect(written(stack).lifecycle).toEqual(lifecycle);
  });
  test("gives way to the caller's config", () => {
    const cdk = { table: { lifecycle: { preventDestroy: false } } };
    const { stack } = notes({ cdk }, testStack({ defaultRemovalPolicy: "retain" }));
    expect(written(stack).lifecycle).toEqual({ prevent_destroy: false });
  });
});

describe("a Table as something bound or permitted", () => {
  test("gives functions its name and all that using it needs", () => {
    const { stack, table } = notes();
    const fn = new Function(stack, "User", { handler, bind: [table] });
    expect(resolveValue(stack, fn.cdk.function.environmentInput?.variables)).toMatchObject({
      SERVERFORM_Table_tableName_Notes: expect.stringMatching(/^\$\{aws_dynamodb_table\.\w+\.name\}$/),
    });
    const found = inlineStatements(stack).find(({ Action }) => Action.includes("dynamodb:PutItem"));
    expect(found?.Action).toEqual(expect.arrayContaining(["dynamodb:Query", "dynamodb:PartiQLSelect"]));
    expect(found?.Resource).toEqual([
      expect.stringMatching(/\.arn\}$/),
      expect.stringMatching(/\.arn\}\/index\/\*$/),
    ]);
    expect(inlineActions(stack)).not.toContain("dynamodb:DescribeStream");
  });
  test("brings the permission for a key of the caller", () => {
    const kmsKeyArn = "arn:aws:kms:us-east-1:111122223333:key/k";
    const { stack, table } = notes({
      cdk: { table: { serverSideEncryption: { enabled: true, kmsKeyArn } } },
    });
    new Function(stack, "User", {
      handler,
      permissions: [[table, "grantReadData"]],
    });
    expect(inlineStatements(stack)).toContainEqual({
      Effect: "Allow",
      Action: "kms:Decrypt",
      Resource: kmsKeyArn,
    });
  });
  test("lets its stream be read only when there is one", () => {
    const off = notes();
    const use = ({ stack, table }: typeof off) =>
      new Function(stack, "User", {
        handler,
        permissions: [[table, "grantStreamRead"]],
      });
    expect(failure(() => use(off)).code).toBe("permission-part-missing");
    const on = notes({ stream: true });
    use(on);
    expect(inlineActions(on.stack)).toContain("dynamodb:DescribeStream");
  });
});

describe("a Table refuses", () => {
  const only = (props: object) => new Table(testStack(), "Notes", props as TableProps);
  const { fields, primaryIndex } = keys;

  test.each<[string, object, string, string]>([
    ["nothing at all", {}, "prop-required", "fields"],
    [
      "a schema of no module",
      { ...keys, itemSchema: "functions/gone.note" },
      "table-item-schema-not-found",
      "itemSchema",
    ],
    [
      "a schema without an export",
      { ...keys, itemSchema: "functions/notes" },
      "table-item-schema-not-found",
      "itemSchema",
    ],
    ["empty fields", { fields: {}, primaryIndex }, "table-fields-empty", "fields"],
    ["fields without keys", { fields }, "prop-needs", "fields"],
    ["keys without fields", { primaryIndex }, "prop-needs", "primaryIndex"],
    ["global indexes without fields", { globalIndexes: {} }, "prop-needs", "globalIndexes"],
    ["local indexes without fields", { localIndexes: {} }, "prop-needs", "localIndexes"],
    ["fields that are not an object", { fields: ["id"], primaryIndex }, "prop-invalid", "fields"],
    ["keys that are not an object", { fields, primaryIndex: "id" }, "prop-invalid", "primaryIndex"],
    ["no partition key", { fields, primaryIndex: {} }, "prop-required", "primaryIndex.partitionKey"],
    [
      "an unknown key of an index",
      { fields, primaryIndex: { partitionKey: "id", hashKey: "id" } },
      "key-unknown",
      "primaryIndex",
    ],
    [
      "an undeclared partition key",
      { fields, primaryIndex: { partitionKey: "ide" } },
      "table-field-unknown",
      "primaryIndex.partitionKey",
    ],
    [
      "an undeclared sort key",
      { fields, primaryIndex: { partitionKey: "id", sortKey: "toString" } },
      "table-field-unknown",
      "primaryIndex.sortKey",
    ],
    ["an unknown type", { fields: { id: "text" }, primaryIndex }, "literal-unknown", "fields.id"],
  ])("%s", (_, props, code, prop) => {
    const error = failure(() => only(props));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });

  test("an undeclared key by naming it, the table and the nearest field", () => {
    const { message } = failure(() => only({ fields, primaryIndex: { partitionKey: "ownr" } }));
    expect(message).toMatch(/"ownr", which is not a field of the table "Notes".*Did you mean "owner"\?/s);
  });

  const cdk = (table: object) => ({ cdk: { table } });
  test.each<[string, object, string, string]>([
    ["an unknown prop", { consumer: handler }, "key-unknown", "props"],
    ["an unknown default", { defaults: { consumer: {} } }, "key-unknown", "defaults"],
    [
      "an unknown prop of functions",
      { defaults: { function: { time: 5 } } },
      "key-unknown",
      "defaults.function",
    ],
    ["an unknown key in cdk", { cdk: { dynamodbTable: {} } }, "key-unknown", "cdk"],
    ["an unknown key of the table", cdk({ encryption: true }), "key-unknown", "cdk.table"],
    ["an unknown stream", { stream: "NEW_IMAGE" }, "literal-unknown", "stream"],
    [
      "a time that is not a number",
      { timeToLiveAttribute: "owner" },
      "table-ttl-type",
      "timeToLiveAttribute",
    ],
    ["a time without a name", { timeToLiveAttribute: "" }, "prop-invalid", "timeToLiveAttribute"],
    [
      "two times",
      { timeToLiveAttribute: "at", ...cdk({ ttl: { attributeName: "at" } }) },
      "props-exclude",
      "timeToLiveAttribute",
    ],
    ["something else as kinesisStream", { kinesisStream: "arn" }, "prop-invalid", "kinesisStream"],
    ["another kind of billing", cdk({ billingMode: "FREE" }), "literal-unknown", "cdk.table.billingMode"],
    [
      "provisioned billing without capacity",
      cdk({ billingMode: "PROVISIONED", readCapacity: 1 }),
      "table-capacity-missing",
      "cdk.table.writeCapacity",
    ],
    [
      "capacity without provisioned billing",
      cdk({ readCapacity: 1 }),
      "table-capacity",
      "cdk.table.readCapacity",
    ],
    [
      "an upper limit with provisioned billing",
      cdk({
        billingMode: "PROVISIONED",
        readCapacity: 1,
        writeCapacity: 1,
        onDemandThroughput: {},
      }),
      "table-capacity",
      "cdk.table.onDemandThroughput",
    ],
    ["a short name", cdk({ name: "ab" }), "prop-invalid", "cdk.table.name"],
    ["a long name", cdk({ name: "x".repeat(256) }), "name-too-long", "cdk.table.name"],
  ])("%s", (_, props, code, prop) => {
    const error = failure(() => notes(props as TableProps));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });

  test.each([
    ["hashKey", /primaryIndex/],
    ["partitionKey", /primaryIndex/],
    ["rangeKey", /primaryIndex/],
    ["sortKey", /primaryIndex/],
    ["attribute", /fields/],
    ["streamEnabled", /stream/],
    ["streamViewType", /stream/],
    ["stream", /stream/],
    ["globalSecondaryIndex", /globalIndexes/],
    ["localSecondaryIndex", /localIndexes/],
  ])("cdk.table.%s, which has its own prop", (key, remedy) => {
    const error = failure(() => notes(cdk({ [key]: "id" }) as TableProps));
    expect([error.code, error.prop]).toEqual(["key-rejected", "cdk.table"]);
    expect(error.message.split("\n")[1]).toMatch(remedy);
  });

  test("accepts values at the limits", () => {
    notes(cdk({ name: "abc" }));
    notes(cdk({ name: "x".repeat(255) }));
    notes({ timeToLiveAttribute: "at" });
  });

  test("a second one of its id", () => {
    const app = testApp();
    for (const id of ["One", "Two"]) notes({}, new Stack(app, id));
    expect(failure(() => app.synth()).code).toBe("id-duplicate");
  });
});

test("a Table in one stack takes a stream of another", () => {
  const app = testApp();
  const kinesisStream = new KinesisStream(new Stack(app, "Streams"), "Clicks");
  const stack = new Stack(app, "Main");
  notes({ kinesisStream }, stack);
  expect(Object.keys(resources(stack, "aws_kinesis_stream"))).toEqual([]);
  app.synth();
  expect(checkOutput(app.outdir)).toEqual([]);
});
