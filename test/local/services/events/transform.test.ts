import { targetInput } from "../../../../lib/local/services/events/transform";

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
