import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
  parse,
} from "graphql";
import { createHandler, type OperationContext, type Request, type Response } from "graphql-http";
import {
  type GatewayEvent,
  type GatewayRequest,
  type GatewayResult,
  type LambdaContext,
  parseGatewayEvent,
} from "./requests/gateway-event";
import { findBatch, type GraphQLBatchingProps, joinResponses, refuseBatch } from "./requests/graphql-batch";
import { maskError, maskFailure } from "./requests/graphql-errors";
import { runInvocation } from "./requests/invocation";

export type {
  GatewayEvent,
  GatewayEventV1,
  GatewayEventV2,
  GatewayResult,
  LambdaContext,
} from "./requests/gateway-event";
export type { GraphQLBatchingProps } from "./requests/graphql-batch";

/** The result of an operation, before it is sent. */
export interface FormatPayloadParams<Context> {
  /** Unexpected errors are already masked; the original error is their `originalError`. */
  readonly payload: ExecutionResult;
  /** The return value of `context`. */
  readonly context: Context | undefined;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
}

/** Options of a GraphQL handler. */
export interface GraphQLHandlerProps<Context, Event extends GatewayEvent = GatewayEvent> {
  /** The schema with its resolvers. Clients may introspect it. */
  readonly schema: GraphQLSchema;
  /**
   * Creates the third argument of all resolvers; called for each operation.
   *
   * A `GraphQLError` thrown here causes status 400, any other error status 500.
   *
   * @default - resolvers get `undefined`
   */
  readonly context?: (request: {
    readonly event: Event;
    readonly context: LambdaContext;
  }) => Context | Promise<Context>;
  /**
   * Changes the response of an executed operation. Responses to invalid requests (syntax, validation) are not changed.
   *
   * @default - sent unchanged
   */
  readonly formatPayload?: (
    params: FormatPayloadParams<Context>,
  ) => FormattedExecutionResult | ExecutionResult | Promise<FormattedExecutionResult | ExecutionResult>;
  /**
   * Executes an operation that has been validated; for example to trace it, or to limit its cost.
   *
   * @default - `execute` of the package `graphql`
   */
  readonly execute?: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
  /**
   * Allows requests with a list of operations, which run concurrently. Each operation costs as much as a request, but the
   * gateway throttles only requests.
   *
   * @default false - `true` means a limit of 10
   */
  readonly batching?: boolean | GraphQLBatchingProps;
  /**
   * Maximum length of a query in tokens. Validating a long query takes time before a resolver runs.
   *
   * @default 10000
   */
  readonly maxTokens?: number;
}

interface Invocation<Event> {
  readonly event: Event;
  readonly context: LambdaContext;
}

/**
 * Creates the handler of a `graphql` route or of the `server` of a `GraphQLApi`.
 *
 * Handles queries by GET and POST and mutations by POST, in both payload formats of API Gateway. If a resolver throws an
 * error that is not a `GraphQLError`, the client gets "Unexpected error.", and the function's log the complete error. On
 * a developer's machine (`IS_LOCAL`) the client gets it, too. Needs the packages `graphql` and `graphql-http`.
 *
 * @example
 * export const handler = GraphQLHandler({ schema });
 */
export function GraphQLHandler<Context = unknown, Event extends GatewayEvent = GatewayEvent>(
  props: GraphQLHandlerProps<Context, Event>,
): (event: Event, context: LambdaContext) => Promise<GatewayResult> {
  const answer = operationHandler(props);
  return async (event, context) => {
    try {
      const request = parseGatewayEvent(event);
      // Resolvers may use the functions of `serverform/node/api` and `serverform/node/context`.
      return await runInvocation("api", event, context, async () =>
        resultOf(await respond(request, { event, context }, props.batching ?? false, answer)),
      );
    } catch (error) {
      return failureResult(error);
    }
  };
}

type Answer<Event> = (request: Request<Invocation<Event>, undefined>) => Promise<Response>;

/** The handler for one operation. `graphql-http` implements the protocol; the hooks add our behavior. */
function operationHandler<Context, Event extends GatewayEvent>({
  schema,
  context,
  formatPayload,
  execute,
  maxTokens = 10_000,
}: GraphQLHandlerProps<Context, Event>): Answer<Event> {
  return createHandler<Invocation<Event>, undefined, OperationContext>({
    schema,
    ...(execute !== undefined && { execute }),
    parse: (source, options) => parse(source, { ...options, maxTokens }),
    context: async ({ raw }) => (await context?.(raw)) as OperationContext,
    onOperation: async (_request, args, result) => {
      // A stream, which only subscriptions and @defer use; `graphql-http` refuses it.
      if (Symbol.asyncIterator in result) return undefined;
      const { errors, ...rest } = result;
      const payload = errors === undefined ? result : { errors: errors.map(maskError), ...rest };
      if (formatPayload === undefined) return payload;
      const formatted = await formatPayload({
        payload,
        context: args.contextValue as Context | undefined,
        document: args.document,
        operationName: args.operationName ?? undefined,
      });
      return formatted as ExecutionResult;
    },
  });
}

async function respond<Event>(
  { method, query, headers, body }: GatewayRequest,
  raw: Invocation<Event>,
  batching: boolean | GraphQLBatchingProps,
  answer: Answer<Event>,
): Promise<Response> {
  // The gateway has matched the path, so it is omitted.
  const request = { method, url: `/?${query}`, headers, raw, context: undefined };
  const batch = findBatch(method, body);
  if (batch === undefined) return answer({ ...request, body });
  const refused = refuseBatch(batch.length, batching);
  if (refused !== undefined) return refused;
  return joinResponses(
    await Promise.all(batch.map((operation) => answer({ ...request, body: JSON.stringify(operation) }))),
  );
}

function resultOf([body, { status, headers = {} }]: Response): GatewayResult {
  return { statusCode: status, headers, body: body ?? "" };
}

/** The result for an error of `context`, `formatPayload` or this module. */
function failureResult(error: unknown): GatewayResult {
  const shown = maskFailure(error);
  return {
    statusCode: shown === error ? 400 : 500,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ errors: [shown] }),
  };
}
