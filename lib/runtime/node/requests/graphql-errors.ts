import { GraphQLError } from "graphql";

const unexpectedMessage = "Unexpected error.";

/**
 * Replaces an internal error with a generic one, and writes the original to the function's log.
 *
 * A `GraphQLError` of a resolver is meant for the client. An error without a path is about the request, such as a
 * variable of the wrong type. Any other error may reveal tables, hosts or keys.
 */
export function maskError(error: GraphQLError): GraphQLError {
  if (error.path === undefined || isForClient(error)) return error;
  console.error(error.originalError ?? error);
  if (isShown()) return error;
  const { nodes, source, positions, path, originalError } = error;
  // `formatPayload` can read the cause; the JSON does not contain it.
  return new GraphQLError(unexpectedMessage, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { code: "INTERNAL_SERVER_ERROR" },
  });
}

/** The error for the client of a failure outside the execution; internal errors are written to the log. */
export function maskFailure(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && isForClient(error)) return error;
  console.error(error);
  const message = isShown() && error instanceof Error ? error.message : unexpectedMessage;
  return new GraphQLError(message, { extensions: { code: "INTERNAL_SERVER_ERROR" } });
}

/** Whether an error was thrown as a `GraphQLError`, also if it has been wrapped several times. */
function isForClient(error: GraphQLError): boolean {
  const cause = error.originalError;
  if (cause === undefined || cause === null) return true;
  return cause instanceof GraphQLError && isForClient(cause);
}

/** Internal errors are shown on a developer's machine, where only the developer reads the response. */
function isShown(): boolean {
  return Boolean(process.env.IS_LOCAL);
}
