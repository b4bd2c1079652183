import { randomUUID } from "node:crypto";
import { currentCauses } from "../../history/causes";
import type { Timers } from "../../invoke";
import { earliest, type PendingWork } from "../../pending/pending-work";
import { Signal } from "../consumers/record-stream";
import { ServiceError } from "../contract/define-service";
import type { StateFile } from "../contract/state-file";
import {
  Deduplication,
  deduplicationIdOf,
  deduplicationKey,
  fairOrder,
  GroupTurns,
  groupOf,
  type Sent,
} from "./fifo";
import { type Message, messageIdIn, type NewMessage, newReceipt } from "./message";
import type { QueueSettings } from "./settings";

/** The content of a queue that is kept between runs. */
export interface QueueContent {
  readonly messages: readonly Message[];
  readonly sequence: number;
  readonly duplicates: readonly (readonly [string, Sent])[];
}

/** A change of the content: a message that is new or received, the id of one that is gone, or a message that is known again. */
export type QueueChange =
  | { readonly message: Message; readonly sequence: number }
  | { readonly removed: string }
  | { readonly duplicate: readonly [string, Sent] };

/** A message, as the developer sees it. */
export interface QueuedMessage
  extends Pick<Message, "id" | "body" | "attributes" | "groupId" | "sentAt" | "receiveCount" | "causes"> {
  readonly state: "waiting" | "in flight" | "delayed";
}

const mostInFlight = 120_000;

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_PurgeQueue.html */
const purgeIntervalMs = 60_000;

/**
 * One queue, with the order, visibility, delay, deduplication, retention and redrive of SQS.
 *
 * A standard queue keeps its order here, which SQS does not guarantee.
 */
export class LocalQueue {
  /** Raised when there may be messages to receive. */
  readonly signal: Signal;
  private messages: Message[] = [];
  private readonly duplicates: Deduplication;
  private readonly turns = new GroupTurns();
  private sequence = 0;
  private purgedAt = Number.NEGATIVE_INFINITY;

  constructor(
    public settings: QueueSettings,
    private readonly clock: Timers,
    /** Gives a message that was received too often to the dead-letter queue. */
    private readonly redrive: (targetArn: string, message: Message) => void,
    private readonly kept?: StateFile<QueueContent, QueueChange>,
  ) {
    this.signal = new Signal(clock);
    const content = kept?.read();
    this.duplicates = new Deduplication(content?.duplicates);
    if (content === undefined) return;
    this.sequence = content.sequence;
    const messages = new Map(content.messages.map((each) => [each.id, each]));
    for (const change of kept?.changes ?? []) {
      if ("removed" in change) messages.delete(change.removed);
      else if ("duplicate" in change) this.duplicates.remember(...change.duplicate);
      else {
        messages.set(change.message.id, change.message);
        this.sequence = change.sequence;
      }
    }
    this.messages = [...messages.values()];
    for (const { visibleAt } of this.messages) this.signal.raiseAt(visibleAt);
  }

  /** Adds a message. For a duplicate, returns the id of the first message instead. */
  send(given: NewMessage): { readonly id: string; readonly sequenceNumber: string | undefined } {
    const { settings } = this;
    if (!settings.fifo) return this.add(given);
    const now = this.clock.now();
    const deduplicationId = deduplicationIdOf(settings, given);
    if (deduplicationId === undefined) return this.add(given);
    const key = deduplicationKey(settings, deduplicationId, given.groupId);
    const known = this.duplicates.known(key, now);
    if (known !== undefined) return known;
    const { id, sequenceNumber = "" } = this.add({ ...given, deduplicationId });
    const sent = { id, sequenceNumber, at: now };
    this.duplicates.remember(key, sent);
    this.save({ duplicate: [key, sent] });
    return { id, sequenceNumber };
  }

  /** Adds a message that cannot be a duplicate. */
  add(given: NewMessage): Message {
    const { fifo, delaySeconds } = this.settings;
    const now = this.clock.now();
    // A FIFO queue delays all of its messages alike.
    const delay = fifo ? delaySeconds : (given.delaySeconds ?? delaySeconds);
    const message: Message = {
      causes: currentCauses(),
      ...given,
      id: randomUUID(),
      sequenceNumber: this.nextSequenceNumber(),
      sentAt: now,
      firstReceivedAt: undefined,
      receiveCount: 0,
      visibleAt: now + 1000 * delay,
      receipt: undefined,
    };
    this.insert(message);
    return message;
  }

  /**
   * Takes a dead letter. It keeps its id, its attributes and the count of its receptions; in a FIFO queue, its retention begins again.
   *
   * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
   */
  takeDeadLetter(letter: Message, sourceArn: string): void {
    const now = this.clock.now();
    const { fifo } = this.settings;
    this.insert({
      ...letter,
      sequenceNumber: this.nextSequenceNumber(),
      sentAt: fifo ? now : letter.sentAt,
      visibleAt: now,
      receipt: undefined,
      sourceArn,
    });
  }

  /**
   * Receives visible messages and hides them. Messages that were received too often go to the dead-letter queue
   * instead.
   */
  receive(limit: number, visibilitySeconds = this.settings.visibilitySeconds): Message[] {
    const now = this.clock.now();
    const { fifo, arn } = this.settings;
    this.forgetOld(now);
    const received: Message[] = [];
    // In a FIFO queue, a message waits while an earlier message of its group is in flight.
    const blocked = new Set<string>();
    this.checkInFlight(now);
    const inTurn = fifo ? this.turns.order(this.messages) : fairOrder(this.messages, now);
    for (const message of inTurn) {
      if (received.length === limit) break;
      if (fifo && blocked.has(groupOf(message))) continue;
      if (message.visibleAt > now) {
        blocked.add(groupOf(message));
        continue;
      }
      if (this.redriven(message)) continue;
      message.receiveCount += 1;
      message.firstReceivedAt ??= now;
      message.visibleAt = now + 1000 * visibilitySeconds;
      message.receipt = newReceipt(arn, message.id);
      received.push(message);
      this.signal.raiseAt(message.visibleAt);
    }
    if (received.length > 0) {
      this.turns.received(received);
      for (const message of received) this.saveMessage(message);
    }
    return received;
  }

  /** Receives messages, and waits for them if the queue is empty. */
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

  /** The message that a receipt handle names, also an earlier one; undefined when the message was deleted. */
  received(receipt: string): Message | undefined {
    const id = messageIdIn(receipt, this.settings.arn);
    return this.messages.find((message) => message.id === id);
  }

  /** Whether another consumer of a FIFO queue may have the message since: the handle is not the last, or its time has passed. */
  isExpired(receipt: string, message: Message): boolean {
    return this.settings.fifo && (message.receipt !== receipt || message.visibleAt <= this.clock.now());
  }

  /** Deletes a received message; false when the receipt is not valid. */
  delete(receipt: string): boolean {
    const found = this.received(receipt);
    if (found === undefined || this.isExpired(receipt, found)) return false;
    this.remove(found);
    this.signal.raise();
    return true;
  }

  /** Changes how long a received message stays hidden; false when the receipt is not valid. */
  changeVisibility(receipt: string, seconds: number): boolean {
    const found = this.received(receipt);
    if (found === undefined) return false;
    found.visibleAt = this.clock.now() + 1000 * seconds;
    this.saveMessage(found);
    this.signal.raiseAt(found.visibleAt);
    return true;
  }

  /** Deletes all messages, those in flight and delayed too. A FIFO queue forgets what it has taken. */
  purge(): void {
    const now = this.clock.now();
    if (now - this.purgedAt < purgeIntervalMs) {
      throw new ServiceError(
        "PurgeQueueInProgress",
        `Only one PurgeQueue operation on ${this.settings.name} is allowed every 60 seconds.`,
        403,
      );
    }
    this.purgedAt = now;
    this.messages = [];
    this.duplicates.clear();
    this.save();
  }

  /** The messages that can be received. */
  get visible(): readonly Message[] {
    const now = this.clock.now();
    this.forgetOld(now);
    return this.messages.filter(({ visibleAt }) => visibleAt <= now);
  }

  /** Takes all messages out. */
  removeAll(): void {
    this.messages = [];
    this.save();
  }

  /** All messages, for the developer: looking does not receive them. */
  content(): readonly QueuedMessage[] {
    const now = this.clock.now();
    this.forgetOld(now);
    return this.messages.map(
      ({ id, body, attributes, groupId, sentAt, receiveCount, visibleAt, causes = [] }) => ({
        id,
        body,
        ...(attributes !== undefined && { attributes }),
        ...(groupId !== undefined && { groupId }),
        ...(causes.length > 0 && { causes }),
        sentAt,
        receiveCount,
        state: visibleAt <= now ? "waiting" : receiveCount > 0 ? "in flight" : "delayed",
      }),
    );
  }

  /** Takes a message out. */
  remove(message: Message): void {
    this.messages = this.messages.filter((each) => each !== message);
    this.save({ removed: message.id });
  }

  /** Resolves when everything is written that survives the server. */
  async settled(): Promise<void> {
    await this.kept?.settled();
  }

  /** Whether a message can be received now, and when the next one that is hidden can be. */
  pending(): PendingWork {
    const now = this.clock.now();
    const { fifo } = this.settings;
    this.forgetOld(now);
    const hidden = this.messages.filter(({ visibleAt }) => visibleAt > now);
    const blocked = new Set(fifo ? hidden.map(groupOf) : []);
    const isBusy = this.messages.some((each) => each.visibleAt <= now && !blocked.has(groupOf(each)));
    return { isBusy, dueAt: earliest(hidden.map(({ visibleAt }) => visibleAt)) };
  }

  /** Numbers of messages that are visible, in flight and delayed. */
  get counts(): { readonly visible: number; readonly inFlight: number; readonly delayed: number } {
    const now = this.clock.now();
    this.forgetOld(now);
    const hidden = this.messages.filter(({ visibleAt }) => visibleAt > now);
    const inFlight = hidden.filter(({ receiveCount }) => receiveCount > 0).length;
    return { visible: this.messages.length - hidden.length, inFlight, delayed: hidden.length - inFlight };
  }

  /** The time of the queue's clock. */
  time(): number {
    return this.clock.now();
  }

  private nextSequenceNumber(): string | undefined {
    if (!this.settings.fifo) return undefined;
    this.sequence += 1;
    return String(this.sequence).padStart(20, "0");
  }

  private insert(message: Message): void {
    this.messages.push(message);
    this.saveMessage(message);
    this.signal.raiseAt(message.visibleAt);
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

  private saveMessage(message: Message): void {
    this.save({ message, sequence: this.sequence });
  }

  /** @param change - what has changed. @default - everything may have */
  private save(change?: QueueChange): void {
    const content = () => ({
      messages: this.messages,
      sequence: this.sequence,
      duplicates: this.duplicates.content,
    });
    this.kept?.save(content, change && (() => change));
  }

  private redriven(message: Message): boolean {
    const { redrive } = this.settings;
    if (redrive === undefined || message.receiveCount < redrive.maxReceiveCount) return false;
    this.remove(message);
    this.redrive(redrive.targetArn, message);
    return true;
  }

  private forgetOld(now: number): void {
    const oldest = now - 1000 * this.settings.retentionSeconds;
    this.messages = this.messages.filter(({ sentAt }) => sentAt > oldest);
    this.duplicates.forgetOld(now);
  }
}
