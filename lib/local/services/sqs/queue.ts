import { createHash, randomUUID } from "node:crypto";
import type { Timers } from "../../../invoke";
import { Signal } from "../consumers/signal";
import { ServiceError } from "../contract/define-service";
import type { StateFile } from "../contract/state-file";

/** Settings of a queue. */
export interface QueueSettings {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly fifo: boolean;
  readonly contentBasedDeduplication: boolean;
  readonly visibilitySeconds: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  readonly maxMessageBytes: number;
  /** How long a request waits for messages that does not say it. */
  readonly waitSeconds: number;
  /** What else `GetQueueAttributes` tells. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly redrive: { readonly targetArn: string; readonly maxReceiveCount: number } | undefined;
}

/** A message to send. */
export interface NewMessage {
  readonly body: string;
  /** As SQS writes them: `{ name: { DataType, StringValue } }`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly delaySeconds?: number;
  /** The header of X-Ray that the sender has added. */
  readonly traceHeader?: string | undefined;
  /** The queue that a dead letter comes from. */
  readonly sourceArn?: string | undefined;
}

/** A message in a queue. */
export interface Message extends NewMessage {
  readonly id: string;
  readonly sequenceNumber: string;
  readonly sentAt: number;
  firstReceivedAt: number | undefined;
  receiveCount: number;
  /** The message can be received from this time on. */
  visibleAt: number;
  receipt: string | undefined;
}

/** A message that a FIFO queue knows again. */
interface Sent {
  readonly id: string;
  readonly sequenceNumber: string;
  readonly at: number;
}

/** What a queue keeps between runs. */
export interface QueueContent {
  readonly messages: readonly Message[];
  readonly sequence: number;
  readonly duplicates: readonly (readonly [string, Sent])[];
}

const mostInFlight = 120_000;

/** Deduplication of FIFO queues. Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html */
const deduplicationMs = 5 * 60_000;

/**
 * One queue, with the order, visibility, delay, deduplication, retention and redrive of SQS.
 *
 * A standard queue keeps its order here, which SQS does not guarantee.
 */
export class LocalQueue {
  /** Raised when there may be messages to receive. */
  readonly signal: Signal;
  private messages: Message[] = [];
  private duplicates = new Map<string, Sent>();
  private sequence = 0;

  constructor(
    public settings: QueueSettings,
    private readonly clock: Timers,
    /** Sends a message that was received too often to the dead-letter queue. */
    private readonly redrive: (targetArn: string, message: Message) => void,
    private readonly kept?: StateFile<QueueContent>,
  ) {
    this.signal = new Signal(clock);
    const content = kept?.read();
    if (content === undefined) return;
    this.messages = content.messages.map((each) => ({ ...each }));
    this.sequence = content.sequence;
    this.duplicates = new Map(content.duplicates);
    for (const { visibleAt } of this.messages) this.signal.raiseAt(visibleAt);
  }

  /** Adds a message. For a duplicate, returns the id of the first message instead. */
  send(given: NewMessage): { readonly id: string; readonly sequenceNumber: string } {
    const { fifo, contentBasedDeduplication, delaySeconds } = this.settings;
    const hash = contentBasedDeduplication
      ? createHash("sha256").update(given.body).digest("hex")
      : undefined;
    const duplicateKey = fifo ? (given.deduplicationId ?? hash) : undefined;
    const known = duplicateKey === undefined ? undefined : this.duplicates.get(duplicateKey);
    const now = this.clock.now();
    if (known !== undefined && now - known.at < deduplicationMs) return known;
    this.sequence += 1;
    const sequenceNumber = String(this.sequence).padStart(20, "0");
    const message: Message = {
      ...given,
      id: randomUUID(),
      sequenceNumber,
      sentAt: now,
      firstReceivedAt: undefined,
      receiveCount: 0,
      visibleAt: now + 1000 * (given.delaySeconds ?? delaySeconds),
      receipt: undefined,
    };
    if (duplicateKey !== undefined) {
      this.duplicates.set(duplicateKey, { id: message.id, sequenceNumber, at: now });
    }
    this.messages.push(message);
    this.save();
    this.signal.raiseAt(message.visibleAt);
    return { id: message.id, sequenceNumber };
  }

  /**
   * Receives visible messages and hides them. Messages that were received too often go to the dead-letter queue
   * instead.
   */
  receive(limit: number, visibilitySeconds = this.settings.visibilitySeconds): Message[] {
    const now = this.clock.now();
    this.forgetOld(now);
    const received: Message[] = [];
    // In a FIFO queue, a message waits while an earlier message of its group is in flight.
    const blocked = new Set<string>();
    this.checkInFlight(now);
    for (const message of this.inTurn(now)) {
      if (received.length === limit) break;
      const { groupId } = message;
      if (groupId !== undefined && this.settings.fifo && blocked.has(groupId)) continue;
      if (message.visibleAt > now) {
        if (groupId !== undefined) blocked.add(groupId);
        continue;
      }
      if (this.redriven(message)) continue;
      message.receiveCount += 1;
      message.firstReceivedAt ??= now;
      message.visibleAt = now + 1000 * visibilitySeconds;
      message.receipt = randomUUID();
      received.push(message);
      this.signal.raiseAt(message.visibleAt);
    }
    if (received.length > 0) this.save();
    return received;
  }

  /** Receives messages, and waits for them if there are none. */
  async receiveWithin(limit: number, waitSeconds: number, visibilitySeconds?: number): Promise<Message[]> {
    const end = this.clock.now() + 1000 * waitSeconds;
    for (;;) {
      const seen = this.signal.count;
      const messages = this.receive(limit, visibilitySeconds);
      const left = end - this.clock.now();
      if (messages.length > 0 || left <= 0) return messages;
      await this.signal.wait(left, seen);
    }
  }

  /** The message with a receipt; undefined when it was deleted, or received again since. */
  received(receipt: string): Message | undefined {
    return this.messages.find((message) => message.receipt === receipt);
  }

  /** Deletes a received message; false when the receipt is not valid. */
  delete(receipt: string): boolean {
    const found = this.received(receipt);
    if (found === undefined) return false;
    this.messages = this.messages.filter((message) => message !== found);
    this.save();
    this.signal.raise();
    return true;
  }

  /** Changes how long a received message stays hidden; false when the receipt is not valid. */
  changeVisibility(receipt: string, seconds: number): boolean {
    const found = this.received(receipt);
    if (found === undefined) return false;
    found.visibleAt = this.clock.now() + 1000 * seconds;
    this.save();
    this.signal.raiseAt(found.visibleAt);
    return true;
  }

  purge(): void {
    this.drain();
  }

  /** Takes out all messages that can be received. */
  drain(): readonly Message[] {
    const now = this.clock.now();
    this.forgetOld(now);
    const taken = this.messages.filter(({ visibleAt }) => visibleAt <= now);
    this.messages = this.messages.filter((each) => !taken.includes(each));
    this.save();
    return taken;
  }

  /** Resolves when everything is written that outlives the server. */
  async settled(): Promise<void> {
    await this.kept?.settled();
  }

  /** Numbers of messages that are visible, in flight and delayed. */
  get counts(): { readonly visible: number; readonly inFlight: number; readonly delayed: number } {
    const now = this.clock.now();
    const hidden = this.messages.filter(({ visibleAt }) => visibleAt > now);
    const inFlight = hidden.filter(({ receiveCount }) => receiveCount > 0).length;
    return { visible: this.messages.length - hidden.length, inFlight, delayed: hidden.length - inFlight };
  }

  /** The time of the queue's clock. */
  time(): number {
    return this.clock.now();
  }

  /**
   * The messages in the order in which they are received. In a standard queue, groups with more messages in flight wait for the
   * others, so that a busy one does not hold up the quiet ones.
   *
   * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
   */
  private inTurn(now: number): readonly Message[] {
    const isFair = !this.settings.fifo && this.messages.some(({ groupId }) => groupId !== undefined);
    if (!isFair) return [...this.messages];
    const load = new Map<string | undefined, number>();
    for (const { groupId, visibleAt, receiveCount } of this.messages) {
      if (visibleAt > now && receiveCount > 0) load.set(groupId, (load.get(groupId) ?? 0) + 1);
    }
    const turns = this.messages.map((message) => {
      const { groupId, visibleAt } = message;
      const turn = groupId === undefined || visibleAt > now ? 0 : (load.get(groupId) ?? 0);
      if (groupId !== undefined && visibleAt <= now) load.set(groupId, turn + 1);
      return { message, turn };
    });
    return turns.sort((a, b) => a.turn - b.turn).map(({ message }) => message);
  }

  /** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html */
  private checkInFlight(now: number): void {
    const { name } = this.settings;
    const limit = mostInFlight;
    if (this.messages.length < limit) return;
    const count = this.messages.filter(
      ({ visibleAt, receiveCount }) => visibleAt > now && receiveCount > 0,
    ).length;
    if (count < limit) return;
    throw new ServiceError("OverLimit", `Too many messages in flight for queue ${name}: ${count}.`, 403);
  }

  private save(): void {
    this.kept?.save(() => ({
      messages: this.messages,
      sequence: this.sequence,
      duplicates: [...this.duplicates],
    }));
  }

  private redriven(message: Message): boolean {
    const { redrive } = this.settings;
    if (redrive === undefined || message.receiveCount < redrive.maxReceiveCount) return false;
    this.messages = this.messages.filter((each) => each !== message);
    this.save();
    this.redrive(redrive.targetArn, message);
    return true;
  }

  private forgetOld(now: number): void {
    const oldest = now - 1000 * this.settings.retentionSeconds;
    this.messages = this.messages.filter(({ sentAt }) => sentAt > oldest);
    for (const [key, { at }] of this.duplicates) if (now - at >= deduplicationMs) this.duplicates.delete(key);
  }
}
