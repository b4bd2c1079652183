import { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { Table, type TableProps } from "../../../lib/constructs/table";
import { only, resources, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { notes, written } from "./support";

const refusal = (props: object) => failure(() => notes(props as TableProps));
const ownKey = {
  serverSideEncryption: { enabled: true, kmsKeyArn: "arn:aws:kms:us-east-1:111122223333:key/a" },
};
const replicaKey = "arn:aws:kms:eu-west-1:1:key/b";
const usGroup = { "us-east-2": {}, "us-west-2": {} };

describe("replicas of a table", () => {
  test("are recoverable copies, sorted by region, with the stream that replicates them", () => {
    const { stack } = notes({ replicas: { "eu-west-1": {}, "eu-central-1": { recovery: false } } });
    expect(written(stack)).toMatchObject({
      replica: [
        { region_name: "eu-central-1", point_in_time_recovery: false },
        { region_name: "eu-west-1", point_in_time_recovery: true },
      ],
      stream_enabled: true,
      stream_view_type: "NEW_AND_OLD_IMAGES",
    });
  });

  test("are protected as the table is, unless they say otherwise", () => {
    const replicas = { "eu-west-1": {}, "eu-west-2": { deletionProtection: false } };
    const found = written(notes({ replicas, deletionProtection: true }).stack);
    expect(found.deletion_protection_enabled).toBe(true);
    expect(found.replica).toMatchObject([
      { region_name: "eu-west-1", deletion_protection_enabled: true },
      { region_name: "eu-west-2", deletion_protection_enabled: false },
    ]);
  });

  test("have a key of their own where the table has one", () => {
    const replicas = { "eu-west-1": { kmsKeyArn: replicaKey } };
    const found = written(notes({ replicas, cdk: { table: ownKey } }).stack);
    expect(found.replica).toMatchObject([{ region_name: "eu-west-1", kms_key_arn: replicaKey }]);
  });

  test("are strongly consistent in three regions of one group", () => {
    const { stack } = notes({ replicas: usGroup, consistency: "strong" });
    expect(written(stack).replica).toMatchObject([
      { region_name: "us-east-2", consistency_mode: "STRONG" },
      { region_name: "us-west-2", consistency_mode: "STRONG" },
    ]);
  });

  test("may be one with a witness", () => {
    const { stack } = notes({ replicas: { "us-east-2": {} }, consistency: "strong", witness: "us-west-2" });
    expect(written(stack)).toMatchObject({
      replica: [{ region_name: "us-east-2", consistency_mode: "STRONG" }],
      global_table_witness: { region_name: "us-west-2" },
    });
  });

  test("may be in a region that the library does not know, by cdk.table.replica", () => {
    const { stack } = notes({ cdk: { table: { replica: [{ regionName: "eu-west-9" }] } } });
    expect(written(stack).replica).toMatchObject([{ region_name: "eu-west-9" }]);
  });

  const strong = { replicas: usGroup, consistency: "strong" };
  const primaryIndex = { partitionKey: "id", sortKey: "at" };
  test.each<[object, string, string]>([
    [{ replicas: ["eu-west-1"] }, "prop-invalid", "replicas"],
    [{ replicas: { "eu-west": {} } }, "prop-invalid", 'replicas["eu-west"]'],
    [{ replicas: { "eu-west-9": {} } }, "table-replica-region", 'replicas["eu-west-9"]'],
    [{ replicas: { "cn-north-1": {} } }, "table-replica-region", 'replicas["cn-north-1"]'],
    [{ ...strong, witness: "us-east-3" }, "table-replica-region", "witness"],
    [{ replicas: { "us-east-1": {} } }, "table-replica-own-region", 'replicas["us-east-1"]'],
    [{ replicas: { "eu-west-1": { region: "a" } } }, "key-unknown", 'replicas["eu-west-1"]'],
    [{ replicas: { "eu-west-1": {} }, stream: "keys_only" }, "table-replica-stream", "stream"],
    [
      { replicas: { "eu-west-1": { kmsKeyArn: replicaKey } } },
      "table-replica-key",
      'replicas["eu-west-1"].kmsKeyArn',
    ],
    [
      { replicas: { "eu-west-1": {} }, cdk: { table: ownKey } },
      "table-replica-key",
      'replicas["eu-west-1"].kmsKeyArn',
    ],
    [{ replicas: { "eu-west-1": {} }, cdk: { table: { replica: [] } } }, "props-exclude", "replicas"],
    [{ consistency: "stronger" }, "literal-unknown", "consistency"],
    [{ consistency: "strong" }, "table-strong-regions", "consistency"],
    [{ consistency: "strong", replicas: { "us-east-2": {} } }, "table-strong-regions", "consistency"],
    [
      { consistency: "strong", replicas: { "us-east-2": {}, "eu-west-1": {} } },
      "table-strong-regions",
      "consistency",
    ],
    [{ ...strong, witness: "us-west-2" }, "table-strong-regions", "consistency"],
    [{ replicas: { "us-east-2": {} }, witness: "us-west-2" }, "prop-needs", "witness"],
    [
      { consistency: "strong", replicas: { "us-east-2": {} }, witness: "us-east-1" },
      "table-replica-own-region",
      "witness",
    ],
    [{ ...strong, timeToLiveAttribute: "gone" }, "table-strong-without", "timeToLiveAttribute"],
    [
      { ...strong, primaryIndex, localIndexes: { byOwner: { sortKey: "owner" } } },
      "table-strong-without",
      "localIndexes",
    ],
  ])("are refused: %j", (props, code, prop) => {
    expect(refusal(props)).toMatchObject({ code, prop });
  });

  test("that are strongly consistent get no local indexes later, either", () => {
    const { table } = notes({ replicas: usGroup, consistency: "strong", primaryIndex });
    const error = failure(() => table.addLocalIndexes({ byOwner: { sortKey: "owner" } }));
    expect(error).toMatchObject({ code: "table-strong-without", prop: "addLocalIndexes" });
  });
});

describe("settings of a table", () => {
  test.each<[TableProps, object]>([
    [{ recoveryDays: 7 }, { point_in_time_recovery: { enabled: true, recovery_period_in_days: 7 } }],
    [{ deletionProtection: true }, { deletion_protection_enabled: true }],
    [{ deletionProtection: false }, { deletion_protection_enabled: false }],
    [
      { warmThroughput: { readUnitsPerSecond: 12_000, writeUnitsPerSecond: 4000 } },
      { warm_throughput: { read_units_per_second: 12_000, write_units_per_second: 4000 } },
    ],
  ])("%j makes %j", (props, expected) => {
    expect(written(notes(props).stack)).toMatchObject(expected);
  });

  test.each<[object, string, string]>([
    [{ recoveryDays: 0 }, "out-of-range", "recoveryDays"],
    [{ recoveryDays: 36 }, "out-of-range", "recoveryDays"],
    [
      { recoveryDays: 7, cdk: { table: { pointInTimeRecovery: { enabled: false } } } },
      "props-exclude",
      "recoveryDays",
    ],
    [{ deletionProtection: "yes" }, "prop-invalid", "deletionProtection"],
    [
      { deletionProtection: true, cdk: { table: { deletionProtectionEnabled: false } } },
      "props-exclude",
      "deletionProtection",
    ],
    [{ warmThroughput: { reads: 1 } }, "key-unknown", "warmThroughput"],
    [{ warmThroughput: { readUnitsPerSecond: 11_999 } }, "out-of-range", "warmThroughput.readUnitsPerSecond"],
    [{ warmThroughput: { writeUnitsPerSecond: 3999 } }, "out-of-range", "warmThroughput.writeUnitsPerSecond"],
    [
      { cdk: { table: { warmThroughput: { writeUnitsPerSecond: 1 } } } },
      "out-of-range",
      "cdk.table.warmThroughput.writeUnitsPerSecond",
    ],
  ])("are refused: %j", (props, code, prop) => {
    expect(refusal(props)).toMatchObject({ code, prop });
  });
});

describe("the policy of a table", () => {
  const statement = {
    Effect: "Allow",
    Principal: { AWS: "111122223333" },
    Action: "dynamodb:GetItem",
  } as const;

  test("is created with its first statement", () => {
    const { stack, table } = notes();
    table.addToResourcePolicy({ ...statement, Resource: table.tableArn });
    const found = only(stack, "aws_dynamodb_resource_policy");
    expect(found.resource_arn).toMatch(/^\$\{aws_dynamodb_table\.\w+\.arn\}$/);
    expect(JSON.parse(String(found.policy)).Statement).toMatchObject([{ Action: "dynamodb:GetItem" }]);
  });

  test("does not exist without a statement", () => {
    expect(resources(notes().stack, "aws_dynamodb_resource_policy")).toEqual({});
  });

  test("of an imported table is managed where the table is", () => {
    const stack = testStack();
    const table = new DataAwsDynamodbTable(stack, "Old", { name: "old" });
    const imported = new Table(stack, "Notes", { cdk: { table } });
    const error = failure(() => imported.addToResourcePolicy({ ...statement }));
    expect(error).toMatchObject({ code: "imported-table", prop: "addToResourcePolicy" });
  });
});
