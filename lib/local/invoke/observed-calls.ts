import { jsonOf } from "../../facts/text/json";

/** A text that was sent or received. */
export interface ObservedText {
  /** Its beginning; empty for bytes that are not text. */
  readonly text: string;
  /** Length of the whole, in bytes. */
  readonly length: number;
}

/** A signed request to AWS, as the process of the handler has seen it. */
export interface ObservedCall {
  /** The signing name of the service: `dynamodb`. */
  readonly service: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** `x-amz-target`, which names the operation of a service with a JSON protocol. Empty for other services. */
  readonly target: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly input: ObservedText;
  /** @default - there was no answer */
  readonly status?: number;
  /** The id that AWS has given to the request. Empty without one. */
  readonly requestId: string;
  readonly answer: ObservedText;
}

/** Reads the report of a handler's process about a call; undefined for anything else. */
export function parseObservedCall(text: string): ObservedCall | undefined {
  const given = Object(jsonOf(text)) as Readonly<Record<string, unknown>>;
  const { service, method, path, target, at, durationMs, status, requestId } = given;
  const [input, answer] = [textOf(given.input), textOf(given.answer)];
  if (typeof service !== "string" || typeof method !== "string" || typeof path !== "string") return undefined;
  if (typeof target !== "string" || typeof requestId !== "string") return undefined;
  if (typeof at !== "number" || typeof durationMs !== "number") return undefined;
  if (input === undefined || answer === undefined) return undefined;
  const known = typeof status === "number" ? { status } : {};
  return { service, method, path, target, at, durationMs, input, ...known, requestId, answer };
}

function textOf(value: unknown): ObservedText | undefined {
  const { text, length } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof text === "string" && typeof length === "number" ? { text, length } : undefined;
}
