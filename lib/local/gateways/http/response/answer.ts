/** A response of the gateway. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
  /** `$context.error.message`, for responses of the gateway itself. */
  readonly error?: string;
  /** Why the gateway sends it, for the log, if it has no other reason. */
  readonly reason?: string;
}

const json = { "content-type": "application/json" };

function message(status: number, text: string): HttpAnswer {
  return { status, headers: json, body: JSON.stringify({ message: text }), error: text };
}

/**
 * Responses of the gateway itself, in AWS's words.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html and the
 * troubleshooting pages beside it.
 */
export const gatewayAnswers = {
  badRequest: message(400, "Bad Request"),
  unauthorized: message(401, "Unauthorized"),
  forbidden: message(403, "Forbidden"),
  notFound: message(404, "Not Found"),
  tooLarge: {
    ...message(413, "Request Entity Too Large"),
    reason: "The request is too large: the limits are 10 MB for a body and 6 MB for the event of a function.",
  },
  tooManyRequests: message(429, "Too Many Requests"),
  internalError: message(500, "Internal Server Error"),
  unavailable: message(503, "Service Unavailable"),
} as const;

/** A response of this server, not of AWS, for a target that is not emulated. */
export function httpNotEmulated(text: string): HttpAnswer {
  return { ...message(501, text), reason: text };
}

/** The same response with more headers. */
export function withHeaders(answer: HttpAnswer, headers: HttpAnswer["headers"]): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
