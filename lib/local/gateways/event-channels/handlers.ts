import { type EventsApiConfig, type Integration, isValues, type Namespace } from "../../../model";
import type { GraphqlCaller } from "../app-sync/authorize";
import { callDataSource } from "../app-sync/data-sources";
import { timedOut, withinLimit } from "../app-sync/exchange";
import {
  attempt,
  loadHandler,
  reportedEffects,
  requireSource,
  servicesFor,
  sourceOutcome,
} from "../app-sync/execution/handler-run";
import { type HandlerCode, readHandlerCode } from "../app-sync/runtime";
import type { HandlerEffects } from "../app-sync/utilities/invocation";
import { ResolverError, UnauthorizedSignal } from "../app-sync/utilities/signals";
import type { GatewayContext } from "../gateway";
import type { Channel } from "./channel";

/** An event on its way to subscribers. */
export interface ChannelEvent {
  readonly id: string;
  readonly payload: unknown;
}

/** The events after a handler: dropped ones are in neither list. */
interface HandledEvents {
  readonly passed: readonly ChannelEvent[];
  /** Messages by the id of the event. */
  readonly failed: ReadonlyMap<string, string>;
}

/** A request that a handler sees. */
interface HandledRequest {
  readonly namespace: Namespace;
  readonly channel: Channel;
  readonly caller: GraphqlCaller;
  readonly headers: Readonly<Record<string, string>>;
}

const names = { PUBLISH: "onPublish", SUBSCRIBE: "onSubscribe" } as const;

/** A call of a handler. */
interface HandlerCall extends HandledRequest {
  readonly operation: keyof typeof names;
  /** Undefined for a subscription. */
  readonly events: readonly ChannelEvent[] | undefined;
}

/**
 * The handlers of an API's namespaces.
 *
 * Sources: https://docs.aws.amazon.com/appsync/latest/eventapi/channel-namespace-handlers.html,
 * https://docs.aws.amazon.com/appsync/latest/eventapi/direct-lambda-integrations.html
 */
export class ChannelHandlers {
  private readonly codes = new Map<Namespace, HandlerCode>();

  constructor(
    private readonly config: EventsApiConfig,
    private readonly context: GatewayContext,
  ) {}

  /** Returns the events that subscribers get. Throws `ResolverError` if the handler refuses all of them. */
  async publish(request: HandledRequest, events: readonly ChannelEvent[]): Promise<HandledEvents> {
    const found = await this.run({ ...request, operation: "PUBLISH", events });
    if (found === undefined) return { passed: events, failed: new Map() };
    return handledEvents(found.value, events);
  }

  /** Throws `ResolverError` if the handler refuses a subscription. */
  async subscribe(request: HandledRequest): Promise<void> {
    await this.run({ ...request, operation: "SUBSCRIBE", events: undefined });
  }

  /** The answer of the handler; undefined without one, or if the handler is not waited for. */
  private async run(call: HandlerCall): Promise<{ readonly value: unknown } | undefined> {
    const { namespace, operation } = call;
    const integration = namespace[names[operation]];
    try {
      if (integration?.isDirect === true) return await this.callDirectly(integration, call);
      const code = this.codeOf(namespace);
      if (code?.has(names[operation]) !== true) return undefined;
      return { value: await this.callCode(code, integration, call) };
    } catch (error) {
      if (!(error instanceof UnauthorizedSignal)) throw error;
      throw new ResolverError("You are not authorized to make this call.", "UnauthorizedException");
    }
  }

  /** A function without code gets the whole context. */
  private async callDirectly(
    { dataSource: source, isEvent }: Integration,
    call: HandlerCall,
  ): Promise<{ readonly value: unknown } | undefined> {
    const payload = {
      ...contextOf(call, null),
      result: null,
      error: null,
      prev: null,
      stash: {},
      outErrors: [],
    };
    const invocationType = isEvent ? "Event" : "RequestResponse";
    const given = { operation: "Invoke", payload, invocationType };
    const value = await this.ask(source, given, call);
    if (isEvent) return undefined;
    if (isValues(value) && value.error !== undefined && value.error !== null) {
      throw new ResolverError(messageOf(value.error), "BadRequestException");
    }
    return { value: isValues(value) ? value.events : undefined };
  }

  private async callCode(
    code: HandlerCode,
    integration: Integration | undefined,
    call: HandlerCall,
  ): Promise<unknown> {
    const name = names[call.operation];
    const effects = this.effects(name, call);
    const base = contextOf(call, []);
    if (integration === undefined) {
      return attempt(() => code.call(name, { ...base, stash: {} }, effects)).value;
    }
    const first = attempt(() => code.call(`${name}.request`, { ...base, stash: {} }, effects));
    if (first.isEarly) return first.value;
    const { failure: _, ...outcome } = await sourceOutcome(() =>
      this.ask(integration.dataSource, first.value, call),
    );
    const context = { ...base, stash: first.stash, prev: { result: first.value }, ...outcome };
    return attempt(() => code.call(`${name}.response`, context, effects)).value;
  }

  private async ask(
    given: Integration["dataSource"],
    input: unknown,
    { operation, namespace }: HandlerCall,
  ): Promise<unknown> {
    const { context, config } = this;
    const source = requireSource(given, "the handler");
    const caller = `${namespace.name} ${names[operation]}`;
    const ending = new AbortController();
    const services = servicesFor({ context, region: config.region, signal: ending.signal, caller }, source);
    const ask = async () => ({ value: await callDataSource(source, input, services) });
    const answered = await withinLimit(context.clock, ending, ask());
    if (answered === undefined) throw new ResolverError(timedOut.message, timedOut.errorType);
    return answered.value;
  }

  private codeOf(namespace: Namespace): HandlerCode | undefined {
    const { code, name } = namespace;
    if (code === undefined || code === "") return undefined;
    const loaded = this.codes.get(namespace) ?? loadHandler(this.context, () => readHandlerCode(code, name));
    this.codes.set(namespace, loaded);
    return loaded;
  }

  private effects(name: string, { namespace, caller }: HandledRequest): HandlerEffects {
    const effects = reportedEffects(this.context, `${namespace.name} ${name}`);
    return {
      ...effects,
      mode: caller.mode,
      responseHeaders: new Map(),
      append: () => effects.notHere("util.appendError()"),
      invalidate: () => effects.notHere("extensions.invalidateSubscriptions()"),
      setFilter: () => effects.notHere("extensions.setSubscriptionFilter()"),
      setInvalidationFilter: () => effects.notHere("extensions.setSubscriptionInvalidationFilter()"),
    };
  }
}

/** @param absent - in place of events */
function contextOf(
  { operation, namespace, channel, caller, headers, events }: HandlerCall,
  absent: readonly ChannelEvent[] | null,
): Readonly<Record<string, unknown>> {
  const { path, segments } = channel;
  return {
    identity: caller.identity,
    request: { headers, domainName: null },
    info: { channel: { path, segments }, channelNamespace: { name: namespace.name }, operation },
    events: events ?? absent,
  };
}

/** Null, and any value that is not a list, lets no event pass. */
function handledEvents(value: unknown, events: readonly ChannelEvent[]): HandledEvents {
  const known = new Set(events.map(({ id }) => id));
  const passed: ChannelEvent[] = [];
  const failed = new Map<string, string>();
  for (const each of Array.isArray(value) ? value : []) {
    const { id, payload, error } = isValues(each) ? each : {};
    if (typeof id !== "string" || !known.has(id)) continue;
    if (error !== undefined && error !== null) failed.set(id, messageOf(error));
    else passed.push({ id, payload });
  }
  return { passed, failed };
}

function messageOf(error: unknown): string {
  if (isValues(error) && typeof error.message === "string") return error.message;
  return typeof error === "string" ? error : JSON.stringify(error);
}
