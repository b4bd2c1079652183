import type { FailureType } from "../values/failure-types";

/** Headers of a response, by name. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A response. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string | Buffer;
  /** Why, for the log of this server, if it has no other reason. */
  readonly reason?: string;
}

/** An error of the gateway. Its gateway responses determine the response. */
export interface Failure {
  readonly failure: FailureType;
  /** @default - the usual one of the type */
  readonly message?: string | null;
  /** @default - the usual one of the type */
  readonly status?: number;
  /** The value of `x-amzn-ErrorType`. @default - the usual one of the type */
  readonly errorType?: string;
  /** Details of an invalid body, for `$context.error.validationErrorString`. */
  readonly validationError?: string;
  /** Why, for the log of this server. @default - what the exchange or the message says */
  readonly reason?: string;
}

export function isFailure(result: object): result is Failure {
  return "failure" in result;
}

/** The error for a wrong configuration, or for a defect of this server. */
export const internalError: Failure = { failure: "API_CONFIGURATION_ERROR" };

/** A body or an event over the limit. */
export const requestTooLarge: Failure = {
  failure: "REQUEST_TOO_LARGE",
  reason: "The request is too large: the limits are 10 MB for a body and 6 MB for the event of a function.",
};

/** A response of this server, not of AWS, for a target that is not emulated. */
export function restNotEmulated(text: string): RestAnswer {
  return {
    status: 501,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: text }),
    reason: text,
  };
}
