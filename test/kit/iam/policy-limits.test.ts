import { Bucket } from "../../../lib/constructs/bucket";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import { resourcePolicy } from "../../../lib/kit/iam";
import { failure } from "../../constructs/api/support/api";
import { synthesized, testStack } from "../../support/stack";

const allow = (actions: readonly string[], resources: readonly string[] = ["*"]) => ({
  actions,
  resources,
  principals: { AWS: "111122223333" },
});
const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test("a statement of a queue's policy has at most 7 actions", () => {
  const queue = new Queue(testStack(), "Queue");
  queue.addToResourcePolicy(allow(many("sqs:Get", 7)));
  const error = failure(() => queue.addToResourcePolicy(allow(["sqs:Send"]), allow(many("sqs:Get", 8))));
  expect(error).toMatchObject({ code: "quota-exceeded", prop: "addToResourcePolicy[1]" });
});

describe("the policy of", () => {
  const made = {
    Queue: (stack: ReturnType<typeof testStack>) => new Queue(stack, "It"),
    Topic: (stack: ReturnType<typeof testStack>) => new Topic(stack, "It"),
    Bucket: (stack: ReturnType<typeof testStack>) => new Bucket(stack, "It"),
  };
  test.each([
    ["Queue", 7000, 8200],
    ["Bucket", 19_500, 20_600],
    ["Topic", 29_000, 30_800],
  ] as const)("a %s may have %p characters of resources, and not %p", (name, accepted, refused) => {
    const synthesize = (characters: number) => {
      const stack = testStack({ account: "111122223333" });
      // Each ARN has 17 characters, with quotes and a comma 20.
      const arns = many("arn:aws:s3:::", Math.floor(characters / 20)).map((arn) => arn.padEnd(17, "x"));
      made[name](stack)[resourcePolicy].addStatements("policy", [allow(["s3:Get"], arns)]);
      return synthesized(stack);
    };
    expect(() => synthesize(accepted)).not.toThrow();
    expect(failure(() => synthesize(refused)).code).toBe("resource-policy-too-large");
  });
});
