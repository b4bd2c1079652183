import { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Stack } from "../../lib/app";
import { Bucket } from "../../lib/bucket";
import { Function } from "../../lib/function";
import { Queue } from "../../lib/queue";
import { Topic, type TopicProps } from "../../lib/topic";
import { checkOutput } from "../support/reference-check";
import {
  addresses,
  inlineActions,
  only,
  resources,
  testApp,
  testStack,
} from "../support/stack";

const fn = "functions/notes.get";

function topic(props: TopicProps = {}): { stack: Stack; topic: Topic } {
  const stack = testStack({ account: "111122223333" });
  return { stack, topic: new Topic(stack, "Orders", props) };
}

/** The statements of a policy in a stack. */
function statements(
  stack: Stack,
  type: string
): { Sid?: string; Action: unknown; Condition: unknown }[] {
  return JSON.parse(String(only(stack, type).policy)).Statement;
}

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
        "data.archive_file._code_functions-notes-4627e971_2B41F5C7",
      ]
    `);
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
  test("a name prefix takes the place of the name", () => {
    expect(
      only(
        topic({ cdk: { topic: { namePrefix: "o-" } } }).stack,
        "aws_sns_topic"
      )
    ).toEqual({
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
  test("cdk.id replaces the id", () => {
    expect(topic({ cdk: { id: "Events" } }).topic.id).toBe("Events");
  });
  test("has the ARN and the name of the provider's topic", () => {
    const { stack, topic: made } = topic();
    stack.addOutputs({ arn: made.topicArn, name: made.topicName });
    expect(JSON.stringify(only(stack, "aws_sns_topic"))).toContain(
      "dev-notes-Orders"
    );
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
  test("binding gives the ARN and the right to publish", () => {
    const { stack, topic: made } = topic();
    new Function(stack, "Fn", { handler: fn, bind: [made] });
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: {
        SERVERFORM_Topic_topicArn_Orders: expect.stringContaining(
          "aws_sns_topic.Orders"
        ),
      },
    });
    expect(inlineActions(stack)).toEqual(
      expect.arrayContaining(["sns:GetTopicAttributes", "sns:Publish"])
    );
  });
  test("a customer key is part of what publishing needs", () => {
    const { stack, topic: made } = topic({
      cdk: { topic: { kmsMasterKeyId: "alias/mine" } },
    });
    new Function(stack, "Fn", { handler: fn, bind: [made] });
    expect(only(stack, "aws_iam_role_policy").policy).toContain("kms:GenerateDataKey*");
  });
});

describe("a subscriber that is a function", () => {
  test("is invoked by this topic only", () => {
    const { stack } = topic({ subscribers: { mail: fn } });
    expect(only(stack, "aws_lambda_permission")).toMatchObject({
      principal: "sns.amazonaws.com",
      source_arn: expect.stringContaining("aws_sns_topic.Orders_Topic"),
    });
    expect(only(stack, "aws_sns_topic_subscription")).toMatchObject({
      protocol: "lambda",
      endpoint: expect.stringContaining(
        "aws_lambda_function.Orders_Subscriber_Orders_mail"
      ),
      topic_arn: expect.stringContaining("aws_sns_topic.Orders_Topic"),
    });
  });
  test.each([
    ["its props", { handler: fn, timeout: 20 }],
    ["the full form", { function: { handler: fn, timeout: 20 } }],
    [
      "the full form with its type",
      { type: "function", function: { handler: fn, timeout: 20 } },
    ],
  ] as const)("may be given as %s", (_, given) => {
    const { stack } = topic({ subscribers: { mail: given } });
    expect(only(stack, "aws_lambda_function").timeout).toBe(20);
  });
  test("takes the defaults", () => {
    const { stack } = topic({
      defaults: { function: { timeout: 20 } },
      subscribers: { mail: fn },
    });
    expect(only(stack, "aws_lambda_function").timeout).toBe(20);
  });
  test("may exist already", () => {
    const stack = testStack();
    const own = new Function(stack, "Fn", { handler: fn });
    expect(
      new Topic(stack, "T", { subscribers: { own } }).subscriberFunctions
    ).toEqual([own]);
  });
  test("takes no defaults when it exists already", () => {
    const stack = testStack();
    const own = new Function(stack, "Fn", { handler: fn });
    const made = () =>
      new Topic(stack, "T", {
        defaults: { function: { timeout: 1 } },
        subscribers: { own },
      });
    expect(made).toThrow(/defaults-with-function/);
  });
});

describe("a subscriber that is a queue", () => {
  test.each(["bare", "queue", "type"])(
    "is told its messages by this topic only (%s)",
    (form) => {
      const stack = testStack();
      const queue = new Queue(stack, "Bills");
      const forms = {
        bare: queue,
        queue: { queue },
        type: { type: "queue" as const, queue },
      };
      new Topic(stack, "Orders", {
        subscribers: { bill: forms[form as keyof typeof forms] },
      });
      expect(only(stack, "aws_sns_topic_subscription")).toMatchObject({
        protocol: "sqs",
        endpoint: expect.stringContaining("aws_sqs_queue.Bills"),
      });
      expect(statements(stack, "aws_sqs_queue_policy")).toContainEqual(
        expect.objectContaining({
          Principal: { Service: "sns.amazonaws.com" },
          Action: "sqs:SendMessage",
          Condition: {
            ArnEquals: {
              "aws:SourceArn": expect.stringContaining(
                "aws_sns_topic.Orders_Topic"
              ),
            },
          },
        })
      );
    }
  );
  test("of an imported queue gets no policy", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Bills", {
      cdk: { queue: new SqsQueue(stack, "Raw") },
    });
    new Topic(stack, "Orders", { subscribers: { queue } });
    expect(resources(stack, "aws_sqs_queue_policy")).toEqual({});
  });
});

describe("cdk.subscription", () => {
  const subscription = (given: object) => {
    const { stack } = topic({
      subscribers: { mail: { function: fn, cdk: { subscription: given } } },
    });
    return only(stack, "aws_sns_topic_subscription");
  };
  test("a filter policy may be an object", () => {
    expect(
      subscription({ filterPolicy: { kind: ["paid"] } }).filter_policy
    ).toBe('{"kind":["paid"]}');
  });
  test("a filter policy may be JSON", () => {
    expect(
      subscription({ filterPolicy: '{"kind":["paid"]}' }).filter_policy
    ).toBe('{"kind":["paid"]}');
  });
  test("an empty filter policy is none", () => {
    expect(subscription({ filterPolicy: {} })).not.toHaveProperty(
      "filter_policy"
    );
  });
  test("text of the caller is literal", () => {
    expect(
      subscription({ filterPolicy: { kind: ["${a}"] } }).filter_policy
    ).toBe('{"kind":["$${a}"]}');
  });
  test("keys of the provider are laid over it", () => {
    expect(
      subscription({
        filterPolicyScope: "MessageBody",
        rawMessageDelivery: true,
      })
    ).toMatchObject({
      filter_policy_scope: "MessageBody",
      raw_message_delivery: true,
    });
  });
  test("redrivePolicy may be JSON", () => {
    expect(
      subscription({ redrivePolicy: '{"deadLetterTargetArn":"a"}' })
        .redrive_policy
    ).toBe('{"deadLetterTargetArn":"a"}');
  });
  test.each(["queue", "ARN"])(
    "a dead-letter %s lets the topic send there",
    (form) => {
      const stack = testStack();
      const queue = new Queue(stack, "Dead");
      const deadLetterTargetArn = form === "queue" ? queue : queue.queueArn;
      const cdk = { subscription: { redrivePolicy: { deadLetterTargetArn } } };
      new Topic(stack, "Orders", {
        subscribers: { mail: { function: fn, cdk } },
      });
      expect(only(stack, "aws_sns_topic_subscription").redrive_policy).toMatch(
        /^\{"deadLetterTargetArn":"\$\{aws_sqs_queue\.Dead_Queue_\w+\.arn\}"\}$/
      );
      expect(only(stack, "aws_sqs_queue_policy").policy).toContain(
        "sns.amazonaws.com"
      );
    }
  );
  test.each([
    [
      { filterPolicy: { kind: [] } },
      /cdk\.subscription\.filterPolicy\.kind is an empty list/,
    ],
    [
      { filterPolicy: { kind: "paid" } },
      /filterPolicy\.kind is "paid", which is no list/,
    ],
    [
      { redrivePolicy: { deadLetterTargetArn: "dead" } },
      /deadLetterTargetArn is "dead"/,
    ],
    [{ redrivePolicy: { arn: "a" } }, /redrivePolicy has the key "arn"/],
    [{ redrivePolicy: 5 }, /redrivePolicy is 5/],
    [{ endpoint: "a" }, /the key "endpoint"/],
    [{ topicArn: "a" }, /the key "topicArn"/],
    [{ rawMessage: true }, /the key "rawMessage"/],
  ])("refuses %p", (given, message) => {
    expect(() => subscription(given)).toThrow(message);
  });
});

describe("subscribers added later", () => {
  test("move no address", () => {
    const { stack, topic: made } = topic({ subscribers: { b: fn } });
    const before = addresses(stack);
    made.addSubscribers(stack, { a: fn });
    expect(addresses(stack)).toEqual(expect.arrayContaining(before));
  });
  test("are listed in the order in which they were added", () => {
    const { stack, topic: made } = topic({ subscribers: { b: fn } });
    made.addSubscribers(stack, { a: fn });
    expect(made.subscriberFunctions.map((each) => each.id)).toEqual([
      "Subscriber_Orders_b",
      "Subscriber_Orders_a",
    ]);
    expect(made.subscriptions.map((each) => each.node.id)).toEqual([
      "Subscription_Orders_b",
      "Subscription_Orders_a",
    ]);
  });
  test("are bound and permitted as the others", () => {
    const { stack, topic: made } = topic();
    made.bind([new Queue(stack, "Queue")]);
    made.attachPermissions(["ses:SendEmail"]);
    made.addSubscribers(stack, { a: fn });
    expect(inlineActions(stack)).toEqual(
      expect.arrayContaining(["sqs:SendMessage", "ses:SendEmail"])
    );
  });
  test("belong to the stack of the scope", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    new Topic(one, "Orders").addSubscribers(two, { mail: fn });
    expect(
      Object.keys(resources(two, "aws_sns_topic_subscription"))
    ).toHaveLength(1);
    expect(Object.keys(resources(two, "aws_lambda_permission"))).toHaveLength(
      1
    );
    app.synth();
    checkOutput(app.outdir);
  });
  test("may not have a name that is taken", () => {
    const { stack, topic: made } = topic({ subscribers: { mail: fn } });
    expect(() => made.addSubscribers(stack, { mail: fn })).toThrow(
      /subscribers\["mail"\] names the subscriber "mail", which exists already/
    );
  });
  test("may not need an id that is taken", () => {
    const { stack, topic: made } = topic();
    made.addSubscribers(stack, { "a/b": fn });
    expect(() => made.addSubscribers(stack, { "a--b": fn })).toThrow(
      /part-id-taken/
    );
  });
});

describe("one subscriber", () => {
  test("is bound and permitted alone", () => {
    const { stack, topic: made } = topic({ subscribers: { a: fn, b: fn } });
    made.bindToSubscriber("a", [new Queue(stack, "Queue")]);
    made.attachPermissionsToSubscriber("a", ["ses:SendEmail"]);
    expect(inlineActions(stack, "Orders_a")).toContain("ses:SendEmail");
    expect(inlineActions(stack, "Orders_b")).not.toContain("ses:SendEmail");
    expect(inlineActions(stack, "Orders_b")).not.toContain("sqs:SendMessage");
  });
  test("that does not exist is an error with those that do", () => {
    const { topic: made } = topic({ subscribers: { mail: fn } });
    expect(() => made.bindToSubscriber("male", [])).toThrow(
      /the subscriber "male", which does not exist.*\n.*"mail"/
    );
  });
  test("that is a queue is an error", () => {
    const stack = testStack();
    const made = new Topic(stack, "T", {
      subscribers: { queue: new Queue(stack, "Q") },
    });
    expect(() => made.attachPermissionsToSubscriber("queue", [])).toThrow(
      /part-without-function/
    );
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
    expect(
      resources(topic({ subscribers: { a: fn } }).stack, "aws_sns_topic_policy")
    ).toEqual({});
  });
  test("lets the bucket publish, the owner do what it could, and nobody without TLS", () => {
    const found = statements(withBucket(), "aws_sns_topic_policy");
    expect(found.map((each) => each.Sid)).toEqual([
      undefined,
      "OwnerAccess",
      "TlsOnly",
    ]);
    expect(found[1]?.Condition).toEqual({
      StringEquals: { "AWS:SourceOwner": "111122223333" },
    });
    expect(found[2]?.Action).toBe("sns:Publish");
  });
  test("a policy that the caller gives is left alone", () => {
    expect(
      resources(
        withBucket({ cdk: { topic: { policy: "{}" } } }),
        "aws_sns_topic_policy"
      )
    ).toEqual({});
  });
});

describe("an imported topic", () => {
  test.each(["resource", "data source"])("as a %s is used as it is", (kind) => {
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
    expect(Object.keys(resources(stack, "aws_sns_topic"))).toHaveLength(
      kind === "resource" ? 1 : 0
    );
    expect(only(stack, "aws_sns_topic_subscription").topic_arn).toMatch(
      /aws_sns_topic\.Raw\.arn/
    );
  });
  test("of another type is refused", () => {
    const stack = testStack();
    const given = new SqsQueue(stack, "Raw") as never;
    expect(() => new Topic(stack, "T", { cdk: { topic: given } })).toThrow(
      /cdk\.topic is an object of type aws_sqs_queue/
    );
  });
});

describe("FIFO", () => {
  const fifo = { cdk: { topic: { fifoTopic: true } } };
  const queueOf = (stack: Stack, fifoQueue: boolean) =>
    new Queue(stack, "Q", { cdk: { queue: { fifoQueue } } });
  test("topic and queue may both be FIFO", () => {
    const stack = testStack();
    expect(
      () =>
        new Topic(stack, "T", {
          ...fifo,
          subscribers: { q: queueOf(stack, true) },
        })
    ).not.toThrow();
  });
  test.each([true, false])(
    "a topic and a queue that differ are refused (queue FIFO: %p)",
    (isFifo) => {
      const stack = testStack();
      const props = isFifo ? {} : fifo;
      expect(
        () =>
          new Topic(stack, "T", {
            ...props,
            subscribers: { q: queueOf(stack, isFifo) },
          })
      ).toThrow(
        /subscribers\["q"\] is the queue dev-notes-Main\/Q, which is (not )?FIFO.*\n.*\n.*\[topic-fifo-mismatch\]/
      );
    }
  );
  test("a function cannot subscribe to a FIFO topic", () => {
    expect(() => topic({ ...fifo, subscribers: { mail: fn } })).toThrow(
      /topic-fifo-function/
    );
  });
  test("a name in .fifo of a topic that is not is refused", () => {
    expect(() => topic({ cdk: { topic: { name: "a.fifo" } } })).toThrow(
      /topic-fifo-name/
    );
  });
});

describe("Topic refuses", () => {
  test.each([
    [
      { subscriber: {} },
      /the key "subscriber"[\s\S]*Did you mean "subscribers"/,
    ],
    [{ defaults: { fn: {} } }, /defaults has the key "fn"/],
    [
      { defaults: { function: { timout: 1 } } },
      /defaults\.function has the key "timout"/,
    ],
    [{ cdk: { topics: {} } }, /cdk has the key "topics"/],
    [
      { cdk: { topic: { displayname: "a" } } },
      /cdk\.topic has the key "displayname"/,
    ],
    [{ cdk: { topic: { name: "a b" } } }, /cdk\.topic\.name is "a b"/],
    [{ subscribers: "functions/notes.get" }, /subscribers is "functions/],
    [
      { subscribers: { a: { type: "topic", function: fn } } },
      /subscribers\["a"\]\.type is "topic"/,
    ],
    [
      { subscribers: { a: { type: "function" } } },
      /subscribers\["a"\]\.function is missing/,
    ],
    [
      { subscribers: { a: { type: "queue" } } },
      /subscribers\["a"\]\.queue is undefined/,
    ],
    [
      { subscribers: { a: { function: fn, events: [] } } },
      /subscribers\["a"\] has the key "events"/,
    ],
    [
      { subscribers: { a: { function: fn, cdk: { target: {} } } } },
      /subscribers\["a"\]\.cdk has the key "target"/,
    ],
    [
      { subscribers: { a: { function: fn, cdk: 5 } } },
      /subscribers\["a"\]\.cdk is 5/,
    ],
    [{ subscribers: { a: 5 } }, /subscribers\["a"\] is 5/],
  ])("%p", (props, message) => {
    expect(() => topic(props as TopicProps)).toThrow(message);
  });
});

describe("across stacks", () => {
  const two = () => {
    const app = testApp({ account: "111122223333" });
    return {
      app,
      home: new Stack(app, "Home"),
      other: new Stack(app, "Other"),
    };
  };
  test("the queue's policy names the topic by its written ARN", () => {
    const { app, home, other } = two();
    new Topic(home, "Orders", { subscribers: { q: new Queue(other, "Q") } });
    expect(only(other, "aws_sqs_queue_policy").policy).toContain(
      "arn:aws:sns:us-east-1:111122223333:dev-notes-Orders"
    );
    app.synth();
    checkOutput(app.outdir);
  });
  test("a subscriber that is bound to the topic knows it by its written ARN", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    const made = new Topic(home, "Orders", { subscribers: { own } });
    own.bind([made]);
    const arn = "arn:aws:sns:us-east-1:111122223333:dev-notes-Orders";
    expect(only(other, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Topic_topicArn_Orders: arn },
    });
    app.synth();
    checkOutput(app.outdir);
  });
  test("a subscriber that is bound to a topic without a known name is an error with the way out", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    own.bind([
      new Topic(home, "Orders", {
        subscribers: { own },
        cdk: { topic: { namePrefix: "a" } },
      }),
    ]);
    expect(() => app.synth()).toThrow(
      /leads from stack dev-notes-Home to stack dev-notes-Other[\s\S]*cdk\.topic\.name/
    );
  });
  test("a function that is no subscriber refers to the topic", () => {
    const { home, other } = two();
    new Function(other, "Fn", {
      handler: fn,
      bind: [new Topic(home, "Orders")],
    });
    expect(
      JSON.stringify(only(other, "aws_lambda_function").environment)
    ).toContain("terraform_remote_state");
  });
});
