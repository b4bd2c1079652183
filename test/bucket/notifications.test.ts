import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Stack } from "../../lib/app";
import { Bucket, type BucketEvent, type BucketProps } from "../../lib/bucket";
import { bucketEvents } from "../../lib/bucket/events";
import { Function } from "../../lib/function";
import { Queue } from "../../lib/queue";
import { Topic } from "../../lib/topic";
import { checkOutput } from "../support/reference-check";
import { addresses, inlineActions, only, resources, testApp, testStack } from "../support/stack";

const fn = "functions/notes.get";
type Notifications = NonNullable<BucketProps["notifications"]>;

function bucket(
  notifications: Notifications = {},
  props: BucketProps = {},
): { stack: Stack; bucket: Bucket } {
  const stack = testStack({ account: "111122223333" });
  return { stack, bucket: new Bucket(stack, "Files", { ...props, notifications }) };
}

const created = (prefix: string) => ({ events: ["object_created"] as const, filters: [{ prefix }] });

interface Blocks {
  readonly lambda_function?: object[];
  readonly queue?: object[];
  readonly topic?: object[];
  readonly depends_on?: string[];
}

function notification(stack: Stack): Blocks {
  return only(stack, "aws_s3_bucket_notification");
}

describe("a notification", () => {
  test("to a function is invoked by this bucket of this account only", () => {
    const { stack } = bucket({ resize: fn });
    expect(notification(stack).lambda_function).toEqual([
      {
        id: "resize",
        lambda_function_arn: expect.stringContaining("aws_lambda_function.Files_Notification_Files_resize"),
        events: ["s3:ObjectCreated:*", "s3:ObjectRemoved:*"],
      },
    ]);
    expect(only(stack, "aws_lambda_permission")).toMatchObject({
      principal: "s3.amazonaws.com",
      source_arn: expect.stringContaining("aws_s3_bucket.Files_Bucket"),
      source_account: "111122223333",
    });
  });
  test("has events and filters", () => {
    const filters = [{ prefix: "images/" }, { suffix: ".jpg" }];
    const { stack } = bucket({ resize: { function: fn, events: ["object_created_put"], filters } });
    expect(notification(stack).lambda_function).toEqual([
      expect.objectContaining({
        events: ["s3:ObjectCreated:Put"],
        filter_prefix: "images/",
        filter_suffix: ".jpg",
      }),
    ]);
  });
  test("text of the caller in a filter is literal", () => {
    const { stack } = bucket({ resize: { function: fn, filters: [{ prefix: "${a}" }] } });
    expect(notification(stack).lambda_function).toEqual([
      expect.objectContaining({ filter_prefix: "$${a}" }),
    ]);
  });
  test("to a queue lets this bucket send to it", () => {
    const stack = testStack({ account: "111122223333" });
    new Bucket(stack, "Files", { notifications: { jobs: new Queue(stack, "Jobs") } });
    expect(notification(stack).queue).toEqual([
      expect.objectContaining({ id: "jobs", queue_arn: expect.stringContaining("aws_sqs_queue.Jobs") }),
    ]);
    expect(JSON.parse(String(only(stack, "aws_sqs_queue_policy").policy)).Statement).toContainEqual(
      expect.objectContaining({
        Principal: { Service: "s3.amazonaws.com" },
        Action: "sqs:SendMessage",
        Condition: {
          ArnLike: { "aws:SourceArn": expect.stringContaining("aws_s3_bucket.Files") },
          StringEquals: { "aws:SourceAccount": "111122223333" },
        },
      }),
    );
  });
  test("to a topic lets this bucket publish to it", () => {
    const stack = testStack();
    new Bucket(stack, "Files", { notifications: { news: { topic: new Topic(stack, "News") } } });
    expect(notification(stack).topic).toEqual([
      expect.objectContaining({ id: "news", topic_arn: expect.stringContaining("aws_sns_topic.News") }),
    ]);
    expect(only(stack, "aws_sns_topic_policy").policy).toMatch(
      /s3\.amazonaws\.com.*sns:Publish.*aws_s3_bucket\.Files/,
    );
  });
  test.each(["queue", "topic"] as const)("type may be left out beside %s", (type) => {
    const stack = testStack();
    const given = { queue: new Queue(stack, "Q"), topic: new Topic(stack, "T") };
    const one = type === "queue" ? { queue: given.queue } : { topic: given.topic };
    const two = type === "queue" ? { type, queue: given.queue } : { type, topic: given.topic };
    new Bucket(stack, "A", { notifications: { one } });
    new Bucket(stack, "B", { notifications: { one: two } });
    const blocks = Object.values(resources(stack, "aws_s3_bucket_notification"));
    expect(blocks.map((each) => each[type] !== undefined)).toEqual([true, true]);
  });
  test("takes the defaults", () => {
    const { stack } = bucket({ resize: fn }, { defaults: { function: { timeout: 20 } } });
    expect(only(stack, "aws_lambda_function").timeout).toBe(20);
  });
  test("is named in policies and permissions before the bucket is told", () => {
    const stack = testStack();
    const notifications = {
      a: { function: fn, ...created("a") },
      b: { queue: new Queue(stack, "Q"), ...created("b") },
      c: { topic: new Topic(stack, "T"), ...created("c") },
    };
    new Bucket(stack, "Files", { notifications });
    expect(notification(stack).depends_on?.map((each) => each.split(".")[0])).toEqual([
      "aws_lambda_permission",
      "aws_sns_topic_policy",
      "aws_sqs_queue_policy",
    ]);
  });
  test("of an imported queue gets no policy", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Jobs", { cdk: { queue: new SqsQueue(stack, "Raw") } });
    new Bucket(stack, "Files", { notifications: { queue } });
    expect(resources(stack, "aws_sqs_queue_policy")).toEqual({});
  });
  test.each(Object.entries(bucketEvents))("the event %s is %s", (literal, event) => {
    const { stack } = bucket({ a: { function: fn, events: [literal as BucketEvent] } });
    expect(notification(stack).lambda_function).toEqual([expect.objectContaining({ events: [event] })]);
  });
  test("the same event twice is written once", () => {
    const { stack } = bucket({ a: { function: fn, events: ["object_created", "object_created"] } });
    expect(notification(stack).lambda_function).toEqual([
      expect.objectContaining({ events: ["s3:ObjectCreated:*"] }),
    ]);
  });
});

describe("one resource for all notifications", () => {
  const two = { b: { function: fn, ...created("b") }, a: { function: fn, ...created("a") } };
  test("whatever their order", () => {
    const { a, b } = two;
    const [one, other] = [bucket({ a, b }), bucket({ b, a })];
    expect(notification(one.stack)).toEqual(notification(other.stack));
    expect(notification(one.stack).lambda_function).toHaveLength(2);
  });
  test("those added later too, and no address moves", () => {
    const { stack, bucket: made } = bucket({ b: two.b });
    const before = addresses(stack);
    made.addNotifications(stack, { a: two.a });
    expect(notification(stack).lambda_function).toHaveLength(2);
    expect(addresses(stack)).toEqual(expect.arrayContaining(before));
    expect(made.notificationFunctions.map(({ id }) => id)).toEqual([
      "Notification_Files_b",
      "Notification_Files_a",
    ]);
  });
  test("none without notifications", () => {
    expect(resources(bucket().stack, "aws_s3_bucket_notification")).toEqual({});
  });
});

describe("functions of notifications", () => {
  test("are bound and permitted, those added later too", () => {
    const { stack, bucket: made } = bucket();
    made.bind([new Queue(stack, "Queue")]);
    made.attachPermissions(["ses:SendEmail"]);
    made.addNotifications(stack, { a: fn });
    expect(inlineActions(stack)).toEqual(expect.arrayContaining(["sqs:SendMessage", "ses:SendEmail"]));
  });
  test("one is bound and permitted alone", () => {
    const { stack, bucket: made } = bucket({
      a: { function: fn, ...created("a") },
      b: { function: fn, ...created("b") },
    });
    made.bindToNotification("a", [new Queue(stack, "Queue")]);
    made.attachPermissionsToNotification("a", ["ses:SendEmail"]);
    expect(inlineActions(stack, "Files_a")).toEqual(
      expect.arrayContaining(["sqs:SendMessage", "ses:SendEmail"]),
    );
    expect(inlineActions(stack, "Files_b")).not.toContain("ses:SendEmail");
  });
  test("that do not exist are an error with those that do", () => {
    expect(() => bucket({ resize: fn }).bucket.bindToNotification("resise", [])).toThrow(
      /bindToNotification names the notification "resise", which does not exist.*\n.*"resize"/,
    );
  });
  test("a queue is none", () => {
    const stack = testStack();
    const made = new Bucket(stack, "Files", { notifications: { jobs: new Queue(stack, "Jobs") } });
    expect(() => made.attachPermissionsToNotification("jobs", [])).toThrow(/part-without-function/);
  });
});

describe("notifications that overlap", () => {
  const pair = (one: object, other: object) =>
    bucket({ one: { function: fn, ...one }, other: { function: fn, ...other } });
  test.each([
    [{}, {}],
    [{ events: ["object_created"] }, { events: ["object_created_put"] }],
    [created("a"), created("a/b")],
    [created("a"), { events: ["object_created"], filters: [{ suffix: ".jpg" }] }],
    [{ filters: [{ suffix: "g" }] }, { filters: [{ suffix: ".jpg" }] }],
  ])("%p and %p are refused", (one, other) => {
    expect(() => pair(one, other)).toThrow(
      /notifications\["other"\] tells of s3:\S+ of objects that .*"one"/,
    );
  });
  test.each([
    [{ events: ["object_created"] }, { events: ["object_removed"] }],
    [{ events: ["object_created_put"] }, { events: ["object_created_copy"] }],
    [created("a"), created("b")],
    [{ filters: [{ suffix: ".png" }] }, { filters: [{ suffix: ".jpg" }] }],
    [{ filters: [{ prefix: "a" }, { suffix: ".png" }] }, { filters: [{ prefix: "a" }, { suffix: ".jpg" }] }],
  ])("%p and %p are taken", (one, other) => {
    expect(() => pair(one, other)).not.toThrow();
  });
  test("are refused when added later", () => {
    const { stack, bucket: made } = bucket({ one: fn });
    expect(() => made.addNotifications(stack, { two: fn })).toThrow(/bucket-notifications-overlap/);
  });
});

describe("a notification is refused with", () => {
  test.each([
    [
      { function: fn, events: ["object_create"] },
      /events\[0\] is "object_create"[\s\S]*Did you mean "object_created"/,
    ],
    [{ function: fn, events: [] }, /notifications\["a"\]\.events is missing/],
    [{ function: fn, events: "object_created" }, /notifications\["a"\]\.events is "object_created"/],
    [{ function: fn, filters: [{}] }, /filters\[0\] has neither a prefix nor a suffix/],
    [{ function: fn, filters: [{ prefix: "a" }, { prefix: "b" }] }, /filters have more than one prefix/],
    [{ function: fn, filters: [{ suffix: "a" }, { suffix: "b" }] }, /filters have more than one suffix/],
    [{ function: fn, filters: [{ prefix: 5 }] }, /filters is 5/],
    [{ function: fn, filters: [{ prefx: "a" }] }, /filters\[0\] has the key "prefx"/],
    [{ function: fn, filters: { prefix: "a" } }, /notifications\["a"\]\.filters is/],
    [{ type: "queue", events: ["object_created"] }, /notifications\["a"\]\.queue is undefined/],
    [{ type: "bus", function: fn }, /notifications\["a"\]\.type is "bus"/],
    [{ events: ["object_created"] }, /notifications\["a"\]\.function is missing/],
    [{ function: fn, cdk: {} }, /notifications\["a"\] has the key "cdk"/],
    [5, /notifications\["a"\] is 5/],
  ])("%p", (given, message) => {
    expect(() => bucket({ a: given as never })).toThrow(message);
  });
  test("a name that is taken", () => {
    const { stack, bucket: made } = bucket({ a: fn });
    expect(() => made.addNotifications(stack, { a: fn })).toThrow(
      /the notification "a", which exists already/,
    );
  });
  test.each(["queue", "topic"] as const)("a FIFO %s", (kind) => {
    const stack = testStack();
    const given =
      kind === "queue"
        ? new Queue(stack, "X", { cdk: { queue: { fifoQueue: true } } })
        : new Topic(stack, "X", { cdk: { topic: { fifoTopic: true } } });
    expect(() => new Bucket(stack, "Files", { notifications: { a: given } })).toThrow(
      new RegExp(`is the ${kind} dev-notes-Main/X, which is FIFO`),
    );
  });
});

describe("a function that may invoke itself", () => {
  const said = (declare: (stack: Stack) => void) => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const app = testApp({ account: "111122223333" });
    declare(new Stack(app, "Main"));
    app.synth();
    const text = write.mock.calls.join();
    write.mockRestore();
    return text;
  };
  const loop = "invoke itself without end";
  test("by a binding is told of", () => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", { notifications: { a: fn } });
      made.bind([made]);
    });
    expect(text).toContain(loop);
    expect(text).toContain("Notification_Files_a");
  });
  test.each([
    ["everything", () => "*" as const],
    ["the service", () => ["s3"]],
    ["an action", () => ["s3:Put*"]],
    ["an access name", (made: Bucket) => [[made, "grantPut"] as const]],
    [
      "a statement",
      ({ bucketArn }: Bucket) => [{ actions: ["s3:PutObject"], resources: [`${bucketArn}/images/*`] }],
    ],
  ])("by %s is told of", (_, permissions) => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", {
        notifications: { a: { function: fn, ...created("images/") } },
      });
      made.attachPermissions(permissions(made));
    });
    expect(text).toContain(loop);
  });
  test.each([
    ["reads only", (made: Bucket) => [[made, "grantRead"] as const]],
    [
      "writes elsewhere",
      ({ bucketArn }: Bucket) => [{ actions: ["s3:PutObject"], resources: [`${bucketArn}/small/*`] }],
    ],
    [
      "may not write",
      ({ bucketArn }: Bucket) => [
        { effect: "Deny" as const, actions: ["s3:*"], resources: [`${bucketArn}/*`] },
      ],
    ],
    ["writes to another bucket", () => [{ actions: ["s3:PutObject"], resources: ["arn:aws:s3:::other/*"] }]],
  ])("is not told of when it %s", (_, permissions) => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", {
        notifications: { a: { function: fn, ...created("images/") } },
      });
      made.attachPermissions(permissions(made));
    });
    expect(text).not.toContain(loop);
  });
  test("is not told of when it is told of removals", () => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", {
        notifications: { a: { function: fn, events: ["object_removed"] } },
      });
      made.bind([made]);
    });
    expect(text).not.toContain(loop);
  });
});

describe("notifications across stacks", () => {
  const two = () => {
    const app = testApp({ account: "111122223333" });
    return { app, home: new Stack(app, "Home"), other: new Stack(app, "Other") };
  };
  test("functions belong to the stack of the scope, the rest to the bucket's", () => {
    const { app, home, other } = two();
    new Bucket(home, "Files").addNotifications(other, { a: fn });
    expect(Object.keys(resources(other, "aws_lambda_function"))).toHaveLength(1);
    expect(Object.keys(resources(home, "aws_s3_bucket_notification"))).toHaveLength(1);
    expect(Object.keys(resources(home, "aws_lambda_permission"))).toHaveLength(1);
    app.synth();
    checkOutput(app.outdir);
  });
  test.each(["queue", "topic"])("the policy of a %s names the bucket by its written ARN", (kind) => {
    const { app, home, other } = two();
    const given = kind === "queue" ? new Queue(other, "X") : new Topic(other, "X");
    new Bucket(home, "Files", { name: "my-files", notifications: { given } });
    const type = kind === "queue" ? "aws_sqs_queue_policy" : "aws_sns_topic_policy";
    expect(only(other, type).policy).toContain('"aws:SourceArn":"arn:aws:s3:::my-files"');
    app.synth();
    checkOutput(app.outdir);
  });
  test("a bucket without a name is an error with both stacks and the way out", () => {
    const { home, other } = two();
    expect(() => new Bucket(home, "Files", { notifications: { q: new Queue(other, "Q") } })).toThrow(
      /dev-notes-Home\/Files: notifications\["q"\] leads from stack dev-notes-Home to stack dev-notes-Other.*\n.*with name, or put both/,
    );
  });
  test("a function that is bound to the bucket knows it by its name", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    const made = new Bucket(home, "Files", {
      name: "my-files",
      notifications: { own: { function: own, events: ["object_removed"] } },
    });
    own.bind([made]);
    expect(only(other, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Bucket_bucketName_Files: "my-files" },
    });
    expect(only(other, "aws_iam_role_policy").policy).toContain('"arn:aws:s3:::my-files/*"');
    app.synth();
    checkOutput(app.outdir);
  });
  test("a function that is bound to a bucket without a name is an error", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    own.bind([new Bucket(home, "Files", { notifications: { own } })]);
    expect(() => app.synth()).toThrow(
      /notifications\["own"\] leads from stack dev-notes-Home[\s\S]*policy-source-unnamed/,
    );
  });
});
