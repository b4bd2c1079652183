import { KmsAlias } from "@cdktf/provider-aws/lib/kms-alias";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { KmsKeyPolicy } from "@cdktf/provider-aws/lib/kms-key-policy";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Bucket } from "../../../lib/constructs/bucket";
import { Cron } from "../../../lib/constructs/cron";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import { Stack } from "../../../lib/kit/app";
import { standardErrorOf } from "../../support/environment";
import { only, testStack } from "../../support/stack";

const fn = "functions/notes.get";

type Send = (stack: Stack, key: string) => void;

const queue = (stack: Stack, kmsMasterKeyId: string) =>
  new Queue(stack, "Q", { cdk: { queue: { kmsMasterKeyId } } });
const withDeadLetters = (deadLetterQueue: Queue | SqsQueue | string) => ({
  function: fn,
  // A queue of the provider is accepted too.
  cdk: { target: { deadLetterQueue: deadLetterQueue as Queue } },
});

/** Every way in which a service sends to a queue or topic. */
const senders: readonly [string, string, Send][] = [
  [
    "a subscriber",
    "sns.amazonaws.com",
    (stack, key) => new Topic(stack, "T", { subscribers: { q: queue(stack, key) } }),
  ],
  [
    "the dead letters of a subscription",
    "sns.amazonaws.com",
    (stack, key) => {
      const redrivePolicy = { deadLetterTargetArn: queue(stack, key) };
      new Topic(stack, "T", {
        subscribers: { f: { function: fn, cdk: { subscription: { redrivePolicy } } } },
      });
    },
  ],
  [
    "a target of a rule",
    "events.amazonaws.com",
    (stack, key) =>
      new EventBus(stack, "B", {
        rules: { r: { pattern: { source: ["a"] }, targets: { q: queue(stack, key) } } },
      }),
  ],
  [
    "the dead letters of a rule's target",
    "events.amazonaws.com",
    (stack, key) => {
      const targets = { f: withDeadLetters(queue(stack, key)) };
      new EventBus(stack, "B", { rules: { r: { pattern: { source: ["a"] }, targets } } });
    },
  ],
  [
    "the dead letters of a Cron",
    "events.amazonaws.com",
    (stack, key) =>
      new Cron(stack, "C", { schedule: "rate(1 day)", job: withDeadLetters(queue(stack, key)) }),
  ],
  [
    "the dead letters of a Cron, as an ARN",
    "events.amazonaws.com",
    (stack, key) =>
      new Cron(stack, "C", { schedule: "rate(1 day)", job: withDeadLetters(queue(stack, key).queueArn) }),
  ],
  [
    "the dead letters of a Cron, as a queue of the provider",
    "events.amazonaws.com",
    (stack, kmsMasterKeyId) => {
      const own = new SqsQueue(stack, "Own", { kmsMasterKeyId });
      new Cron(stack, "C", { schedule: "rate(1 day)", job: withDeadLetters(own) });
    },
  ],
  [
    "a queue that a bucket notifies",
    "s3.amazonaws.com",
    (stack, key) =>
      new Bucket(stack, "F", {
        notifications: { q: { queue: queue(stack, key), events: ["object_created"] } },
      }),
  ],
  [
    "a topic that a bucket notifies",
    "s3.amazonaws.com",
    (stack, kmsMasterKeyId) => {
      const topic = new Topic(stack, "T", { cdk: { topic: { kmsMasterKeyId } } });
      new Bucket(stack, "F", { notifications: { t: { topic, events: ["object_created"] } } });
    },
  ],
];

const account = "111122223333";
/** The conditions that keep other accounts out. S3 is not documented to tell KMS the account. */
const conditions: Readonly<Record<string, object>> = {
  "events.amazonaws.com": { StringEquals: { "aws:SourceAccount": account } },
  "sns.amazonaws.com": { ArnLike: { "aws:SourceArn": `arn:aws:sns:*:${account}:*` } },
};
const policyOf = (stack: Stack) => JSON.parse(String(only(stack, "aws_kms_key").policy)).Statement;

describe.each(senders)("%s", (_, service, send) => {
  test.each(["alias/aws/sqs", "alias/aws/sns", `arn:aws:kms:us-east-1:${account}:alias/aws/sqs`])(
    "may not be encrypted with %s",
    (key) => {
      expect(() => send(testStack(), key)).toThrow(/target-key-managed/);
    },
  );
  test.each(["arn", "keyId", "id"] as const)("adds the service to the policy of the key (%s)", (part) => {
    const stack = testStack({ account });
    send(stack, new KmsKey(stack, "Key", {})[part]);
    const [own, sender] = [...policyOf(stack)].sort((a) => (a.Sid === undefined ? 1 : -1));
    expect(own).toMatchObject({ Action: "kms:*", Principal: { AWS: expect.stringContaining(":root") } });
    expect(sender).toEqual({
      Effect: "Allow",
      Principal: { Service: service },
      Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
      Resource: "*",
      ...(conditions[service] && { Condition: conditions[service] }),
    });
  });
  test("gets a notice when the key is another's", () => {
    const stack = testStack({ account });
    send(stack, `arn:aws:kms:us-east-1:${account}:key/1`);
    expect(standardErrorOf(() => stack.app.synth())).toContain(`let ${service} use kms:Decrypt`);
  });
});

const [, , send] = senders[0] ?? fail();
const other = JSON.stringify({ Version: "2012-10-17", Statement: [] });

test.each([
  ["reference", (alias: KmsAlias) => alias.name],
  ["name", () => "alias/mine"],
  ["ARN", () => `arn:aws:kms:us-east-1:${account}:alias/mine`],
] as const)("an alias of the app leads to its key (%s)", (_, given) => {
  const stack = testStack({ account });
  const alias = new KmsAlias(stack, "Alias", {
    name: "alias/mine",
    targetKeyId: new KmsKey(stack, "Key", {}).keyId,
  });
  send(stack, given(alias));
  expect(policyOf(stack)).toHaveLength(2);
});

test("a key of another stack gets the statement there", () => {
  const stack = testStack({ account });
  const keys = new Stack(stack.app, "Keys");
  // The same id in the sender's stack is another key.
  new KmsKey(stack, "Key", {});
  send(stack, new KmsKey(keys, "Key", {}).arn);
  expect(policyOf(keys)).toHaveLength(2);
  expect(only(stack, "aws_kms_key")).not.toHaveProperty("policy");
});

test("each of several services has a statement, and a second synthesis changes nothing", () => {
  const stack = testStack({ account });
  const { arn } = new KmsKey(stack, "Key", {});
  const q = queue(stack, arn);
  new Bucket(stack, "F", { notifications: { q: { queue: q, events: ["object_created"] } } });
  new Topic(stack, "T", { subscribers: { q } });
  const first = policyOf(stack);
  const principals = first.map(({ Principal }: { Principal: { Service?: string } }) => Principal.Service);
  expect(principals.filter(Boolean).sort()).toEqual(["s3.amazonaws.com", "sns.amazonaws.com"]);
  expect(policyOf(stack)).toEqual(first);
});

test.each([
  ["its prop", (stack: Stack, policy: string) => new KmsKey(stack, "Key", { policy })],
  [
    "a separate resource",
    (stack: Stack, policy: string) => {
      const key = new KmsKey(stack, "Key", {});
      new KmsKeyPolicy(stack, "KeyPolicy", { keyId: key.id, policy });
      return key;
    },
  ],
] as const)("a policy of the caller's stays, with a notice unless it names the service (%s)", (_, make) => {
  const run = (policy: string) => {
    const stack = testStack({ account });
    const key = make(stack, policy);
    const before = key.policyInput;
    send(stack, key.arn);
    const notices = standardErrorOf(() => stack.app.synth());
    expect(key.policyInput).toBe(before);
    return notices;
  };
  expect(run(other)).toContain("let sns.amazonaws.com use");
  expect(run(other.replace("[]", '[{"Principal":{"Service":"sns.amazonaws.com"}}]'))).not.toContain(
    "let sns",
  );
});

test("a key that only encrypts, without a sender, is left alone", () => {
  const stack = testStack({ account });
  queue(stack, new KmsKey(stack, "Key", {}).arn);
  expect(only(stack, "aws_kms_key")).not.toHaveProperty("policy");
});

function fail(): never {
  throw new Error("no sender");
}
