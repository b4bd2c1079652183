import type { MessageKind, MessageName } from "./messages";

export interface Frame extends MessageName {
  /** Index of the part, and the number of parts. */
  readonly part: readonly [index: number, count: number];
  /** A part of the sealed content, in base64; absent if the content is in the bucket. */
  readonly data?: string;
  /** Key of the object in the bucket that holds the sealed content. */
  readonly object?: string;
}

/**
 * Characters of content in one frame.
 *
 * API Gateway closes a connection that sends a frame of more than 32 KB. Names and the envelope use the rest. Source:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
 */
export const maxFrameCharacters = 28_000;

/** Characters of a chunk. A sealed chunk fits into one frame, so that chunks need not be joined. */
export const maxChunkCharacters = 18_000;

/** Sealed contents up to this size are sent through the relay, in parts. Larger ones are stored in the bucket. */
export const maxRelayedBytes = 128 * 1024;

/** The key of the object with a large content. The names in it are not secret; the content is sealed. */
export const objectKey = ({ kind, wrapperId, requestId }: MessageName): string =>
  `payloads/${wrapperId}/${requestId}-${kind}`;

export function framesOf(name: MessageName, sealed: Buffer): readonly Frame[] {
  const text = sealed.toString("base64");
  const count = Math.max(1, Math.ceil(text.length / maxFrameCharacters));
  return Array.from({ length: count }, (_, index) => ({
    ...name,
    part: [index, count] as const,
    data: text.slice(index * maxFrameCharacters, (index + 1) * maxFrameCharacters),
  }));
}

/** The one frame of a content that is in the bucket. */
export const objectFrame = (name: MessageName): Frame => ({
  ...name,
  part: [0, 1],
  object: objectKey(name),
});

const kinds: readonly MessageKind[] = ["request", "received", "chunk", "answer"];
const maxParts = Math.ceil((maxRelayedBytes * 4) / 3 / maxFrameCharacters) + 1;

/** Construct paths are shown to the developer. They contain no control characters. */
const functionPattern = /^\P{Cc}{1,512}$/u;
/** Names of wrappers and requests are parts of keys of objects. */
const idPattern = /^[\w.-]{1,512}$/;

/** Reads a frame; undefined if it is invalid. Any client that may connect can be the sender. */
export function parseFrame(value: unknown): Frame | undefined {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const kind = kinds.find((each) => each === given.kind);
  const functionId = matching(given.functionId, functionPattern);
  const wrapperId = matching(given.wrapperId, idPattern);
  const requestId = matching(given.requestId, idPattern);
  const part = partOf(given.part);
  if (kind === undefined || part === undefined) return undefined;
  if (functionId === undefined || wrapperId === undefined || requestId === undefined) return undefined;
  const name: MessageName = { kind, functionId, wrapperId, requestId };
  // The key must match the names, so that no other object is read.
  if (given.object !== undefined) return given.object === objectKey(name) ? objectFrame(name) : undefined;
  const { data } = given;
  if (typeof data !== "string" || data.length > maxFrameCharacters) return undefined;
  return { ...name, part, data };
}

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined;

function partOf(value: unknown): Frame["part"] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [index, count] = value as unknown[];
  return isCount(index) && isCount(count) && index < count && count <= maxParts ? [index, count] : undefined;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The oldest incomplete messages are dropped beyond this number of messages or characters. */
const maxOpenMessages = 1000;
const maxOpenCharacters = 16 * 1024 * 1024;

/** Joins the parts of messages. Parts may come in any order, and more than once. */
export class FrameJoiner {
  private readonly open = new Map<string, (string | undefined)[]>();
  private openCharacters = 0;

  /** Returns the whole sealed content after its last missing part. */
  add(frame: Frame): Buffer | undefined {
    const [index, count] = frame.part;
    const { data = "" } = frame;
    if (count === 1) return Buffer.from(data, "base64");
    const key = messageKey(frame);
    const parts = this.partsOf(key, count);
    this.openCharacters += data.length - (parts[index]?.length ?? 0);
    parts[index] = data;
    if (parts.includes(undefined)) {
      this.forgetOldest();
      return undefined;
    }
    this.forget(key);
    return Buffer.from(parts.join(""), "base64");
  }

  private partsOf(key: string, count: number): (string | undefined)[] {
    const known = this.open.get(key);
    if (known?.length === count) return known;
    const parts: (string | undefined)[] = Array.from({ length: count }, () => undefined);
    this.forget(key);
    this.open.set(key, parts);
    return parts;
  }

  private forget(key: string): void {
    for (const part of this.open.get(key) ?? []) this.openCharacters -= part?.length ?? 0;
    this.open.delete(key);
  }

  private forgetOldest(): void {
    for (const key of this.open.keys()) {
      if (this.open.size <= maxOpenMessages && this.openCharacters <= maxOpenCharacters) return;
      this.forget(key);
    }
  }
}

export const messageKey = ({ kind, wrapperId, requestId }: MessageName): string =>
  `${wrapperId} ${requestId} ${kind}`;
