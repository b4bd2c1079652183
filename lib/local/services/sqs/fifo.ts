import { createHash } from "node:crypto";
import type { Message, NewMessage } from "./message";
import type { QueueSettings } from "./settings";

/**
 * The groups of a FIFO queue in the order in which they have their turn: a group whose messages were received goes to the end.
 *
 * Recorded in AWS: tests/aws/services/sqs of https://github.com/localstack/localstack (test_fifo_receive_message_group_id_ordering
 * and the tests of visibility behind it).
 */
export class GroupTurns {
  private groups = new Set<string>();

  /** Messages group by group. A batch holds as many messages of a group as there are, before those of the next. */
  order(messages: readonly Message[]): readonly Message[] {
    const byGroup = new Map<string, Message[]>([...this.groups].map((group) => [group, []]));
    for (const message of messages) {
      const group = groupOf(message);
      const members = byGroup.get(group);
      if (members === undefined) byGroup.set(group, [message]);
      else members.push(message);
    }
    const present = [...byGroup].filter(([, members]) => members.length > 0);
    this.groups = new Set(present.map(([group]) => group));
    return present.flatMap(([, members]) => members);
  }

  /** Takes note that messages were received. */
  received(messages: readonly Message[]): void {
    for (const group of new Set(messages.map(groupOf))) {
      this.groups.delete(group);
      this.groups.add(group);
    }
  }
}

export function groupOf({ groupId = "" }: Message): string {
  return groupId;
}

/**
 * The messages of a standard queue. Groups with more messages in flight wait for the others, so that a busy one does not hold up the quiet
 * ones.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function fairOrder(messages: readonly Message[], now: number): readonly Message[] {
  if (!messages.some(({ groupId }) => groupId !== undefined)) return [...messages];
  const load = new Map<string | undefined, number>();
  for (const { groupId, visibleAt, receiveCount } of messages) {
    if (visibleAt > now && receiveCount > 0) load.set(groupId, (load.get(groupId) ?? 0) + 1);
  }
  const turns = messages.map((message) => {
    const { groupId, visibleAt } = message;
    const turn = groupId === undefined || visibleAt > now ? 0 : (load.get(groupId) ?? 0);
    if (groupId !== undefined && visibleAt <= now) load.set(groupId, turn + 1);
    return { message, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ message }) => message);
}

/** A message that a FIFO queue knows again. */
export interface Sent {
  readonly id: string;
  readonly sequenceNumber: string;
  readonly at: number;
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html */
const intervalMs = 5 * 60_000;

/** The messages that a FIFO queue has taken in the last five minutes. */
export class Deduplication {
  private sent: Map<string, Sent>;

  constructor(kept: readonly (readonly [string, Sent])[] = []) {
    this.sent = new Map(kept);
  }

  get content(): readonly (readonly [string, Sent])[] {
    return [...this.sent];
  }

  /** The first message, if this one is a duplicate. */
  known(key: string, now: number): Sent | undefined {
    const sent = this.sent.get(key);
    return sent !== undefined && now - sent.at < intervalMs ? sent : undefined;
  }

  remember(key: string, sent: Sent): void {
    this.sent.set(key, sent);
  }

  forgetOld(now: number): void {
    for (const [key, { at }] of this.sent) if (now - at >= intervalMs) this.sent.delete(key);
  }

  clear(): void {
    this.sent.clear();
  }
}

/** The deduplication id of a message in a FIFO queue: the given one, or else the digest of the body if the queue is configured so. */
export function deduplicationIdOf(
  { contentBasedDeduplication }: QueueSettings,
  { deduplicationId, body }: NewMessage,
): string | undefined {
  if (deduplicationId !== undefined || !contentBasedDeduplication) return deduplicationId;
  return createHash("sha256").update(body).digest("hex");
}

/** The key of a message among those that a FIFO queue has taken: its id, in the queue or in the group. */
export function deduplicationKey(
  { deduplicationScope }: QueueSettings,
  id: string,
  groupId: string | undefined,
): string {
  return deduplicationScope === "messageGroup" ? JSON.stringify([groupId, id]) : id;
}
