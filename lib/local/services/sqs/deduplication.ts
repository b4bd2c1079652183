import { createHash } from "node:crypto";
import type { NewMessage } from "./message";
import type { QueueSettings } from "./settings";

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
