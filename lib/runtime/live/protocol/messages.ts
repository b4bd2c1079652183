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

/** The sender of a message of a kind. */
export type Side = "wrapper" | "client";

export const senderOf: Readonly<Record<MessageKind, Side>> = {
  request: "wrapper",
  received: "client",
  chunk: "client",
  answer: "client",
};

/** Names a message. A message that is sent again has the same name. */
export interface MessageName {
  readonly kind: MessageKind;
  /** Construct path of the function. */
  readonly functionId: string;
  /** One environment of the function in AWS. */
  readonly wrapperId: string;
  /** The request id of the invocation, with a number: AWS tries a failed asynchronous invocation again under the same id. */
  readonly requestId: string;
}

/** The content of a `request`. */
export interface LiveRequest {
  /** The event, as JSON text. */
  readonly event: string;
  readonly context: LiveContext;
  /** Environment of the function, with the temporary credentials of its role. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds until the service stops the invocation. */
  readonly remainingMs: number;
  /** When it was sent, by the clock of AWS. */
  readonly sentAt: number;
  /** Whether the deployed handler streams its response. */
  readonly takesStream?: boolean;
}

/** The content of a `request`, and which earlier answers have arrived. A message of their own for each would cost as much as the answer. */
export interface RequestMessage extends LiveRequest {
  /** Request ids of answers that have arrived. */
  readonly settled: readonly string[];
}

/** The parts of a handler's context that differ between invocations. */
export interface LiveContext {
  /** @default - the one in the name of the message; so it was in wrappers of earlier versions, which durable executions keep */
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
  /** The client does not run this function: the deployed code answers. */
  | { readonly status: "declined" };
