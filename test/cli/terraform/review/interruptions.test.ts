import { apiTerms } from "../../../../lib/cli/terraform/review/api-terms";
import { plannedValues } from "../../../../lib/cli/terraform/review/planned-changes";

const stack = { id: "dev-notes-Main", folder: "", dependencies: [], annotations: [], template: {} };

interface Change {
  readonly address: string;
  readonly mode: string;
  readonly change: object;
}

const change = (
  address: string,
  before: object | null,
  after: object | null,
  actions?: string[],
): Change => ({
  address,
  mode: "managed",
  change: {
    actions: actions ?? (before === null ? ["create"] : after === null ? ["delete"] : ["update"]),
    before,
    after,
    after_unknown: {},
  },
});

const linesOf = (...changes: Change[]) =>
  apiTerms(stack, plannedValues({ resource_changes: changes })).map(({ text }) => text);

const stream = "arn:aws:kinesis:us-east-1:111122223333:stream/log";

/** Each type with values that both have when one is renamed. */
const renamed: readonly (readonly [string, object, string])[] = [
  [
    "aws_lambda_event_source_mapping",
    { event_source_arn: stream, starting_position: "LATEST" },
    "records that arrive in between are not read",
  ],
  [
    "aws_lambda_event_source_mapping",
    { event_source_arn: stream, starting_position: "TRIM_HORIZON" },
    "it reads all records of the stream again",
  ],
  ["aws_cloudwatch_event_rule", { event_pattern: "{}", event_bus_name: "b" }, "events in between are lost"],
  ["aws_cloudwatch_event_target", { rule: "r", event_bus_name: "b" }, "events in between do not reach it"],
  [
    "aws_pipes_pipe",
    { source: stream, source_parameters: [{ kinesis_stream_parameters: [{ starting_position: "LATEST" }] }] },
    "records that arrive in between are not read",
  ],
  ["aws_pipes_pipe", { source: "arn:aws:sqs:x", source_parameters: [] }, "nothing is moved in between"],
  ["aws_scheduler_schedule", { schedule_expression: "rate(1 hour)" }, "a run in between is left out"],
  ["aws_sns_topic_subscription", { topic_arn: "t" }, "messages in between do not reach it"],
  ["aws_cloudwatch_log_subscription_filter", { log_group_name: "l" }, "lines in between do not reach it"],
  ["aws_iot_topic_rule", { sql: "SELECT *" }, "messages in between are lost"],
  ["aws_kinesis_stream_consumer", { stream_arn: stream }, "its ARN changes"],
  [
    "aws_api_gateway_usage_plan",
    { api_stages: [{ api_id: "1", stage: "dev" }] },
    "the counts of its quotas begin again",
  ],
];

describe("A plan lists interruptions", () => {
  test.each(renamed)("%s with %j under another name: %s", (type, values, effect) => {
    const old = change(`${type}.Old`, { ...values, name: "old" }, null);
    const next = (more: object = {}) => change(`${type}.New`, null, { ...values, name: "new", ...more });
    expect(linesOf(old, next())).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^the [\\w ]+ old is deleted, and new is created; if that is the same under a new name, keep it with app.moved: ${effect}`,
        ),
      ),
    );
    expect(linesOf(old).join()).not.toContain("app.moved");
    const [first = ""] = Object.keys(values);
    expect(linesOf(old, next({ [first]: "of another" })).join()).not.toContain("app.moved");
  });

  test.each(renamed)("%s with %j is replaced: %s", (type, values, effect) => {
    const both = { ...values, name: "it" };
    expect(linesOf(change(`${type}.It`, both, both, ["delete", "create"]))).toContainEqual(
      expect.stringMatching(new RegExp(`^the [\\w ]+ it is replaced: ${effect}`)),
    );
  });

  test("messages of a queue wait for a renamed consumer", () => {
    const values = { event_source_arn: "arn:aws:sqs:x" };
    const [old, next] = ["Old", "New"].map((name) => `aws_lambda_event_source_mapping.${name}`);
    expect(linesOf(change(`${old}`, values, null), change(`${next}`, null, values))).toEqual([]);
  });

  test.each([
    ["aws_cloudwatch_event_rule", "aws_scheduler_schedule", "a schedule of EventBridge Scheduler"],
    ["aws_scheduler_schedule", "aws_cloudwatch_event_rule", "a rule"],
  ])("a Cron that moves from %s to %s", (from, to, kind) => {
    const values = { schedule_expression: "rate(1 minute)" };
    expect(
      linesOf(
        change(`${from}.It`, { ...values, name: "old" }, null),
        change(`${to}.It`, null, { ...values, name: "new" }),
      ),
    ).toEqual([`new becomes ${kind} in place of old (rate(1 minute)): a run in between is left out`]);
  });

  test.each([
    [{ stream_enabled: true, stream_view_type: "KEYS_ONLY" }, "gets another stream"],
    [{ stream_enabled: false, stream_view_type: null }, "has no stream any more"],
  ])("a table whose stream becomes %j", (after, what) => {
    const arn = "arn:aws:dynamodb:x:1:table/notes/stream/1";
    const before = { name: "notes", stream_enabled: true, stream_view_type: "NEW_IMAGE", stream_arn: arn };
    const consumer = { id: "1", function_name: "index", event_source_arn: arn, starting_position: "LATEST" };
    const lines = linesOf(
      change("aws_dynamodb_table.T", before, { ...before, ...after }),
      change("aws_lambda_event_source_mapping.M", consumer, consumer, ["no-op"]),
    );
    expect(lines).toContain(
      `the table notes ${what}: records that index did not read are lost. Stop writing until they are read, and deploy then`,
    );
  });

  test.each([
    ["aws_apigatewayv2_api_mapping", "api_mapping_key"],
    ["aws_api_gateway_base_path_mapping", "base_path"],
  ])("paths of %s that change places", (type, path) => {
    const moves = (address: string, from: string, to: string) =>
      change(
        `${type}.${address}`,
        { domain_name: "x.io", [path]: from },
        { domain_name: "x.io", [path]: to },
      );
    expect(linesOf(moves("A", "a", "b"), moves("B", "b", "a"))).toEqual([
      expect.stringMatching(/^x\.io\/b, x\.io\/a: the path of another API that changes its path/),
    ]);
    expect(linesOf(moves("A", "a", "c"), moves("B", "b", "d"))).toEqual([]);
  });
});
