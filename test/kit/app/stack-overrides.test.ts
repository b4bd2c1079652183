/** @group generated */

import { Lazy, type TerraformElement, TerraformOutput, TerraformStack, Token } from "cdktf";
import { Bucket, Queue, Stack, Topic } from "../../../lib";
import { stackContent } from "../../../lib/kit/app/synthesis/stack-content";
import { Random } from "../../support/random";
import { testApp } from "../../support/stack";

/** Rounds of random overrides; `OVERRIDE_ROUNDS=20000` tries more. */
const rounds = Number(process.env.OVERRIDE_ROUNDS ?? 400);
const seed = Number(process.env.OVERRIDE_SEED ?? 28);
const batch = 100;

const sections = [
  "provider.aws",
  "provider.aws.0",
  "provider.aws.0.default_tags",
  "provider.aws.0.default_tags.0.tags",
  "provider.aws.1",
  "provider",
  "terraform",
  "terraform.backend",
  "terraform.backend.local",
  "terraform.backend.s3.assume_role",
  "terraform.required_providers.aws",
  "resource.aws_sqs_queue.QUEUE",
  "resource.aws_sqs_queue.QUEUE.tags",
  "output.Shown",
  "output",
  "locals",
  "moved",
  "//",
  "//.serverform",
  "//.metadata",
  "data",
  "${x.y}",
];
const ends = [
  "0",
  "1",
  "7",
  "region",
  "tags",
  "path",
  "a\\",
  "a b",
  "",
  "-1",
  "version",
  "value",
  "0.x",
  "x.0.y",
  "__x",
];

/** A value of an override: literal, token, list or object, at most three levels deep. */
function value(random: Random, depth = 0): unknown {
  const lazy = Lazy.stringValue({ produce: () => "made" });
  const inner = () => value(random, depth + 1);
  const literals = [
    () => random.pick(["eu-west-1", "", "${aws_sqs_queue.a.arn}", "$${a}", "3e4"]),
    () => random.pick([0, -1, 1.5, true, false]),
    () => null,
    () => undefined,
    () => random.pick([lazy, `at ${lazy}`]),
    () => Lazy.anyValue({ produce: () => ({ inner: [lazy, undefined, null] }) }),
    () => Lazy.anyValue({ produce: () => undefined }),
    () => Token.asNumber(Lazy.numberValue({ produce: () => 7 })),
    () => Token.asList(Lazy.listValue({ produce: () => ["a", "b"] })),
    () => new Date(0),
  ];
  const nested = [
    () => Array.from({ length: random.below(4) }, inner),
    () => Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(ends), inner()])),
    () => ({ [lazy]: inner() }),
  ];
  return random.pick(depth < 3 ? [...literals, ...nested, ...nested] : literals)();
}

const path = (random: Random) =>
  [random.pick(sections), ...(random.chance(0.7) ? [random.pick(ends)] : [])].join(".");

/** JSON in the order of its keys, or undefined where it cannot be made. */
function attempt(make: () => unknown): string | undefined {
  try {
    return JSON.stringify(make());
  } catch {
    return undefined;
  }
}

function stackWithOverrides(random: Random): { readonly stack: Stack; readonly given: readonly unknown[] } {
  const stack = new Stack(testApp(), "Main");
  const queue = new Queue(stack, "Jobs");
  new Topic(stack, "Posted");
  const bucket = new Bucket(stack, "Files", {});
  const output = new TerraformOutput(stack, "Shown", { value: "x" });
  stack.toTerraform();
  const elements: readonly (TerraformElement | Stack)[] = [
    queue.cdk.queue,
    bucket.cdk.bucket,
    output,
    stack,
    stack,
    stack,
    stack,
  ];
  const given: unknown[] = [];
  for (let count = 1 + random.below(4); count > 0; count--) {
    const element = random.pick(elements);
    const where =
      element === stack ? path(random).replace("QUEUE", queue.cdk.queue.friendlyUniqueId) : random.pick(ends);
    const override = [where, value(random)] as const;
    element.addOverride(...override);
    given.push([element.node.id, ...override]);
  }
  return { stack, given };
}

describe("a stack with overrides has the content that CDKTF gives it", () => {
  test.each(Array.from({ length: Math.ceil(rounds / batch) }, (_, index) => index))(
    "batch %i of random overrides",
    (index) => {
      const random = new Random(seed + index);
      let compared = 0;
      for (let round = 0; round < batch; round++) {
        const { stack, given } = stackWithOverrides(random);
        const expected = attempt(() => TerraformStack.prototype.toTerraform.call(stack));
        const actual = attempt(() => stackContent(stack));
        // CDKTF cannot merge an object into null, nor list tokens with other lists.
        if (expected === undefined) continue;
        compared++;
        if (actual !== expected) expect({ given, content: actual }).toEqual({ given, content: expected });
      }
      expect(compared).toBeGreaterThan(batch / 2);
    },
  );

  test("an index changes one element of a list", () => {
    const stack = new Stack(testApp(), "Main");
    new Queue(stack, "Jobs");
    stack.addOverride("provider.aws.0.max_retries", 3);
    const { provider } = stack.toTerraform() as { provider: { aws: unknown } };
    expect(provider.aws).toEqual([
      expect.objectContaining({ region: "us-east-1", default_tags: expect.anything(), max_retries: 3 }),
    ]);
  });
});
