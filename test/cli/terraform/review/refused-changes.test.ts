import { plannedValues } from "../../../../lib/cli/terraform/review/planned-changes";
import { refusedChanges } from "../../../../lib/cli/terraform/review/refused-changes";

const refused = (
  type: string,
  before: object,
  after: object | null,
  actions: readonly string[] = ["update"],
) =>
  refusedChanges(
    plannedValues({
      resource_changes: [
        { address: `${type}.It`, mode: "managed", change: { actions, before, after, after_unknown: {} } },
      ],
    }),
  ).map(({ summary }) => summary);

const plan = { name: "plan", attribute_data_type: "String", mutable: true, required: false };
const limited = { ...plan, string_attribute_constraints: [{ max_length: "20", min_length: "0" }] };
const pool = (...schema: object[]) => ({ name: "users", schema });
const ttl = (attribute_name: string, enabled = true) => ({ ttl: [{ attribute_name, enabled }] });
const version = (engine_version: string, more: object = {}) => ({
  engine: "aurora-postgresql",
  engine_version,
  ...more,
});
const endpoint = (type: string) => ({ endpoint_configuration: [{ types: [type] }] });

describe("A plan fails with a change that AWS refuses", () => {
  test.each<[string, string, object, object, string]>([
    [
      "an attribute of users is removed",
      "aws_cognito_user_pool",
      pool(plan),
      pool(),
      '"plan" of schema is removed',
    ],
    [
      "an attribute of users has another name",
      "aws_cognito_user_pool",
      pool(plan),
      pool({ ...plan, name: "tier" }),
      '"plan" of schema is removed',
    ],
    [
      "an attribute of users has other limits",
      "aws_cognito_user_pool",
      pool(limited),
      pool({ ...limited, string_attribute_constraints: [{ max_length: "30", min_length: "0" }] }),
      '"plan" of schema changes',
    ],
    [
      "an attribute of users has another type",
      "aws_cognito_user_pool",
      pool(plan),
      pool({ ...plan, attribute_data_type: "Number" }),
      '"plan" of schema changes',
    ],
    ["another attribute is the expiry", "aws_dynamodb_table", ttl("a"), ttl("b"), 'from "a" to "b"'],
    [
      "shards are more than doubled",
      "aws_kinesis_stream",
      { shard_count: 2 },
      { shard_count: 5 },
      "from 2 to 5",
    ],
    [
      "shards are more than halved",
      "aws_kinesis_stream",
      { shard_count: 5 },
      { shard_count: 2 },
      "from 5 to 2",
    ],
    ["an engine goes back", "aws_rds_cluster", version("16.4"), version("15.8"), "earlier version"],
    ["an engine goes back a little", "aws_rds_cluster", version("16.4"), version("16.2"), "earlier version"],
    ["an engine goes up without leave", "aws_rds_cluster", version("15.8"), version("16.4"), "allow_major"],
    [
      "a private API is at the edge",
      "aws_api_gateway_rest_api",
      endpoint("PRIVATE"),
      endpoint("EDGE"),
      "edge-optimized",
    ],
    [
      "a parameter becomes secret",
      "aws_ssm_parameter",
      { type: "String" },
      { type: "SecureString" },
      "does not change it",
    ],
  ])("%s", (_what, type, before, after, problem) => {
    expect(refused(type, before, after)).toEqual([expect.stringContaining(problem)]);
  });

  test.each<[string, object, readonly string[]]>([
    ["aws_cognito_user_pool", { deletion_protection: "ACTIVE" }, ["delete"]],
    ["aws_dynamodb_table", { deletion_protection_enabled: true }, ["delete", "create"]],
    ["aws_rds_cluster", { deletion_protection: true }, ["create", "delete"]],
  ])("%s is protected from deletion", (type, before, actions) => {
    expect(refused(type, before, null, actions)).toEqual([expect.stringContaining("AWS does not delete it")]);
  });
});

describe("A plan does not fail with", () => {
  test.each<[string, string, object, object]>([
    ["an added attribute of users", "aws_cognito_user_pool", pool(plan), pool({ ...plan, name: "b" }, plan)],
    [
      "values of the provider",
      "aws_cognito_user_pool",
      pool({ ...limited, developer_only_attribute: false }),
      pool({ ...plan, required: null, developer_only_attribute: null, string_attribute_constraints: [] }),
    ],
    ["the expiry off", "aws_dynamodb_table", ttl("a"), ttl("", false)],
    ["the expiry on", "aws_dynamodb_table", { ttl: [] }, ttl("b")],
    ["twice the shards", "aws_kinesis_stream", { shard_count: 2 }, { shard_count: 4 }],
    ["half of the shards", "aws_kinesis_stream", { shard_count: 5 }, { shard_count: 3 }],
    ["shards on demand", "aws_kinesis_stream", { shard_count: 4 }, { shard_count: 0 }],
    ["a minor version of an engine", "aws_rds_cluster", version("16.4"), version("16.6")],
    ["a version without its end", "aws_rds_cluster", version("16.4"), version("16")],
    [
      "a major version with leave",
      "aws_rds_cluster",
      version("15.8"),
      version("16.4", { allow_major_version_upgrade: true }),
    ],
    ["a private API in its region", "aws_api_gateway_rest_api", endpoint("PRIVATE"), endpoint("REGIONAL")],
  ])("%s", (_what, type, before, after) => expect(refused(type, before, after)).toEqual([]));

  test("the deletion of a table without protection", () => {
    const before = { deletion_protection_enabled: false };
    expect(refused("aws_dynamodb_table", before, null, ["delete"])).toEqual([]);
  });

  test("a pool that is created", () => {
    expect(refused("aws_cognito_user_pool", {}, pool(plan), ["create"])).toEqual([]);
  });
});
