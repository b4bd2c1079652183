import { functionArnOf, functionNameInArn, isFunctionUri } from "../../../lib/facts/aws/function-arn";

const arn = "arn:aws:lambda:eu-west-1:123456789012:function:dev-notes";
const uri = (of: string) => `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${of}/invocations`;

describe("function ARNs", () => {
  test.each([
    [arn, arn],
    [uri(arn), arn],
    [uri(`${arn}:live`), `${arn}:live`],
    ["https://example.com", "https://example.com"],
  ])("%s leads to %s", (given, expected) => {
    expect(functionArnOf(given)).toBe(expected);
  });

  test.each([
    [arn, "dev-notes"],
    [`${arn}:live`, "dev-notes"],
    [`${arn}:7`, "dev-notes"],
    ["dev-notes", "dev-notes"],
  ])("%s is called %s", (given, expected) => {
    expect(functionNameInArn(given)).toBe(expected);
  });

  test("an address is not a function", () => {
    expect([arn, uri(arn), "https://example.com"].map(isFunctionUri)).toEqual([true, true, false]);
  });
});
