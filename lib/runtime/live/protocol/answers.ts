import type { ChunkMessage, LiveAnswer } from "./messages";

const contentTypePattern = /^\P{Cc}{0,1024}$/u;
const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** Reads the content of an `answer`; undefined if it is invalid. */
export function parseAnswer(content: string): LiveAnswer | undefined {
  const { status, payload, chunks } = objectIn(content);
  if (status === "declined") return { status };
  if ((status !== "ok" && status !== "error") || typeof payload !== "string") return undefined;
  if (chunks === undefined) return { status, payload };
  return isCount(chunks) ? { status, payload, chunks } : undefined;
}

/** Reads the content of a `chunk`; undefined if it is invalid. */
export function parseChunk(content: string): ChunkMessage | undefined {
  const { index, contentType, data } = objectIn(content);
  if (!isCount(index) || typeof contentType !== "string" || typeof data !== "string") return undefined;
  return contentTypePattern.test(contentType) && base64Pattern.test(data)
    ? { index, contentType, data }
    : undefined;
}

function objectIn(content: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(content)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
