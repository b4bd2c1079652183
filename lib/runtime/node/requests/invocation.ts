import { AsyncLocalStorage } from "node:async_hooks";
import type { GatewayEvent, LambdaContext } from "./gateway-event";

/** An event of a queue: the parts that are used most. */
export interface SqsEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly receiptHandle: string;
    readonly body: string;
    readonly attributes: Readonly<Record<string, string | undefined>>;
    readonly eventSourceARN: string;
  }[];
}

/** The messages of a batch that failed; the queue delivers them again. */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** The events of `Handler`, by type. */
export interface HandlerEvents {
  readonly api: GatewayEvent;
  readonly sqs: SqsEvent;
}

export interface Invocation {
  readonly type: keyof HandlerEvents;
  readonly event: unknown;
  readonly context: LambdaContext;
  /** Values of contexts, by the context. */
  readonly values: Map<object, { readonly value: unknown; readonly dependents: Set<object> }>;
  /** The contexts whose values are being computed, the outermost first. */
  readonly computing: object[];
}

/** Separates concurrent invocations, which only tests have. */
const running = new AsyncLocalStorage<Invocation>();

export function runInvocation<Result>(
  type: keyof HandlerEvents,
  event: unknown,
  context: LambdaContext,
  code: () => Result,
): Result {
  return running.run({ type, event, context, values: new Map(), computing: [] }, code);
}

/** The running invocation; throws outside of one. */
export function useInvocation(hook: string): Invocation {
  const invocation = running.getStore();
  if (invocation !== undefined) return invocation;
  throw new Error(
    `${hook} reads the current invocation: call it in the function that you pass to ApiHandler, GraphQLHandler or Handler.`,
  );
}

/**
 * Creates the handler of a function. Its code reads the invocation with `useEvent` and `useLambdaContext`.
 *
 * For routes, use `ApiHandler`.
 *
 * @example
 * export const handler = Handler("sqs", async () => {
 *   for (const { body } of useEvent("sqs").Records) await send(body);
 * });
 */
export function Handler<Type extends keyof HandlerEvents, Result, Event = HandlerEvents[Type]>(
  type: Type,
  code: (event: Event, context: LambdaContext) => Result | Promise<Result>,
): (event: Event, context: LambdaContext) => Promise<Result> {
  return async (event, context) => runInvocation(type, event, context, async () => code(event, context));
}

/** The event of the current invocation. Throws if the handler has another type. */
export function useEvent<Type extends keyof HandlerEvents>(type: Type): HandlerEvents[Type] {
  const invocation = useInvocation("useEvent");
  if (invocation.type === type) return invocation.event as HandlerEvents[Type];
  throw new Error(`useEvent("${type}") is called in a handler for "${invocation.type}" events.`);
}

/** The second argument of the handler: request id, remaining time, ... */
export function useLambdaContext(): LambdaContext {
  return useInvocation("useLambdaContext").context;
}
