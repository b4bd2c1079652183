import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Bucket, type BucketEvent } from "../../../lib/constructs/bucket";
import { bucketEvents } from "../../../lib/constructs/bucket/events";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import { expectNothingLeft } from "../../support/refused";
import { addresses, inlineActions, only, resources, testStack } from "../../support/stack";
import { bucket, created, fn, notification } from "./notification-support";

test("events are on the default bus of the account, with the option", () => {
  const stack = testStack();
  new Bucket(stack, "Files", { eventBridge: true });
  expect(notification(stack)).toEqual({ bucket: expect.stringContaining("Files"), eventbridge: true });
  const { stack: both } = bucket({ resize: fn }, { eventBridge: true });
  expect(notification(both)).toMatchObject({ eventbridge: true, lambda_function: [{ id: "resize" }] });
});

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
  test.each(["queue", "topic"] as const)("type may be left out with %s", (type) => {
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
  test("is named in policies and permissions before it is added to the bucket", () => {
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
  test("in any order", () => {
    const { a, b } = two;
    const [one, other] = [bucket({ a, b }), bucket({ b, a })];
    expect(notification(one.stack)).toEqual(notification(other.stack));
    expect(notification(one.stack).lambda_function).toHaveLength(2);
  });
  test("those added later too, and no address moves", () => {
    const { stack, bucket: made } = bucket({ b: two.b });
    const before = addresses(bucket({ b: two.b }).stack);
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
  test("only one is bound and gets permissions", () => {
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
  test("a queue is not a function", () => {
    const stack = testStack();
    const made = new Bucket(stack, "Files", { notifications: { jobs: new Queue(stack, "Jobs") } });
    expect(() => made.attachPermissionsToNotification("jobs", [])).toThrow(/part-without-function/);
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
    [{ function: fn, filters: [{ prefix: "a".repeat(1025) }] }, /filters\[0\]\.prefix is .*1025 characters/],
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

describe("addNotifications", () => {
  const prefixed = (prefix: string) => ({ filters: [{ prefix }] });
  test.each([
    [
      "a handler that does not exist",
      { ...prefixed("b"), function: "functions/none.get" },
      "handler-not-found",
    ],
    ["an unknown event", { ...prefixed("b"), function: fn, events: ["gone"] }, "literal-unknown"],
    ["an overlapping filter", { ...prefixed("a"), function: fn }, "bucket-notifications-overlap"],
    [
      "props of a wrong type",
      { ...prefixed("b"), function: { handler: fn, timeout: "soon" } },
      "duration-invalid",
    ],
  ])("leaves nothing behind when the second notification has %s", (_, bad, code) => {
    const { stack, bucket: files } = bucket();
    const good = { ...prefixed("a"), function: fn };
    const call = () => files.addNotifications(stack, { good, bad: bad as typeof good });
    expectNothingLeft(stack, call, code);
    files.addNotifications(stack, { good });
    expect(files.notificationFunctions).toHaveLength(1);
  });
  test("leaves nothing behind when the second notification is a FIFO queue", () => {
    const { stack, bucket: files } = bucket();
    const queue = new Queue(stack, "Ordered", { cdk: { queue: { fifoQueue: true } } });
    const bad = { ...prefixed("b"), queue };
    const call = () => files.addNotifications(stack, { good: { ...prefixed("a"), function: fn }, bad });
    expectNothingLeft(stack, call, "bucket-destination-fifo");
  });
});
