import { GraphQLError } from "graphql";

const unexpectedMessage = "Unexpected error.";

/**
 * Replaces an error that the client must not read, and writes it to the function's log.
 *
 * What a resolver throws as a `GraphQLError` is meant for the client. An error without a path is about the request:
 * a variable of the wrong type, for example. Everything else may tell of tables, hosts or keys.
 */
export function maskError(error: GraphQLError): GraphQLError {
  if (error.path === undefined || isForClient(error)) return error;
  console.error(error.originalError ?? error);
  if (isShown()) return error;
  const { nodes, source, positions, path, originalError } = error;
  // The cause stays within reach of `formatPayload`; it is no part of the JSON.
  return new GraphQLError(unexpectedMessage, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { code: "INTERNAL_SERVER_ERROR" },
  });
}

/** An error outside of the execution, as the client may read it; what it must not read goes to the log. */
export function maskFailure(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && isForClient(error)) return error;
  console.error(error);
  const message = isShown() && error instanceof Error ? error.message : unexpectedMessage;
  return new GraphQLError(message, { extensions: { code: "INTERNAL_SERVER_ERROR" } });
}

/** Whether it was thrown as a `GraphQLError`, however often it has been wrapped on its way. */
export function isForClient(error: GraphQLError): boolean {
  const cause = error.originalError;
  if (cause === undefined || cause === null) return true;
  return cause instanceof GraphQLError && isForClient(cause);
}

/** On a developer's machine nobody else reads the answer. */
function isShown(): boolean {
  return Boolean(process.env.IS_LOCAL);
}
