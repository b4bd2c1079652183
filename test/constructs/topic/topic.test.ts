import { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Bucket } from "../../../lib/constructs/bucket";
import { Queue } from "../../../lib/constructs/queue";
import { Topic, type TopicProps } from "../../../lib/constructs/topic";
import { Function } from "../../../lib/kit/function";
import { resourcePolicy, tlsOnly } from "../../../lib/kit/iam";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { addresses, only, resources, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { fn, statements, topic } from "./support";

describe("Topic", () => {
  test("alone makes one resource", () => {
    expect(addresses(topic().stack)).toMatchInlineSnapshot(`
      [
        "aws_sns_topic.Orders_Topic_CA428F49",
      ]
    `);
  });
  test("with a function and a queue makes these", () => {
    const stack = testStack();
    new Topic(stack, "Orders", {
      subscribers: { mail: fn, bill: new Queue(stack, "Bills") },
    });
    expect(addresses(stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Orders_Subscriber_Orders_mail_LogGroup_38664F85",
        "aws_iam_role.Orders_Subscriber_Orders_mail_Role_5665C27F",
        "aws_iam_role_policy.Orders_Subscriber_Orders_mail_Policies_Base_70D18BE7",
        "aws_lambda_function.Orders_Subscriber_Orders_mail_Function_4D07FF39",
        "aws_lambda_permission.Orders_Permission_Orders_mail_9E04304C",
        "aws_sns_topic.Orders_Topic_CA428F49",
        "aws_sns_topic_subscription.Orders_Subscription_Orders_bill_6F80319E",
        "aws_sns_topic_subscription.Orders_Subscription_Orders_mail_B9AEB4CD",
        "aws_sqs_queue.Bills_Queue_06FF01C1",
        "aws_sqs_queue_policy.Bills_Policy_4D144E6C",
        "data.archive_file._code_functions-notes-ab2188ae_4E136915",
      ]
    `);
  });
  test("creates the documented resources", () => {
    const stack = testStack();
    new Topic(stack, "Orders", { subscribers: { mail: fn } })[resourcePolicy].add(
      tlsOnly(["sns:Publish"], ["*"]),
    );
    expect([...typesOf(addresses(stack))].sort()).toEqual(
      [...listedTypes("lib/constructs/topic/README.md")].sort(),
    );
  });
  test("is named after app, stage and id", () => {
    expect(only(topic().stack, "aws_sns_topic")).toEqual({
      name: "dev-notes-Orders",
    });
  });
  test("cdk.topic is laid over it", () => {
    const { stack } = topic({
      cdk: { topic: { displayName: "Orders", name: "orders" } },
    });
    expect(only(stack, "aws_sns_topic")).toEqual({
      display_name: "Orders",
      name: "orders",
    });
  });
  test("a name prefix replaces the name", () => {
    expect(only(topic({ cdk: { topic: { namePrefix: "o-" } } }).stack, "aws_sns_topic")).toEqual({
      name_prefix: "o-",
    });
  });
  test.each([
    [undefined, "dev-notes-Orders.fifo"],
    ["orders", "orders.fifo"],
    ["orders.fifo", "orders.fifo"],
  ])("a FIFO topic with the name %p is called %s", (name, expected) => {
    const { stack } = topic({ cdk: { topic: { fifoTopic: true, name } } });
    expect(only(stack, "aws_sns_topic").name).toBe(expected);
  });
  test("has the ARN and the name of the provider's topic", () => {
    const { stack, topic: made } = topic();
    stack.addOutputs({ arn: made.topicArn, name: made.topicName });
    expect(JSON.stringify(only(stack, "aws_sns_topic"))).toContain("dev-notes-Orders");
    expect(made.cdk.topic.arn).not.toBe("");
  });
  test("metadata names the subscribers", () => {
    const { topic: made } = topic({ subscribers: { mail: fn } });
    expect(made.getConstructMetadata()).toEqual({
      type: "Topic",
      data: {
        topicArn: made.topicArn,
        subscribers: [
          {
            node: made.subscriberFunctions[0]?.node.addr,
            stack: "dev-notes-Main",
          },
        ],
        subscriberNames: ["mail"],
      },
    });
  });
  test("a customer key may be used by publishers", () => {
    const { stack, topic: made } = topic({
      cdk: { topic: { kmsMasterKeyId: "alias/mine" } },
    });
    new Function(stack, "Fn", { handler: fn, bind: [made] });
    expect(only(stack, "aws_iam_role_policy").policy).toContain("kms:GenerateDataKey*");
  });
});

describe("the topic's policy", () => {
  const withBucket = (props: TopicProps = {}) => {
    const stack = testStack({ account: "111122223333" });
    const made = new Topic(stack, "Orders", props);
    new Bucket(stack, "Files", { notifications: { made } });
    return stack;
  };
  test("there is none while no service publishes", () => {
    expect(resources(topic({ subscribers: { a: fn } }).stack, "aws_sns_topic_policy")).toEqual({});
  });
  test("lets the bucket publish, the owner act as before, and refuses requests without TLS", () => {
    const found = statements(withBucket(), "aws_sns_topic_policy");
    expect(found.map((each) => each.Sid)).toEqual([undefined, "OwnerAccess", "TlsOnly"]);
    expect(found[1]?.Condition).toEqual({
      StringEquals: { "AWS:SourceOwner": "111122223333" },
    });
    expect(found[2]?.Action).toBe("sns:Publish");
  });
  test("accepts statements in addition to the default access of the owner", () => {
    const { stack, topic: made } = topic();
    made.addToResourcePolicy({
      Principal: { AWS: "444455556666" },
      Action: "sns:Publish",
      Resource: made.topicArn,
    });
    const found = statements(stack, "aws_sns_topic_policy");
    expect(found.map((each) => each.Sid)).toEqual([undefined, "OwnerAccess", "TlsOnly"]);
    expect(found[0]).toMatchObject({ Principal: { AWS: "444455556666" }, Action: "sns:Publish" });
  });
  test("does not accept statements together with a policy of the caller, or for an imported topic", () => {
    const own = topic({ cdk: { topic: { policy: "{}" } } });
    expect(failure(() => own.topic.addToResourcePolicy())).toMatchObject({
      code: "props-exclude",
      prop: "addToResourcePolicy",
    });
    const { stack } = own;
    const imported = new Topic(stack, "Old", { cdk: { topic: new SnsTopic(stack, "Raw", {}) } });
    expect(failure(() => imported.addToResourcePolicy())).toMatchObject({
      code: "imported-topic",
      prop: "addToResourcePolicy",
    });
  });
  test("a policy of the caller is not changed", () => {
    expect(resources(withBucket({ cdk: { topic: { policy: "{}" } } }), "aws_sns_topic_policy")).toEqual({});
  });
});

describe("an imported topic", () => {
  test.each(["resource", "data source"])("accepts an existing one as a %s", (kind) => {
    const stack = testStack();
    const given =
      kind === "resource"
        ? new SnsTopic(stack, "Raw", { name: "raw" })
        : new DataAwsSnsTopic(stack, "Raw", { name: "raw" });
    const made = new Topic(stack, "T", {
      cdk: { topic: given },
      subscribers: { mail: fn },
    });
    expect(made.cdk.topic).toBe(given);
    expect(Object.keys(resources(stack, "aws_sns_topic"))).toHaveLength(kind === "resource" ? 1 : 0);
    expect(only(stack, "aws_sns_topic_subscription").topic_arn).toMatch(/aws_sns_topic\.Raw\.arn/);
  });
  test("of another type is refused", () => {
    const stack = testStack();
    const given = new SqsQueue(stack, "Raw") as never;
    expect(() => new Topic(stack, "T", { cdk: { topic: given } })).toThrow(
      /cdk\.topic is an object of type aws_sqs_queue/,
    );
  });
});

describe("Topic refuses", () => {
  test.each([
    [{ subscriber: {} }, /the key "subscriber"[\s\S]*Did you mean "subscribers"/],
    [{ defaults: { fn: {} } }, /defaults has the key "fn"/],
    [{ defaults: { function: { timout: 1 } } }, /defaults\.function has the key "timout"/],
    [{ cdk: { topics: {} } }, /cdk has the key "topics"/],
    [{ cdk: { topic: { displayname: "a" } } }, /cdk\.topic has the key "displayname"/],
    [{ cdk: { topic: { name: "a b" } } }, /cdk\.topic\.name is "a b"/],
    [{ subscribers: "functions/notes.get" }, /subscribers is "functions/],
    [{ subscribers: { a: { type: "topic", function: fn } } }, /subscribers\["a"\]\.type is "topic"/],
    [{ subscribers: { a: { type: "function" } } }, /subscribers\["a"\]\.function is missing/],
    [{ subscribers: { a: { type: "queue" } } }, /subscribers\["a"\]\.queue is undefined/],
    [{ subscribers: { a: { function: fn, events: [] } } }, /subscribers\["a"\] has the key "events"/],
    [
      { subscribers: { a: { function: fn, cdk: { target: {} } } } },
      /subscribers\["a"\]\.cdk has the key "target"/,
    ],
    [{ subscribers: { a: { function: fn, cdk: 5 } } }, /subscribers\["a"\]\.cdk is 5/],
    [{ subscribers: { a: 5 } }, /subscribers\["a"\] is 5/],
  ])("%p", (props, message) => {
    expect(() => topic(props as TopicProps)).toThrow(message);
  });
});
