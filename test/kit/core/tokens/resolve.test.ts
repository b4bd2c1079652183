import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { DefaultTokenResolver, Fn, Lazy, StringConcat, TerraformLocal, Token, Tokenization } from "cdktf";
import { Stack } from "../../../../lib";
import { resolveValue } from "../../../../lib/kit/core";
import { findReferencedType, prepareContent, resolveContent } from "../../../../lib/kit/core/tokens/resolve";
import { testStack } from "../../../support/stack";

test("values are resolved as they will be in the JSON", () => {
  const stack = testStack();
  const queue = new SqsQueue(stack, "Queue");
  expect(resolveValue(stack, { arn: queue.arn, list: ["a", queue.url], none: undefined })).toEqual({
    arn: "${aws_sqs_queue.Queue.arn}",
    list: ["a", "${aws_sqs_queue.Queue.url}"],
  });
});

test("the type of a reference's target is known", () => {
  const stack = testStack();
  expect(findReferencedType(stack, new SqsQueue(stack, "One").arn)).toBe("aws_sqs_queue");
  expect(findReferencedType(stack, new DataAwsSqsQueue(stack, "Two", { name: "q" }).arn)).toBe(
    "aws_sqs_queue",
  );
  expect(findReferencedType(stack, "arn:aws:sqs:x")).toBeUndefined();
});

describe("a text with tokens is resolved as CDKTF does it", () => {
  const stack = testStack();
  const queue = new SqsQueue(stack, "Queue", { delaySeconds: 1 });
  const elsewhere = new SqsQueue(new Stack(stack.app, "Other"), "Queue");
  const ofCdktf = (value: unknown, preparing: boolean) =>
    Tokenization.resolve(value, {
      scope: stack,
      resolver: new DefaultTokenResolver(new StringConcat()),
      preparing,
    });

  test.each<readonly [string, () => unknown]>([
    ["one reference", () => queue.arn],
    ["several", () => `a ${queue.arn}/${queue.url} ${queue.arn}`],
    ["a template around it", () => `\${upper(${queue.arn})} and \${var.a}`],
    ["a brace beside it", () => `{ "a": "${queue.arn}" }`],
    ["an escaped template", () => `$\${aws:username} ${queue.arn}`],
    ["a value that is produced", () => `${Lazy.stringValue({ produce: () => queue.arn })}/x`],
    ["a reference in a produced function", () => Fn.join("-", [queue.arn, "a"])],
    ["a number that is a token", () => `${queue.arn}:${queue.maxMessageSize}`],
    ["a number with an exponent", () => `${queue.arn}:1e5`],
    ["a list that is a token", () => Token.asList(queue.arn)],
    ["a local value", () => new TerraformLocal(stack, "Local", "a").expression],
    ["another stack", () => `${elsewhere.arn} ${queue.arn}`],
  ])("%s", (_, produce) => {
    const value = produce();
    const expected = ofCdktf([value], true);
    expect(prepareContent(stack, [value]).value).toEqual(expected);
    expect(resolveContent(stack, [value])).toEqual(ofCdktf([value], false));
    expect([resolveValue(stack, value, true)]).toEqual(expected);
  });

  test("an unknown marker is refused", () => {
    expect(() => resolveValue(stack, `${queue.arn} \${TfToken[TOKEN.999999]}`)).toThrow("TOKEN.999999");
  });
});
