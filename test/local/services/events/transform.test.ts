import { targetGroup, targetInput } from "../../../../lib/local/services/events/transform";

const event = { source: "orders", detail: { id: "1", total: 5, lines: [{ sku: "A" }], note: 'say "hi"' } };

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
describe("the input of a target", () => {
  test.each([
    ["all of it", {}, JSON.stringify(event)],
    ["its own text", { input: '{"a":1}' }, '{"a":1}'],
    ["a part", { input_path: "$.detail.lines[0]" }, '{"sku":"A"}'],
    [
      "a template with JSON values",
      {
        input_transformer: {
          input_paths: { id: "$.detail.id", lines: "$.detail.lines" },
          input_template: '{"id":<id>,"lines":<lines>}',
        },
      },
      '{"id":"1","lines":[{"sku":"A"}]}',
    ],
    [
      "a template with values inside of a text",
      {
        input_transformer: [
          {
            input_paths: { id: "$.detail.id", note: "$.detail.note" },
            input_template: '"Order <id>: <note>"',
          },
        ],
      },
      '"Order 1: say \\"hi\\""',
    ],
    [
      "a missing value",
      { input_transformer: { input_paths: { x: "$.detail.x" }, input_template: '{"x":<x>}' } },
      '{"x":""}',
    ],
  ])("%s", (_name, target, expected) => {
    expect(targetInput(target, event, { ruleArn: "arn:rule", ruleName: "rule", ingestedMs: 0 })).toBe(
      expected,
    );
  });
});

// https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_KinesisParameters.html
test.each([
  ["a queue has no group by itself", { arn: "arn:aws:sqs:us-east-1:1:bills" }, undefined],
  [
    "a queue has the group of its target",
    { arn: "arn:aws:sqs:us-east-1:1:b.fifo", sqs_target: { message_group_id: "g" } },
    "g",
  ],
  ["a stream has the id of the event", { arn: "arn:aws:kinesis:us-east-1:1:stream/s" }, "e-1"],
  [
    "a stream has the value at its path",
    { arn: "arn:aws:kinesis:us-east-1:1:stream/s", kinesis_target: { partition_key_path: "$.detail.total" } },
    "5",
  ],
])("%s", (_name, target, expected) => {
  expect(targetGroup(target, { id: "e-1", ...event })).toBe(expected);
});
