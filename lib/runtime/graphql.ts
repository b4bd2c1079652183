import {
  type DocumentNode,
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
} from "./gateway-event";
import { findBatch, type GraphQLBatchingProps, joinResponses, refuseBatch } from "./graphql-batch";
import { maskError, maskFailure } from "./graphql-errors";

export type {
  GatewayEvent,
  GatewayEventV1,
  GatewayEventV2,
  GatewayResult,
  LambdaContext,
} from "./gateway-event";
export type { GraphQLBatchingProps } from "./graphql-batch";

/** The outcome of an operation, before it is sent. */
export interface FormatPayloadParams<Context> {
  /** Unexpected errors are masked already; what was thrown is their `originalError`. */
  readonly payload: ExecutionResult;
  /** What `context` has returned. */
  readonly context: Context | undefined;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
}

/** How a function answers GraphQL requests. */
export interface GraphQLHandlerProps<Context, Event extends GatewayEvent = GatewayEvent> {
  /** The schema with its resolvers. Clients may introspect it. */
  readonly schema: GraphQLSchema;
  /**
   * Makes what every resolver gets as its third argument; called for each operation.
   *
   * A `GraphQLError` thrown here refuses the request with status 400, any other error ends in status 500.
   *
   * @default - resolvers get `undefined`
   */
  readonly context?: (request: {
    readonly event: Event;
    readonly context: LambdaContext;
  }) => Context | Promise<Context>;
  /**
   * Changes what is sent for an operation that was executed. What is refused before (syntax, validation) is sent as it is.
   *
   * @default - sent as it is
   */
  readonly formatPayload?: (
    params: FormatPayloadParams<Context>,
  ) => FormattedExecutionResult | ExecutionResult | Promise<FormattedExecutionResult | ExecutionResult>;
  /**
   * Lets a request hold a list of operations, which run at the same time. Each of them costs what a request costs, so
   * throttling of the gateway counts too little.
   *
   * @default false - `true` stands for a limit of 10
   */
  readonly batching?: boolean | GraphQLBatchingProps;
  /**
   * How long a query may be, in tokens of the language. Validation of a long one takes its time before a resolver runs.
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
 * Makes the handler of a `graphql` route or of the `server` of a `GraphQLApi`.
 *
 * Answers queries by GET and POST and mutations by POST, in both payload formats of API Gateway. An error that a resolver
 * did not throw as a `GraphQLError` reaches the client as "Unexpected error." and the function's log in full; on a
 * developer's machine (`IS_LOCAL`) the client gets it, too. Needs the packages `graphql` and `graphql-http`.
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
      return resultOf(await respond(request, { event, context }, props.batching ?? false, answer));
    } catch (error) {
      return failureResult(error);
    }
  };
}

type Answer<Event> = (request: Request<Invocation<Event>, undefined>) => Promise<Response>;

/** The server for one operation: the protocol is the library's, our part is what its hooks do. */
function operationHandler<Context, Event extends GatewayEvent>({
  schema,
  context,
  formatPayload,
  maxTokens = 10_000,
}: GraphQLHandlerProps<Context, Event>): Answer<Event> {
  return createHandler<Invocation<Event>, undefined, OperationContext>({
    schema,
    parse: (source, options) => parse(source, { ...options, maxTokens }),
    context: async ({ raw }) => (await context?.(raw)) as OperationContext,
    onOperation: async (_request, args, result) => {
      // A stream, which no query of a schema without subscriptions and @defer has; the library refuses it.
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
  // The gateway has matched the path; behind it, it is of no interest.
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

/** What `context`, `formatPayload` or this module itself has thrown. */
function failureResult(error: unknown): GatewayResult {
  const shown = maskFailure(error);
  return {
    statusCode: shown === error ? 400 : 500,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ errors: [shown] }),
  };
}
