import type { ObservedCall } from "./observed-calls";

/** A piece of a streamed response. */
export interface StreamChunk {
  /** The type of the whole response, without spaces. */
  readonly contentType: string;
  /** In base64. */
  readonly data: string;
}

/** One invocation of a function, synchronous or not. */
export interface InvokeRequest {
  /** ARN with or without version or alias, or name. */
  readonly functionArn: string;
  /** The id of its settings, which finds the function in place of the ARN. @default - the ARN finds it */
  readonly functionId?: string;
  /** JSON text. */
  readonly payload: string;
  /** @default - a new one */
  readonly requestId?: string;
  /** The execution of a durable function to which it belongs. @default - a new one */
  readonly executionName?: string;
  /** The caller, for the log: `GET /notes`, `authorizer members`, `queue dev-orders-Mails`. */
  readonly source: string;
  /** JSON that the handler finds in its context. @default - none */
  readonly clientContext?: string;
  /** JSON with the identity of Amazon Cognito that the handler finds in its context. @default - none */
  readonly identity?: string;
  /**
   * When the invocation ends elsewhere, in milliseconds since 1970. The handler's context counts down to it, and its
   * process continues after it.
   *
   * @default - the time limit of the function, after which its process is ended
   */
  readonly deadlineMs?: number;
  /** The trace header that the function gets, for its calls. @default - a new one */
  readonly traceHeader?: string;
  /** Called when a process takes the invocation: whether it was started for it. */
  onStart?(isCold: boolean): void;
  /** Called for each signed request to AWS that a Node handler has sent and that is over, with `observesCalls` only. */
  onCall?(call: ObservedCall): void;
  /** Called for each line that the function writes during the invocation. */
  onLog?(line: string): void;
  /**
   * Called for each piece of a streamed response, also of an empty one. The payload of the result is null then. While a
   * promise that it returns is pending, no further piece is read, and the handler's stream fills up.
   *
   * @default - the payload is what the handler has written, as a whole
   */
  onChunk?(chunk: StreamChunk): unknown;
}

/** The result of an invocation, in the terms of Lambda's Invoke API. */
export type InvokeOutcome =
  | {
      readonly status: "ok";
      readonly requestId: string;
      /** JSON text that the handler returned; any text that a handler which streams has written. */
      readonly payload: string;
      /** The output of a handler that streams, for a caller without `onChunk`. */
      readonly bytes?: Buffer;
      readonly durationMs: number;
    }
  | {
      /** The handler threw, the runtime exited, or the time limit passed: `FunctionError` of the Invoke API. */
      readonly status: "error";
      readonly requestId: string;
      /** `{"errorType":"Error","errorMessage":"...","trace":["..."]}`, as the Invoke API returns it. */
      readonly payload: string;
      readonly errorType: string;
      readonly errorMessage: string;
      readonly durationMs: number;
    }
  | {
      /** The function does not exist or cannot run here; nothing was invoked. */
      readonly status: "refused";
      readonly requestId: string;
      readonly reason: string;
      /** Whether the reason is that there is no such function. @default false */
      readonly isUnknown?: boolean;
    };
