import { parseFunctionName } from "../../../lib/local";

const arn = "arn:aws:lambda:eu-west-1:123456789012:function:fn";

// https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html: FunctionName
test.each([
  ["fn", { arn: undefined, name: "fn" }],
  ["fn:live", { arn: undefined, name: "fn" }],
  [arn, { arn, name: "fn" }],
  [`${arn}:7`, { arn, name: "fn" }],
  ["123456789012:function:fn", { arn: undefined, name: "fn" }],
  ["123456789012:function:fn:live", { arn: undefined, name: "fn" }],
])("%s names a function", (text, expected) => {
  expect(parseFunctionName(text)).toEqual(expected);
});
