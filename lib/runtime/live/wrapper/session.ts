import { type PayloadStore, packFrames } from "../payloads";
import { parseAnswer, parseChunk } from "../protocol/answers";
import type { RelayTimers } from "../protocol/clock";
import type { FromRelay } from "../protocol/envelope";
import { type Frame, FrameJoiner, parseFrame } from "../protocol/frames";
import type { Lease } from "../protocol/leases";
import type {
  ChunkMessage,
  LiveAnswer,
  LiveChunk,
  LiveRequest,
  MessageKind,
  MessageName,
  RequestMessage,
} from "../protocol/messages";
import type { Seal } from "../protocol/seal";
import type { OpenRelay, RelaySocket } from "../socket";

export interface SessionOptions {
  readonly functionId: string;
  readonly wrapperId: string;
  readonly seal: Seal;
  /** Gives the client this wrapper's secret before the first request. */
  readonly register: () => Promise<void>;
  /** Reads the lease for this function; undefined if it has ended. */
  readonly latestLease: () => Promise<Lease | undefined>;
  readonly open: OpenRelay;
  readonly store: PayloadStore;
  readonly timers: RelayTimers;
}

/** The client confirms a request faster, unless the connection is broken. */
const confirmMs = 1500;
/** Without a confirmation for this long, the deployed code runs. */
const giveUpMs = 6000;
/** How often a wrapper checks whether the client that runs its request is connected. */
const watchMs = 5000;
/** A client that has lost its connection reconnects soon. */
const retryMs = 200;
/**
 * A connection that was idle for longer is not used again.
 *
 * API Gateway closes idle connections after 10 minutes, and a frozen environment may not notice.
 */
const maxIdleMs = 4 * 60_000;
/** API Gateway closes every connection after 2 hours. */
const maxAgeMs = 100 * 60_000;

interface Pending {
  readonly name: MessageName;
  readonly frames: readonly Frame[];
  readonly startedAt: number;
  lease: Lease;
  /** Number of messages that had arrived at the time of sending. */
  heardBefore: number;
  /** The client has confirmed that it runs the request. */
  isReceived: boolean;
  cancelTimer: () => void;
  /** Receives the pieces of a streamed response in order. */
  readonly chunk: (chunk: LiveChunk) => void;
  /** Pieces that arrived too early, by their index. */
  readonly early: Map<number, LiveChunk>;
  /** Number of pieces that were passed on. */
  passed: number;
  /** An answer whose stream is not complete. */
  answer: LiveAnswer | undefined;
  readonly finish: (answer: LiveAnswer | undefined) => void;
}

/** Sends invocations to the client, repeats them if necessary, and waits for their answers. */
export class WrapperSession {
  private readonly pending = new Map<string, Pending>();
  private readonly joiner = new FrameJoiner();
  private registered: Promise<void> | undefined;
  private socket: Promise<RelaySocket> | undefined;
  private openedAt = 0;
  private activeAt = 0;
  /** Answers that have arrived since the last request. */
  private settled: string[] = [];
  /** Number of messages that have arrived. */
  private heard = 0;
  /** Number of requests. */
  private asked = 0;

  constructor(private readonly options: SessionOptions) {}

  /** The client's answer; undefined if the deployed code must run. Never rejects. */
  async ask(
    awsRequestId: string,
    request: LiveRequest,
    lease: Lease,
    chunk: (chunk: LiveChunk) => void = () => {},
  ): Promise<LiveAnswer | undefined> {
    const { functionId, wrapperId, seal, store, timers } = this.options;
    this.asked += 1;
    const requestId = `${awsRequestId}.${this.asked}`;
    const name: MessageName = { kind: "request", functionId, wrapperId, requestId };
    try {
      this.registered ??= this.options.register();
      const opening = this.connected();
      // It connects during the other work, and is awaited again when it is used.
      opening.catch(() => {});
      const sent: RequestMessage = { ...request, settled: this.settled };
      this.settled = [];
      const sealed = await seal.seal(name, JSON.stringify(sent));
      const frames = await packFrames(name, sealed, store);
      await this.registered;
      return await new Promise((resolve) => {
        const now = timers.now();
        const pending: Pending = {
          name,
          frames,
          startedAt: now,
          lease,
          heardBefore: this.heard,
          isReceived: false,
          cancelTimer: () => {},
          chunk,
          early: new Map(),
          passed: 0,
          answer: undefined,
          finish: (answer) => {
            pending.cancelTimer();
            if (this.pending.delete(requestId)) resolve(answer);
          },
        };
        this.pending.set(requestId, pending);
        void this.send(pending);
      });
    } catch {
      this.registered = undefined;
      return undefined;
    }
  }

  close(): void {
    this.dropSocket();
  }

  private async send(pending: Pending, frames = pending.frames): Promise<void> {
    try {
      const socket = await this.connected();
      pending.heardBefore = this.heard;
      for (const body of frames) socket.send({ action: "send", to: pending.lease.connection, body });
      this.activeAt = this.options.timers.now();
      this.checkAfter(pending, pending.isReceived ? watchMs : confirmMs);
    } catch {
      this.dropSocket();
      this.checkAfter(pending, retryMs);
    }
  }

  private checkAfter(pending: Pending, milliseconds: number): void {
    pending.cancelTimer();
    if (!this.pending.has(pending.name.requestId)) return;
    pending.cancelTimer = this.options.timers.after(milliseconds, () => void this.check(pending));
  }

  /** Repeats a request that may be lost; gives up if no client is connected to run it. */
  private async check(pending: Pending): Promise<void> {
    const lease = await this.options.latestLease();
    if (!this.pending.has(pending.name.requestId)) return;
    const waited = this.options.timers.now() - pending.startedAt;
    if (lease === undefined || (!pending.isReceived && waited >= giveUpMs)) return pending.finish(undefined);
    const isMoved = lease.connection !== pending.lease.connection;
    pending.lease = lease;
    // Nothing has arrived since it was sent: the connection may be broken without an event.
    if (!isMoved && this.heard === pending.heardBefore) this.dropSocket();
    // A client that has the request replies to its first part with its state, in case its own message was lost.
    await this.send(pending, pending.isReceived && !isMoved ? pending.frames.slice(0, 1) : pending.frames);
  }

  private connected(): Promise<RelaySocket> {
    const now = this.options.timers.now();
    const isOld = now - this.activeAt > maxIdleMs || now - this.openedAt > maxAgeMs;
    if (this.socket !== undefined && isOld) this.dropSocket();
    if (this.socket !== undefined) return this.socket;
    this.openedAt = now;
    this.activeAt = now;
    const opening: Promise<RelaySocket> = this.options.open({
      message: (message) => void this.receive(message),
      closed: () => {
        if (this.socket !== opening) return;
        this.socket = undefined;
        for (const pending of this.pending.values()) this.checkAfter(pending, 0);
      },
    });
    this.socket = opening;
    // Messages are faster after the relay has sent the id of the connection.
    opening.then((socket) => socket.send({ action: "hello" })).catch(() => {});
    return opening;
  }

  private dropSocket(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.then((each) => each.close()).catch(() => {});
  }

  private async receive(message: FromRelay): Promise<void> {
    this.heard += 1;
    if (message.event === "gone") {
      for (const pending of this.pending.values()) {
        if (pending.lease.connection === message.connection) this.checkAfter(pending, retryMs);
      }
    }
    if (message.event !== "message") return;
    const { functionId, wrapperId, seal, store } = this.options;
    const frame = parseFrame(message.body);
    if (frame === undefined || frame.functionId !== functionId || frame.wrapperId !== wrapperId) return;
    const { kind, requestId, object } = frame;
    const sealed =
      object === undefined ? this.joiner.add(frame) : await store.get(object).catch(() => undefined);
    if (sealed === undefined) return;
    const name: MessageName = { kind, functionId, wrapperId, requestId };
    const content = await seal.open(name, sealed);
    // Only the client can create a message that this secret opens.
    if (content !== undefined) this.handle(kind, requestId, content);
  }

  private handle(kind: MessageKind, requestId: string, content: string): void {
    const pending = this.pending.get(requestId);
    if (kind === "received" && pending !== undefined) {
      pending.isReceived = true;
      this.checkAfter(pending, watchMs);
    }
    if (kind === "chunk" && pending !== undefined) {
      const chunk = parseChunk(content);
      if (chunk !== undefined) this.stream(pending, chunk);
    }
    const answer = kind === "answer" ? parseAnswer(content) : undefined;
    if (answer === undefined) return;
    if (pending === undefined) this.settled.push(requestId);
    else this.answered(pending, answer);
  }

  private stream(pending: Pending, { index, contentType, data }: ChunkMessage): void {
    if (index < pending.passed) return;
    pending.early.set(index, { contentType, data });
    for (;;) {
      const next = pending.early.get(pending.passed);
      if (next === undefined) break;
      pending.early.delete(pending.passed);
      pending.passed += 1;
      pending.chunk(next);
    }
    if (pending.answer !== undefined) this.answered(pending, pending.answer);
  }

  private answered(pending: Pending, answer: LiveAnswer): void {
    const isComplete = answer.status === "declined" || pending.passed >= (answer.chunks ?? 0);
    if (isComplete) {
      this.settled.push(pending.name.requestId);
      return pending.finish(answer);
    }
    // The missing part is on its way or lost: if the request is repeated, the client sends all parts again.
    pending.isReceived = true;
    if (pending.answer === undefined) this.checkAfter(pending, retryMs);
    pending.answer = answer;
  }
}
