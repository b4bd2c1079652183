import { LocalQueue } from "../../../../lib/local";
import type { Message } from "../../../../lib/local/services/sqs/message";
import type { QueueSettings } from "../../../../lib/local/services/sqs/settings";
import { TestClock } from "../../support/clock";

const standard: QueueSettings = {
  name: "mails",
  arn: "arn:aws:sqs:us-east-1:123456789012:mails",
  url: "http://127.0.0.1:1/123456789012/mails",
  fifo: false,
  contentBasedDeduplication: false,
  deduplicationScope: "queue",
  visibilitySeconds: 30,
  delaySeconds: 0,
  retentionSeconds: 345_600,
  waitSeconds: 0,
  maxMessageBytes: 262_144,
  redrive: undefined,
  attributes: {},
  tags: {},
};

function queueWith(settings: Partial<QueueSettings> = {}) {
  const clock = new TestClock();
  const redriven: Message[] = [];
  const queue = new LocalQueue({ ...standard, ...settings }, clock, (_arn, message) =>
    redriven.push(message),
  );
  return { queue, clock, redriven };
}

const bodies = (messages: readonly Message[]): string[] => messages.map(({ body }) => body);

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html
describe("a queue", () => {
  test("returns whether a message can be received now, and when the next one can", () => {
    const { queue, clock } = queueWith();
    expect(queue.pending()).toEqual({ isBusy: false, dueAt: undefined });
    queue.send({ body: "a", delaySeconds: 5 });
    expect(queue.pending()).toEqual({ isBusy: false, dueAt: clock.now() + 5000 });
    queue.send({ body: "b" });
    expect(queue.pending().isBusy).toBe(true);
    expect(queue.content().map(({ body }) => body)).toEqual(["a", "b"]);
    queue.removeAll();
    expect(queue.pending()).toEqual({ isBusy: false, dueAt: undefined });
  });

  test("in a FIFO queue, a message that waits for its group cannot be received", () => {
    const { queue, clock } = queueWith({ fifo: true });
    for (const body of ["a", "b"]) queue.send({ body, groupId: "g", deduplicationId: body });
    queue.receive(1);
    expect(queue.pending()).toEqual({ isBusy: false, dueAt: clock.now() + 30_000 });
    queue.send({ body: "c", groupId: "h", deduplicationId: "c" });
    expect(queue.pending().isBusy).toBe(true);
  });

  test("received messages stay hidden for their visibility timeout", () => {
    const { queue, clock } = queueWith();
    queue.send({ body: "a" });
    expect(bodies(queue.receive(10))).toEqual(["a"]);
    clock.advance(29_999);
    expect(queue.receive(10)).toEqual([]);
    clock.advance(1);
    expect(bodies(queue.receive(10))).toEqual(["a"]);
  });

  test("deleted messages do not come again", () => {
    const { queue, clock } = queueWith();
    queue.send({ body: "a" });
    queue.send({ body: "b" });
    const [message] = queue.receive(10);
    expect(queue.delete(message?.receipt ?? "")).toBe(true);
    clock.advance(60_000);
    expect(bodies(queue.receive(10))).toEqual(["b"]);
  });

  test.each([
    ["a standard queue takes", false],
    ["a FIFO queue does not take", true],
  ])("%s the receipt of an earlier reception", (_name, fifo) => {
    const { queue, clock } = queueWith({ fifo });
    queue.send({ body: "a", groupId: "g", deduplicationId: "1" });
    const old = queue.receive(1)[0]?.receipt ?? "";
    clock.advance(30_000);
    queue.receive(1);
    expect(queue.delete(old)).toBe(!fifo);
  });

  test("a changed visibility counts from now", () => {
    const { queue, clock } = queueWith();
    queue.send({ body: "a" });
    queue.changeVisibility(queue.receive(1)[0]?.receipt ?? "", 0);
    const [again] = queue.receive(1);
    expect(again?.body).toBe("a");
    queue.changeVisibility(again?.receipt ?? "", 90);
    clock.advance(89_999);
    expect(queue.receive(1)).toEqual([]);
    clock.advance(1);
    expect(bodies(queue.receive(1))).toEqual(["a"]);
  });

  test.each([
    ["of the queue", { delaySeconds: 5 }, undefined],
    ["of the message, which wins", { delaySeconds: 60 }, 5],
  ])("a delay %s", (_name, settings, delaySeconds) => {
    const { queue, clock } = queueWith(settings);
    queue.send({ body: "a", delaySeconds });
    clock.advance(4999);
    expect(queue.counts).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
    clock.advance(1);
    expect(bodies(queue.receive(1))).toEqual(["a"]);
  });

  test("after maxReceiveCount receptions a message goes to the dead-letter queue", () => {
    const { queue, clock, redriven } = queueWith({ redrive: { targetArn: "dead", maxReceiveCount: 2 } });
    queue.send({ body: "a" });
    for (let time = 0; time < 2; time += 1) {
      expect(queue.receive(1)).toHaveLength(1);
      clock.advance(30_000);
    }
    expect(queue.receive(1)).toEqual([]);
    expect(bodies(redriven)).toEqual(["a"]);
  });

  test("old messages are forgotten", () => {
    const { queue, clock } = queueWith({ retentionSeconds: 60 });
    queue.send({ body: "a" });
    queue.send({ body: "b" });
    clock.advance(59_999);
    expect(bodies(queue.receive(1))).toEqual(["a"]);
    clock.advance(1);
    expect(queue.receive(1)).toEqual([]);
  });

  test("a waiting receiver gets a message as soon as it comes", async () => {
    const { queue } = queueWith();
    const waiting = queue.receiveWithin(1, 20);
    queue.send({ body: "a" });
    expect(bodies(await waiting)).toEqual(["a"]);
  });

  test("a waiting receiver gets nothing when the time is over", async () => {
    const { queue, clock } = queueWith();
    const waiting = queue.receiveWithin(1, 20);
    clock.advance(20_000);
    expect(await waiting).toEqual([]);
  });
});

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-understanding-logic.html
describe("a FIFO queue", () => {
  const fifo = { fifo: true };
  const send = (queue: LocalQueue, body: string, groupId: string): void =>
    void queue.send({ body, groupId, deduplicationId: body });

  test("while a message is out, later ones of its group wait and others do not", () => {
    const { queue } = queueWith(fifo);
    send(queue, "a1", "a");
    send(queue, "a2", "a");
    send(queue, "b1", "b");
    expect(bodies(queue.receive(1))).toEqual(["a1"]);
    expect(bodies(queue.receive(10))).toEqual(["b1"]);
  });

  test("one batch may hold several messages of a group, in their order", () => {
    const { queue } = queueWith(fifo);
    for (const body of ["a1", "a2", "a3"]) send(queue, body, "a");
    expect(bodies(queue.receive(10))).toEqual(["a1", "a2", "a3"]);
  });

  test("a duplicate within five minutes is dropped, and has the id of the first", () => {
    const { queue, clock } = queueWith(fifo);
    const first = queue.send({ body: "a", groupId: "g", deduplicationId: "1" });
    clock.advance(299_999);
    expect(queue.send({ body: "b", groupId: "g", deduplicationId: "1" }).id).toBe(first.id);
    clock.advance(1);
    queue.send({ body: "c", groupId: "g", deduplicationId: "1" });
    expect(bodies(queue.receive(10))).toEqual(["a", "c"]);
  });

  test("a duplicate of a message that was received is dropped", () => {
    const { queue } = queueWith(fifo);
    const send = () => queue.send({ body: "a", groupId: "g", deduplicationId: "1" });
    const first = send();
    queue.receive(10);
    expect(send().id).toBe(first.id);
  });

  test("with content-based deduplication, equal bodies are duplicates", () => {
    const { queue } = queueWith({ fifo: true, contentBasedDeduplication: true });
    for (const body of ["a", "a", "b"]) queue.send({ body, groupId: "g" });
    expect(bodies(queue.receive(10))).toEqual(["a", "b"]);
  });
});
