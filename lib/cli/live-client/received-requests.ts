import { contained, inBackground, type Timers, trackIn } from "../../local";
import {
  type ChunkMessage,
  type Frame,
  FrameJoiner,
  type LiveAnswer,
  type LiveChunk,
  type MessageName,
  maxChunkCharacters,
  messageKey,
  type PayloadStore,
  packFrames,
  type Seal,
} from "../../runtime/live";
import { type ParsedRequest, parseRequest } from "./parse-request";

/** A received request from a holder of the function's role. */
export interface RequestToRun extends ParsedRequest {
  readonly name: MessageName;
}

/** Runs an invocation, and forwards the pieces of a streamed response. Never rejects. */
export type RunRequest = (
  request: RequestToRun,
  chunk: ((chunk: LiveChunk) => void) | undefined,
) => Promise<LiveAnswer>;

export interface ReceivedRequestsOptions {
  /** The seal of a wrapper; undefined if the wrapper does not exist. */
  readonly sealOf: (name: MessageName) => Promise<Seal | undefined>;
  /** Runs an invocation. Never rejects. */
  readonly run: RunRequest;
  /** Sends a frame to a connection; returns false without a connection. */
  readonly send: (to: string, frame: Frame) => boolean;
  readonly store: PayloadStore;
  readonly timers: Timers;
  readonly awsNow: () => number;
  /** Receives the reason if a message cannot come from a wrapper, or cannot be read. */
  readonly refused: (text: string) => void;
}

/** Faster answers are not preceded by a confirmation. */
const confirmAfterMs = 250;
/** An answer is kept this long after its invocation, in case it must be sent again. */
const keepMs = 60_000;
/** No invocation takes longer, so an older request is a replay. */
const maxAgeMs = 20 * 60_000;
/** Names of settled requests, so that they do not run a second time. */
const maxSettled = 50_000;

/** Concurrent reads from the bucket, and waiting ones. Beyond that a request is dropped: the wrapper repeats it. */
const maxReading = 8;
const maxWaiting = 1000;

interface Invocation {
  readonly name: MessageName;
  readonly seal: Seal;
  /** The last known connection of the wrapper. */
  to: string;
  /** Undefined while it runs. */
  answer: readonly Frame[] | undefined;
  /** The pieces of a streamed response, in their order. */
  readonly chunks: Promise<readonly Frame[]>[];
  cancelTimer: () => void;
}

/** Base64 may be split after every fourth letter. */
const chunkPattern = new RegExp(`.{1,${maxChunkCharacters}}`, "g");

/** Runs each request once, even if it arrives repeatedly, and sends its answer until the wrapper has confirmed it. */
export class ReceivedRequests {
  private readonly open = new Map<string, Invocation>();
  private readonly settled = new Set<string>();
  private readonly joiner = new FrameJoiner();
  private readonly running = new Set<Promise<void>>();
  private readonly reading = new Map<string, Promise<Buffer | undefined>>();

  constructor(private readonly options: ReceivedRequestsOptions) {}

  get runningCount(): number {
    return this.running.size;
  }

  async take(from: string, frame: Frame): Promise<void> {
    const { kind, functionId, wrapperId, requestId } = frame;
    if (kind !== "request") return;
    const key = requestKey(frame);
    // A settled request is not decrypted again.
    if (this.settled.has(key)) return;
    const known = this.open.get(key);
    if (known !== undefined) return this.repeat(known, from, frame);
    const name: MessageName = { kind, functionId, wrapperId, requestId };
    const refuse = (): void =>
      this.options.refused(`A message was dropped: no function "${functionId}" has sent it.`);
    // Contents are read only for existing wrappers.
    const seal = frame.object === undefined ? undefined : await this.options.sealOf(name);
    if (frame.object !== undefined && seal === undefined) return refuse();
    const sealed = frame.object === undefined ? this.joiner.add(frame) : await this.read(key, frame.object);
    if (sealed === undefined) return;
    const opener = seal ?? (await this.options.sealOf(name));
    const content = await opener?.open(name, sealed);
    if (opener === undefined || content === undefined) return refuse();
    await this.begin(
      key,
      { name, seal: opener, to: from, answer: undefined, chunks: [], cancelTimer: () => {} },
      content,
    );
  }

  /** Sends all unconfirmed answers again, over a new connection. */
  resend(): void {
    for (const invocation of this.open.values()) this.sendAll(invocation);
  }

  /** Resolves when no request runs. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** Declines all running requests: the deployed code runs them. */
  async abandon(): Promise<void> {
    const running = [...this.open.values()].filter(({ answer }) => answer === undefined);
    for (const invocation of running) await this.decline(invocation);
  }

  /** Tells the wrapper that the deployed code must run. */
  private async decline(invocation: Invocation): Promise<void> {
    const declined = JSON.stringify({ status: "declined" } satisfies LiveAnswer);
    const name: MessageName = { ...invocation.name, kind: "answer" };
    const frames = await packFrames(name, await invocation.seal.seal(name, declined), this.options.store);
    this.sendFrames(invocation, frames);
  }

  /** Reads the content of a request from the bucket: each request once at a time, and few concurrently. */
  private async read(key: string, object: string): Promise<Buffer | undefined> {
    if (this.reading.has(key) || this.reading.size >= maxWaiting) return undefined;
    const before = [...this.reading.values()].at(-maxReading);
    const read = (async () => {
      await before;
      try {
        return await this.options.store.get(object);
      } catch (error) {
        this.options.refused(`A request could not be read from the bucket: ${String(error)}`);
        return undefined;
      }
    })();
    this.reading.set(key, read);
    try {
      return await read;
    } finally {
      this.reading.delete(key);
    }
  }

  /** The wrapper has not received an answer, or has a new connection. */
  private repeat(invocation: Invocation, from: string, frame: Frame): void {
    invocation.to = from;
    // The parts arrive again; one reaction is enough.
    if (frame.part[0] !== 0) return;
    if (invocation.answer === undefined) inBackground("live client", this.confirm(invocation));
    else this.sendAll(invocation);
  }

  private async begin(key: string, invocation: Invocation, content: string): Promise<void> {
    // Two connections may have delivered the same request while it was decrypted.
    if (this.open.has(key) || this.settled.has(key)) return;
    const { functionId, requestId: id } = invocation.name;
    const request = parseRequest(content);
    if (typeof request === "string") {
      this.forget(key);
      this.options.refused(
        `A request of ${functionId} is not accepted: ${request}. The deployed code answers.`,
      );
      return this.decline(invocation);
    }
    for (const requestId of request.settled) this.forget(requestKey({ ...invocation.name, requestId }));
    if (Math.abs(this.options.awsNow() - request.sentAt) > maxAgeMs) {
      return this.options.refused(`A request with a wrong time was dropped: ${id}.`);
    }
    this.open.set(key, invocation);
    invocation.cancelTimer = this.options.timers.after(
      confirmAfterMs,
      contained("live client", () => this.confirm(invocation)),
    );
    trackIn(this.running, "live client", this.run(key, invocation, request));
  }

  private async run(key: string, invocation: Invocation, request: ParsedRequest): Promise<void> {
    const { run, store, timers } = this.options;
    const { seal } = invocation;
    const endsAt = timers.now() + request.remainingMs;
    const chunk = request.takesStream ? (each: LiveChunk) => this.stream(invocation, each) : undefined;
    const result = await run({ ...request, name: invocation.name }, chunk);
    const chunks = invocation.chunks.length;
    const answer: LiveAnswer = result.status === "declined" || chunks === 0 ? result : { ...result, chunks };
    // So the answer arrives last, unless the network changes the order.
    await Promise.all(invocation.chunks);
    const name: MessageName = { ...invocation.name, kind: "answer" };
    try {
      invocation.answer = await packFrames(name, await seal.seal(name, JSON.stringify(answer)), store);
    } catch (error) {
      const payload = JSON.stringify({
        errorType: "Serverform.AnswerNotSent",
        errorMessage: `The answer could not be written to the bucket: ${String(error)}`,
      });
      const failed: LiveAnswer = { status: "error", payload };
      invocation.answer = await packFrames(name, await seal.seal(name, JSON.stringify(failed)), store);
    }
    invocation.cancelTimer();
    const left = Math.max(0, endsAt - timers.now());
    invocation.cancelTimer = timers.after(
      left + keepMs,
      contained("live client", () => this.forget(key)),
    );
    this.sendAnswer(invocation);
  }

  private async confirm({ name: { functionId, wrapperId, requestId }, seal, to }: Invocation): Promise<void> {
    const name: MessageName = { kind: "received", functionId, wrapperId, requestId };
    const [frame] = await packFrames(name, await seal.seal(name, ""), this.options.store);
    if (frame !== undefined) this.options.send(to, frame);
  }

  private stream(invocation: Invocation, { contentType, data }: LiveChunk): void {
    const { seal } = invocation;
    const name: MessageName = { ...invocation.name, kind: "chunk" };
    const pieces = data.match(chunkPattern) ?? [""];
    for (const piece of pieces) {
      const message: ChunkMessage = { index: invocation.chunks.length, contentType, data: piece };
      const packed = seal
        .seal(name, JSON.stringify(message))
        .then((sealed) => packFrames(name, sealed, this.options.store));
      invocation.chunks.push(packed);
      inBackground(
        "live client",
        packed.then((frames) => this.sendFrames(invocation, frames)),
      );
    }
  }

  /** Sends the streamed chunks, then the answer. */
  private sendAll(invocation: Invocation): void {
    for (const chunk of invocation.chunks)
      inBackground(
        "live client",
        chunk.then((frames) => this.sendFrames(invocation, frames)),
      );
    inBackground(
      "live client",
      Promise.all(invocation.chunks).then(() => this.sendAnswer(invocation)),
    );
  }

  private sendFrames({ to }: Invocation, frames: readonly Frame[]): void {
    for (const frame of frames) this.options.send(to, frame);
  }

  private sendAnswer({ to, answer = [] }: Invocation): void {
    for (const frame of answer) this.options.send(to, frame);
  }

  private forget(key: string): void {
    this.open.get(key)?.cancelTimer();
    this.open.delete(key);
    this.settled.add(key);
    const [oldest] = this.settled;
    if (this.settled.size > maxSettled && oldest !== undefined) this.settled.delete(oldest);
  }
}

const requestKey = (frame: MessageName): string => messageKey({ ...frame, kind: "request" });
