import { overviewOf } from "../../../lib/local/overview/overview";
import { testModel } from "../support/model";

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const fn = (name: string) => arn("lambda", `function:${name}`);
const queue = (name: string, more: object = {}) => ({
  name,
  arn: arn("sqs", name),
  url: `https://sqs.us-east-1.amazonaws.com/123456789012/${name}`,
  ...more,
});

const model = testModel({
  aws_sqs_queue: {
    Failed: queue("failed"),
    Work: queue("work", {
      redrive_policy: JSON.stringify({ deadLetterTargetArn: arn("sqs", "failed"), maxReceiveCount: 3 }),
    }),
  },
  aws_dynamodb_table: {
    Notes: {
      name: "notes",
      arn: arn("dynamodb", "table/notes"),
      stream_arn: arn("dynamodb", "table/notes/stream/1"),
    },
  },
  aws_lambda_event_source_mapping: {
    Work: { event_source_arn: arn("sqs", "work"), function_name: fn("worker") },
    Notes: { event_source_arn: arn("dynamodb", "table/notes/stream/1"), function_name: "changes" },
  },
  aws_sns_topic: { News: { name: "news", arn: arn("sns", "news") } },
  aws_sns_topic_subscription: { News: { topic_arn: arn("sns", "news"), endpoint: arn("sqs", "work") } },
  aws_cloudwatch_event_bus: { Shop: { name: "shop", arn: arn("events", "event-bus/shop") } },
  aws_cloudwatch_event_rule: { Nightly: { name: "nightly", schedule_expression: "rate(1 day)" } },
  aws_cloudwatch_event_target: {
    Nightly: { rule: "nightly", arn: fn("nightly") },
    Placed: { rule: "placed", event_bus_name: "shop", arn: fn("worker") },
  },
  aws_iam_role_policy: {
    Worker: {
      policy: JSON.stringify({
        Statement: ["KEY", "OTHER"].map((name) => ({
          Resource: arn("ssm", `parameter/serverform/notes/dev/Secret/${name}/value`),
        })),
        Fallback: arn("ssm", "parameter/serverform/notes/.fallback/Secret/KEY/value"),
      }),
    },
  },
});

const sources = new Map([["worker", "functions/work.ts handler"]]);

describe("the overview of an app", () => {
  const { groups, secretsWithoutValue } = overviewOf(
    model,
    (name) => sources.get(name),
    (name) => (name === "OTHER" ? "a value" : undefined),
  );

  test("has the parts in groups, each with its consumers", () => {
    expect(groups).toEqual([
      { title: "Tables", rows: [["Notes", "changes"]] },
      {
        title: "Queues",
        rows: [
          ["Failed", "dead letters of Work"],
          ["Work", "functions/work.ts handler"],
        ],
      },
      { title: "Topics", rows: [["News", "work"]] },
      { title: "Event buses", rows: [["Shop", "functions/work.ts handler"]] },
      { title: "Crons", rows: [["Nightly", "rate(1 day)  nightly"]] },
    ]);
  });

  test("names the secrets that have no value here", () => {
    expect(secretsWithoutValue).toEqual(["KEY"]);
  });
});
