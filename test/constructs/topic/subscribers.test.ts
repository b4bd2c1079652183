import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Queue } from "../../../lib/constructs/queue";
import { Topic, type TopicProps } from "../../../lib/constructs/topic";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { expectNothingLeft } from "../../support/refused";
import { addresses, inlineActions, only, resources, testApp, testStack } from "../../support/stack";
import { fn, statements, topic } from "./support";

describe("a subscriber that is a function", () => {
  test("is invoked by this topic only", () => {
    const { stack } = topic({ subscribers: { mail: fn } });
    expect(only(stack, "aws_lambda_permission")).toMatchObject({
      principal: "sns.amazonaws.com",
      source_arn: expect.stringContaining("aws_sns_topic.Orders_Topic"),
    });
    expect(only(stack, "aws_sns_topic_subscription")).toMatchObject({
      protocol: "lambda",
      endpoint: expect.stringContaining("aws_lambda_function.Orders_Subscriber_Orders_mail"),
      topic_arn: expect.stringContaining("aws_sns_topic.Orders_Topic"),
    });
  });
  test.each([
    ["its props", { handler: fn, timeout: 20 }],
    ["the full form", { function: { handler: fn, timeout: 20 } }],
    ["the full form with its type", { type: "function", function: { handler: fn, timeout: 20 } }],
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
  test("subscribes when the topic may invoke it", () => {
    const { stack } = topic({ subscribers: { mail: fn } });
    expect(only(stack, "aws_sns_topic_subscription").depends_on).toEqual([
      expect.stringContaining("aws_lambda_permission.Orders_Permission_Orders_mail"),
    ]);
  });
  test("may exist already", () => {
    const stack = testStack();
    const own = new Function(stack, "Fn", { handler: fn });
    expect(new Topic(stack, "T", { subscribers: { own } }).subscriberFunctions).toEqual([own]);
  });
  test("does not accept defaults when it exists already", () => {
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
  test("subscribes when the topic may send to it", () => {
    const stack = testStack();
    new Topic(stack, "Orders", { subscribers: { bills: new Queue(stack, "Bills") } });
    expect(only(stack, "aws_sns_topic_subscription").depends_on).toEqual([
      expect.stringContaining("aws_sqs_queue_policy.Bills"),
    ]);
  });
  test("of another stack is subscribed without waiting for its policy, which that stack deploys", () => {
    const app = testApp({ account: "111122223333" });
    const home = new Stack(app, "Home");
    new Topic(home, "Orders", { subscribers: { bills: new Queue(new Stack(app, "Other"), "Bills") } });
    expect(only(home, "aws_sns_topic_subscription").depends_on).toBeUndefined();
  });
  test.each(["bare", "queue", "type"])("accepts messages of this topic only (%s)", (form) => {
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
            "aws:SourceArn": expect.stringContaining("aws_sns_topic.Orders_Topic"),
          },
        },
      }),
    );
  });
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
    expect(subscription({ filterPolicy: { kind: ["paid"] } }).filter_policy).toBe('{"kind":["paid"]}');
  });
  test("a filter policy may be JSON", () => {
    expect(subscription({ filterPolicy: '{"kind":["paid"]}' }).filter_policy).toBe('{"kind":["paid"]}');
  });
  test("an empty filter policy is ignored", () => {
    expect(subscription({ filterPolicy: {} })).not.toHaveProperty("filter_policy");
  });
  test("text of the caller is literal", () => {
    expect(subscription({ filterPolicy: { kind: ["${a}"] } }).filter_policy).toBe('{"kind":["$${a}"]}');
  });
  test("keys of the provider are laid over it", () => {
    expect(
      subscription({
        filterPolicyScope: "MessageBody",
        filterPolicy: { store: ["a"] },
      }),
    ).toMatchObject({
      filter_policy_scope: "MessageBody",
    });
  });
  test("deadLetterQueue is the same as a redrivePolicy", () => {
    const deadLetterTargetArn = "arn:aws:sqs:us-east-1:111122223333:dead";
    const { redrive_policy } = subscription({ deadLetterQueue: deadLetterTargetArn });
    expect(JSON.parse(String(redrive_policy))).toEqual({ deadLetterTargetArn });
    expect(subscription({ redrivePolicy: { deadLetterTargetArn } }).redrive_policy).toBe(redrive_policy);
  });
  test("redrivePolicy may be JSON", () => {
    const redrivePolicy = '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:111122223333:dead"}';
    expect(subscription({ redrivePolicy }).redrive_policy).toBe(redrivePolicy);
  });
  test.each(["queue", "ARN"])("a dead-letter %s lets the topic send there", (form) => {
    const stack = testStack();
    const queue = new Queue(stack, "Dead");
    const deadLetterTargetArn = form === "queue" ? queue : queue.queueArn;
    const cdk = { subscription: { redrivePolicy: { deadLetterTargetArn } } };
    new Topic(stack, "Orders", {
      subscribers: { mail: { function: fn, cdk } },
    });
    expect(only(stack, "aws_sns_topic_subscription").redrive_policy).toMatch(
      /^\{"deadLetterTargetArn":"\$\{aws_sqs_queue\.Dead_Queue_\w+\.arn\}"\}$/,
    );
    expect(only(stack, "aws_sqs_queue_policy").policy).toContain("sns.amazonaws.com");
  });
  test.each([
    [{ filterPolicy: { kind: [] } }, /cdk\.subscription\.filterPolicy\.kind is an empty array/],
    [{ filterPolicy: { kind: "paid" } }, /filterPolicy\.kind is "paid", which is not an array/],
    [{ redrivePolicy: { deadLetterTargetArn: "dead" } }, /deadLetterTargetArn is "dead"/],
    [{ redrivePolicy: { arn: "a" } }, /redrivePolicy has the key "arn"/],
    [{ redrivePolicy: "dead" }, /redrivePolicy is "dead"(.|\n)*the JSON of an object/],
    [{ redrivePolicy: '{"arn":"a"}' }, /redrivePolicy has the key "arn"/],
    [{ redrivePolicy: '{"deadLetterTargetArn":"a"}' }, /redrivePolicy\.deadLetterTargetArn is "a"/],
    [{ filterPolicy: "paid" }, /filterPolicy is "paid"(.|\n)*the JSON of an object/],
    [{ filterPolicy: '{"kind":"paid"}' }, /filterPolicy\.kind is "paid"/],
    [{ redrivePolicy: 5 }, /redrivePolicy is 5/],
    [{ deadLetterQueue: "dead" }, /deadLetterQueue is "dead"/],
    [
      { deadLetterQueue: "dead", redrivePolicy: "{}" },
      /deadLetterQueue is given together with .*redrivePolicy/,
    ],
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
    const before = addresses(topic({ subscribers: { b: fn } }).stack);
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
    expect(inlineActions(stack)).toEqual(expect.arrayContaining(["sqs:SendMessage", "ses:SendEmail"]));
  });
  test("belong to the stack of the scope", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    new Topic(one, "Orders").addSubscribers(two, { mail: fn });
    expect(Object.keys(resources(two, "aws_sns_topic_subscription"))).toHaveLength(1);
    expect(Object.keys(resources(two, "aws_lambda_permission"))).toHaveLength(1);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("may not have a name that is taken", () => {
    const { stack, topic: made } = topic({ subscribers: { mail: fn } });
    expect(() => made.addSubscribers(stack, { mail: fn })).toThrow(
      /subscribers\["mail"\] names the subscriber "mail", which exists already/,
    );
  });
  test("may not need an id that is taken", () => {
    const { stack, topic: made } = topic();
    made.addSubscribers(stack, { "a/b": fn });
    expect(() => made.addSubscribers(stack, { "a--b": fn })).toThrow(/part-id-taken/);
  });
});

describe("one subscriber", () => {
  test("is the only one that is bound and gets permissions", () => {
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
      /the subscriber "male", which does not exist.*\n.*"mail"/,
    );
  });
  test("that is a queue is an error", () => {
    const stack = testStack();
    const made = new Topic(stack, "T", {
      subscribers: { queue: new Queue(stack, "Q") },
    });
    expect(() => made.attachPermissionsToSubscriber("queue", [])).toThrow(/part-without-function/);
  });
});

describe("FIFO", () => {
  const fifo = { cdk: { topic: { fifoTopic: true } } };
  const queueOf = (stack: Stack, fifoQueue: boolean) =>
    new Queue(stack, "Q", { cdk: { queue: { fifoQueue } } });
  test.each([true, false])("a FIFO topic delivers to both kinds of queues (FIFO: %p)", (isFifo) => {
    const stack = testStack();
    new Topic(stack, "T", { ...fifo, subscribers: { q: queueOf(stack, isFifo) } });
    expect(only(stack, "aws_sns_topic_subscription")).toMatchObject({ protocol: "sqs" });
  });
  test("a FIFO queue cannot subscribe to a standard topic", () => {
    const stack = testStack();
    expect(() => new Topic(stack, "T", { subscribers: { q: queueOf(stack, true) } })).toThrow(
      /subscribers\["q"\] is the queue dev-notes-Main\/Q, which is FIFO.*\n.*\n.*\[topic-fifo-mismatch\]/,
    );
  });
  test.each([
    [false, false, undefined],
    [false, true, "dead-letter-fifo"],
    [true, false, "topic-fifo-dead-letters"],
    [true, true, undefined],
  ])(
    "dead letters of a topic with a queue (FIFO: %p) in a queue (FIFO: %p) are refused: %p",
    (fifoTopic, isFifo, code) => {
      const stack = testStack();
      const subscription = { redrivePolicy: { deadLetterTargetArn: queueOf(stack, isFifo) } };
      const queue = new Queue(stack, "Main", { cdk: { queue: { fifoQueue: fifoTopic } } });
      const make = () =>
        new Topic(stack, "T", {
          cdk: { topic: { fifoTopic } },
          subscribers: { q: { queue, cdk: { subscription } } },
        });
      if (code === undefined) expect(make).not.toThrow();
      else
        expect(make).toThrow(new RegExp(`deadLetterTargetArn is ".*Q", which is .*\\n.*\\n.*\\[${code}\\]`));
    },
  );
  // localstack/localstack: tests/aws/services/sns/test_sns.snapshot.json, test_validations_for_fifo
  test("FIFO topics and subscribers need FIFO dead letters, in SNS's words", () => {
    const make = (arn: string, isFifo: boolean) => () => {
      const stack = testStack();
      const subscription = { redrivePolicy: JSON.stringify({ deadLetterTargetArn: arn }) };
      const queue = queueOf(stack, isFifo);
      new Topic(stack, "T", { ...fifo, subscribers: { q: { queue, cdk: { subscription } } } });
    };
    const standard = "arn:aws:sqs:us-east-1:123456789012:failed";
    expect(make(standard, true)).toThrow(
      /must use a FIFO queue as DLQ for a FIFO Subscription to a FIFO Topic/,
    );
    expect(make(standard, false)).not.toThrow();
    expect(make(`${standard}.fifo`, true)).not.toThrow();
  });
  test("a function cannot subscribe to a FIFO topic", () => {
    expect(() => topic({ ...fifo, subscribers: { mail: fn } })).toThrow(/topic-fifo-function/);
  });
  test("a function gets no raw messages", () => {
    const subscription = { rawMessageDelivery: true };
    expect(() => topic({ subscribers: { mail: { function: fn, cdk: { subscription } } } })).toThrow(
      /^dev-notes-Main\/\S+: subscribers\["mail"\]\.cdk\.subscription\.rawMessageDelivery is true/,
    );
  });
  test.each([{ contentBasedDeduplication: true }, { fifoThroughputScope: "Topic" }, { archivePolicy: "{}" }])(
    "a standard topic has no %j",
    (override) => {
      expect(() => topic({ cdk: { topic: override } })).toThrow(
        /is given without cdk\.topic\.fifoTopic: true/,
      );
    },
  );
  test("a name in .fifo of a topic that is not is refused", () => {
    expect(() => topic({ cdk: { topic: { name: "a.fifo" } } })).toThrow(/topic-fifo-name/);
  });
});

describe("addSubscribers", () => {
  test.each([
    ["a handler that does not exist", "functions/none.get", "handler-not-found"],
    ["invalid permissions", { handler: fn, permissions: ["nothing:Get"] }, "permission-service-unknown"],
    ["an invalid destination", { handler: fn, onFailure: "failed" }, "prop-invalid"],
    ["a construct that cannot be bound", { handler: fn, bind: [5] }, "not-bindable"],
    ["an invalid type", { type: "email", function: fn }, "literal-unknown"],
    [
      "an invalid dead-letter queue",
      { function: fn, cdk: { subscription: { redrivePolicy: { deadLetterTargetArn: "failed" } } } },
      "prop-invalid",
    ],
  ])("leaves nothing behind when the second subscriber has %s", (_, bad, code) => {
    const { stack, topic: orders } = topic();
    const call = () => orders.addSubscribers(stack, { mail: fn, bad: bad as string });
    expectNothingLeft(stack, call, code);
    orders.addSubscribers(stack, { mail: fn });
    expect(orders.subscriptions).toHaveLength(1);
  });
  test("leaves nothing behind when the second subscriber is a queue of another kind", () => {
    const { stack, topic: orders } = topic();
    const queue = new Queue(stack, "Ordered", { cdk: { queue: { fifoQueue: true } } });
    expectNothingLeft(stack, () => orders.addSubscribers(stack, { mail: fn, queue }), "topic-fifo-mismatch");
  });
});

describe("a construct that subscribes twice", () => {
  test.each([
    ["function", (stack: Stack) => new Function(stack, "It", { handler: fn })],
    ["queue", (stack: Stack) => new Queue(stack, "It")],
  ] as const)("is refused: a %s", (kind, create) => {
    const stack = testStack();
    const it = create(stack);
    const given = { a: it, b: { [kind]: it } } as TopicProps["subscribers"];
    const own = new Topic(stack, "T");
    expectNothingLeft(stack, () => own.addSubscribers(stack, given ?? {}), "receiver-twice");
    expect(() => new Topic(stack, "Other", { subscribers: given })).toThrow(
      'Other: subscribers["b"] is "dev-notes-Main/It", which subscribers["a"] already names',
    );
  });
  test("is refused in a later call, and may subscribe to another topic", () => {
    const stack = testStack();
    const it = new Function(stack, "It", { handler: fn });
    const own = new Topic(stack, "T", { subscribers: { a: it } });
    expect(() => own.addSubscribers(stack, { b: it })).toThrow(/receiver-twice/);
    new Topic(stack, "Other", { subscribers: { a: it } });
    expect(Object.keys(resources(stack, "aws_sns_topic_subscription"))).toHaveLength(2);
  });
});
