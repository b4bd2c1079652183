import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { resolveValue } from "../../../lib/kit/core";
import { partOf } from "../../../lib/kit/iam";
import { digestOf } from "../../../lib/kit/iam/template-text";
import { testStack } from "../../support/stack";

describe("parts and digests of texts", () => {
  const stack = testStack();
  const queue = new SqsQueue(stack, "Queue");
  const written = (text: string) => {
    const warnings = jest.spyOn(console, "warn").mockImplementation();
    const found = resolveValue(stack, text);
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
    return found;
  };

  test("a reference alone is split unchanged", () => {
    expect(written(partOf(queue.url, "/", 3))).toBe('${element(split("/", aws_sqs_queue.Queue.url), 3)}');
  });
  test("a reference within a text is taken apart without a warning of CDKTF", () => {
    const part = partOf(`arn:aws:sqs:eu-west-1:${queue.name}:"jobs"`, ":", 4);
    const text = '"arn:aws:sqs:eu-west-1:${aws_sqs_queue.Queue.name}:\\"jobs\\""';
    expect(written(part)).toBe(`\${element(split(":", ${text}), 4)}`);
  });
  test("a digest accepts texts with quotes together with references", () => {
    const digest = digestOf([queue.url, `{"url":"${queue.url}"}`]);
    const texts = '"${aws_sqs_queue.Queue.url}", "{\\"url\\":\\"${aws_sqs_queue.Queue.url}\\"}"';
    expect(written(digest)).toBe(`\${sha256(join("\\n", [${texts}]))}`);
  });
});
