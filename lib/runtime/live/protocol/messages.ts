/** The messages between the wrapper of a deployed function and the client on a developer's machine. */
export type MessageKind =
  /** Wrapper to client: run this invocation. */
  | "request"
  /** Client to wrapper: the request has arrived and runs. */
  | "received"
  /** Client to wrapper: a piece of a streamed response. */
  | "chunk"
  /** Client to wrapper: the result of the invocation. */
  | "answer";

export type Side = "wrapper" | "client";

export const senderOf: Readonly<Record<MessageKind, Side>> = {
  request: "wrapper",
  received: "client",
  chunk: "client",
  answer: "client",
};

/** The name of a message. A repeated message has the same name. */
export interface MessageName {
  readonly kind: MessageKind;
  /** Construct path of the function. */
  readonly functionId: string;
  /** One environment of the function in AWS. */
  readonly wrapperId: string;
  /** The request id of the invocation, with a number: AWS retries a failed asynchronous invocation under the same id. */
  readonly requestId: string;
}

/** The content of a `request`. */
export interface LiveRequest {
  /** The event, as JSON text. */
  readonly event: string;
  readonly context: LiveContext;
  /** Environment of the function, with the temporary credentials of its role. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds until Lambda stops the invocation. */
  readonly remainingMs: number;
  /** The time of sending, by the clock of AWS. */
  readonly sentAt: number;
  /** Whether the deployed handler streams its response. */
  readonly takesStream?: boolean;
}

/** The content of a `request`, and the earlier answers that have arrived. Acknowledging each separately would double the messages. */
export interface RequestMessage extends LiveRequest {
  /** Request ids of the answers that have arrived. */
  readonly settled: readonly string[];
}

/** The parts of a handler's context that differ between invocations. */
export interface LiveContext {
  /** @default - the one in the name of the message: wrappers of earlier versions, which durable executions keep, do not send it */
  readonly awsRequestId?: string;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** JSON text. */
  readonly identity?: string;
  /** JSON text. */
  readonly clientContext?: string;
}

/** A piece of a streamed response. */
export interface LiveChunk {
  /** The type of the whole response. */
  readonly contentType: string;
  /** In base64. */
  readonly data: string;
}

/** The content of a `chunk`. Chunks may arrive in any order, and more than once. */
export interface ChunkMessage extends LiveChunk {
  readonly index: number;
}

interface Streamed {
  /** Number of the chunks before it. @default 0 */
  readonly chunks?: number;
}

/** The content of an `answer`. */
export type LiveAnswer =
  /** The result of the handler, as JSON text. */
  | ({ readonly status: "ok"; readonly payload: string } & Streamed)
  /** The error of the handler in the format of Lambda's runtime: `errorType`, `errorMessage`, `trace`. */
  | ({ readonly status: "error"; readonly payload: string } & Streamed)
  /** The client does not run this function: the deployed code runs. */
  | { readonly status: "declined" };
