import type { FailureType } from "./failure-types";

/** Headers of an answer, by the names as they are sent. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** What is sent back. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string | Buffer;
}

/** Why the gateway answers by itself; what it then says is a matter of its gateway responses. */
export interface Failure {
  readonly failure: FailureType;
  /** @default - the usual one of the type */
  readonly message?: string | null;
  /** @default - the usual one of the type */
  readonly status?: number;
  /** What `x-amzn-ErrorType` says. @default - the usual one of the type */
  readonly errorType?: string;
  /** Details of an invalid body, for `$context.error.validationErrorString`. */
  readonly validationError?: string;
}

export function isFailure(result: object): result is Failure {
  return "failure" in result;
}

/** The failure of an API that is not well configured, or of this server. */
export const internalError: Failure = { failure: "API_CONFIGURATION_ERROR" };

/** An answer of this server, not of AWS: what the method leads to does not run here. */
export function restNotEmulated(text: string): RestAnswer {
  return {
    status: 501,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: text }),
  };
}
