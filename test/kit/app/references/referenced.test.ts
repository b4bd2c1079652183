import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Fn } from "cdktf";
import { findReferenced, Stack } from "../../../../lib/kit/app";
import { synthesized, testApp } from "../../../support/stack";

function stacks() {
  const app = testApp();
  const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
  return { app, one, two, first: new SqsQueue(one, "Q"), second: new SqsQueue(two, "Q") };
}

describe("the resources that a reference names", () => {
  test("is found in its own stack, although the other has the same id", () => {
    const { one, two, first, second } = stacks();
    expect(findReferenced(one, first.arn)).toBe(first);
    expect(findReferenced(one, second.url)).toBe(second);
    expect(findReferenced(two, second.url)).toBe(second);
  });
  test("is a resource or a data source, as it is written", () => {
    const { one } = stacks();
    const data = new DataAwsSqsQueue(one, "Data", { name: "q" });
    expect(findReferenced(one, data.arn)).toBe(data);
    expect(findReferenced(one, "${aws_sqs_queue.Data.arn}")).toBeUndefined();
  });
  test.each<[string, (queue: SqsQueue) => unknown]>([
    ["a literal", () => "arn:aws:sqs:us-east-1:111122223333:q"],
    ["a longer text", ({ name }) => `https://example.com/${name}`],
    ["a function", ({ arn }) => Fn.element(Fn.split(":", arn), 5)],
    ["no text", () => 1],
  ])("is undefined for %s", (_, value) => {
    const { one, second } = stacks();
    expect(findReferenced(one, value(second))).toBeUndefined();
  });
  test("connects no stacks by being asked for", () => {
    const { one, two, second } = stacks();
    findReferenced(one, second.arn);
    expect(one.dependsOn(two)).toBe(false);
    expect(synthesized(two).output).toEqual({});
  });
  test("leaves the reference unchanged", () => {
    const { one, second } = stacks();
    const { arn } = second;
    one.addOutputs({ Arn: arn });
    findReferenced(one, arn);
    expect(JSON.stringify(synthesized(one).output)).toContain("terraform_remote_state");
  });
});
