import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { SqsQueuePolicy } from "@cdktf/provider-aws/lib/sqs-queue-policy";
import { Construct } from "constructs";
import { Stack } from "../../../lib/kit/app";
import { type PolicySource, ResourcePolicy, tlsOnly } from "../../../lib/kit/iam";
import { parseStatement } from "../../../lib/kit/iam/permissions";
import { only, resources, testApp, testStack } from "../../support/stack";

function policyOf(stack: Stack, options: Partial<ConstructorParameters<typeof ResourcePolicy>[1]> = {}) {
  const queue = new SqsQueue(stack, "Queue");
  const create = (policy: string) => new SqsQueuePolicy(stack, "Policy", { queueUrl: queue.url, policy });
  const limits = { bytes: 20_480 };
  return new ResourcePolicy(queue, {
    arn: "arn:aws:sqs:us-east-1:111122223333:q",
    create,
    limits,
    ...options,
  });
}

function source(stack: Stack, name: string, options: Partial<PolicySource> = {}): PolicySource {
  const construct = new Construct(stack, name);
  return {
    construct,
    prop: `subscribers["${name}"]`,
    arn: () => `arn:reference:${name}`,
    writtenArn: ({ partition, region, account }) => `arn:${partition}:sns:${region}:${account}:${name}`,
    nameProp: "name",
    link: construct,
    ...options,
  };
}

interface Written {
  readonly Sid?: string;
  readonly Principal: unknown;
  readonly Condition?: Record<string, Record<string, unknown>>;
}

function statements(stack: Stack): Written[] {
  return JSON.parse(String(only(stack, "aws_sqs_queue_policy").policy)).Statement;
}

const statement = {
  effect: "Allow",
  principals: { AWS: ["111122223333"] },
  actions: ["sqs:SendMessage"],
  resources: ["*"],
} as const;
const sns = { service: "sns.amazonaws.com", action: "sqs:SendMessage" };

describe("ResourcePolicy", () => {
  test("there is no policy while there is no statement", () => {
    const stack = testStack();
    expect(policyOf(stack).resource).toBeUndefined();
    expect(resources(stack, "aws_sqs_queue_policy")).toEqual({});
  });
  test("equal statements are written once", () => {
    const stack = testStack();
    const policy = policyOf(stack);
    policy.add(statement);
    policy.add({ ...statement });
    expect(statements(stack)).toHaveLength(1);
  });
  test("sources of one service are one statement, sorted", () => {
    const stack = testStack();
    const policy = policyOf(stack);
    for (const name of ["b", "a"]) policy.allow({ ...sns, source: source(stack, name) });
    expect(statements(stack)).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "sns.amazonaws.com" },
        Action: "sqs:SendMessage",
        Resource: "arn:aws:sqs:us-east-1:111122223333:q",
        Condition: { ArnEquals: { "aws:SourceArn": ["arn:reference:a", "arn:reference:b"] } },
      },
    ]);
  });
  test("a source without an account in its ARN is kept to the account", () => {
    const stack = testStack({ account: "111122223333" });
    policyOf(stack).allow({ ...sns, source: source(stack, "a"), isOfAccount: true });
    expect(statements(stack)[0]?.Condition).toEqual({
      ArnLike: { "aws:SourceArn": "arn:reference:a" },
      StringEquals: { "aws:SourceAccount": "111122223333" },
    });
  });
  test("the order of additions does not matter", () => {
    const write = (names: readonly string[]) => {
      const stack = testStack();
      const policy = policyOf(stack);
      for (const name of names) {
        policy.allow({ ...sns, service: `${name}.amazonaws.com`, source: source(stack, name) });
        policy.add({ ...statement, resources: [name] });
      }
      return statements(stack);
    };
    expect(write(["a", "b"])).toEqual(write(["b", "a"]));
  });
  test("two synthesizes write the same", () => {
    const stack = testStack();
    policyOf(stack).add(statement);
    expect(statements(stack)).toEqual(statements(stack));
  });
  test("repeated statements come with the first one", () => {
    const stack = testStack();
    const policy = policyOf(stack, { restated: () => [tlsOnly(["sqs:*"], ["*"])] });
    policy.add(statement);
    expect(statements(stack)).toHaveLength(2);
  });
  test("the same Sid twice is taken when both say the same", () => {
    const policy = policyOf(testStack());
    policy.add({ ...statement, sid: "A" });
    expect(() => policy.add({ ...statement, sid: "A" })).not.toThrow();
  });
  test("refuses two different statements with one Sid", () => {
    const policy = policyOf(testStack());
    policy.add({ ...statement, sid: "A" });
    const other = { Sid: "A", Effect: "Deny", Principal: "*", Action: "sqs:*", Resource: "*" } as const;
    expect(() => policy.addStatements("addToResourcePolicy", [other])).toThrow(
      /addToResourcePolicy\[0\] has the Sid "A".*\n.*\n.*\[policy-sid-duplicate\]/,
    );
  });
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/example-bucket-policies.html
  test.each(["__owner_statement", "Allow get requests originating from www.example.com", "AllowSNS-1"])(
    "takes the Sid %s, which a policy of a role may not have",
    (Sid) => {
      const stack = testStack();
      const given = {
        Sid,
        Effect: "Allow",
        Principal: "*",
        Action: "sqs:SendMessage",
        Resource: "*",
      } as const;
      policyOf(stack).addStatements("addToResourcePolicy", [given]);
      expect(statements(stack)).toEqual([given]);
      expect(() => parseStatement("It", "prop", { Sid, Action: "sqs:*", Resource: "*" })).toThrow(
        /letters and digits only/,
      );
    },
  );
  test("a statement without a principal is refused", () => {
    const policy = policyOf(testStack());
    expect(() => policy.addStatements("add", [{ actions: ["sqs:*"], resources: ["*"] } as never])).toThrow(
      /add\[0\]/,
    );
  });
  test("the policy of an imported resource stays unchanged, with a notice", () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const app = testApp();
    const stack = new Stack(app, "Main");
    policyOf(stack, { create: undefined }).allow({ ...sns, source: source(stack, "a") });
    app.synth();
    const said = write.mock.calls.join();
    write.mockRestore();
    expect(resources(stack, "aws_sqs_queue_policy")).toEqual({});
    expect(said).toContain("let sns.amazonaws.com use sqs:SendMessage on it (dev-notes-Main/a)");
  });
});

describe("a source in another stack", () => {
  test("is written out", () => {
    const app = testApp({ account: "111122223333" });
    const [home, other] = [new Stack(app, "Home"), new Stack(app, "Other")];
    policyOf(home).allow({ ...sns, source: source(other, "a") });
    expect(statements(home)[0]?.Condition).toEqual({
      ArnEquals: { "aws:SourceArn": "arn:aws:sns:us-east-1:111122223333:a" },
    });
  });
  test("without its own name is an error with both stacks and the way out", () => {
    const app = testApp();
    const [home, other] = [new Stack(app, "Home"), new Stack(app, "Other")];
    const unnamed = source(other, "a", { writtenArn: () => undefined });
    expect(() => policyOf(home).allow({ ...sns, source: unnamed })).toThrow(
      /dev-notes-Other\/a: subscribers\["a"\] connects stack dev-notes-Other to stack dev-notes-Home.*\n.*with name, or/,
    );
  });
  test("is referred to when only this stack knows the other one", () => {
    const app = testApp();
    const [home, other] = [new Stack(app, "Home"), new Stack(app, "Other")];
    const unnamed = source(other, "a", { writtenArn: () => undefined, link: home });
    policyOf(home).allow({ ...sns, source: unnamed });
    expect(statements(home)[0]?.Condition).toEqual({ ArnEquals: { "aws:SourceArn": "arn:reference:a" } });
  });
});
