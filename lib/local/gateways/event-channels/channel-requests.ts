import { randomUUID } from "node:crypto";
import { jsonOf } from "../../../facts/text/json";
import type { AuthorizationMode, EventsApiConfig, Namespace } from "../../../model";
import {
  type AccessServices,
  authorize,
  type ChannelRequest,
  type GraphqlCaller,
} from "../app-sync/authorize";
import { ResolverError } from "../app-sync/utilities/signals";
import type { RealTimeError } from "../real-time";
import type { Subscribed, SubscriptionIndex } from "../subscription-index";
import { type Channel, parseChannel, subscribedPaths } from "./channel";
import { type ChannelEvent, ChannelHandlers } from "./handlers";

/** Sends an event to every subscription of a channel. */
function broadcast(subscribers: SubscriptionIndex<Subscribed>, channel: Channel, payload: unknown): void {
  const event = JSON.stringify(JSON.stringify(payload ?? null));
  for (const { client, id } of subscribedPaths(channel).flatMap((path) => subscribers.to(path)))
    client.sendText(`{"type":"data","id":${JSON.stringify(id)},"event":${event}}`);
}

// Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html
const mostEvents = 5;
const maxEventBytes = 240 * 1024;

/** The credentials of a client, in HTTP headers or in a message. */
export interface ChannelClient {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
  /** The body that a signature of IAM covers. */
  readonly signedBody: Buffer;
}

/** Why a request is refused, with details for the log only. */
export class RefusedRequest extends Error {
  constructor(
    readonly told: RealTimeError,
    readonly reason: string = told.message,
  ) {
    super(told.message);
  }
}

/** Connecting, publishing and subscribing, by HTTP and by WebSocket. Everything throws `RefusedRequest`. */
export class ChannelRequests {
  private readonly handlers: ChannelHandlers;

  constructor(
    readonly config: EventsApiConfig,
    private readonly access: AccessServices,
    private readonly subscribers: SubscriptionIndex<Subscribed>,
  ) {
    this.handlers = new ChannelHandlers(config, access.context);
  }

  async connect(client: ChannelClient): Promise<void> {
    const channel = { operation: "EVENT_CONNECT", channelNamespaceName: null, channel: null } as const;
    await this.callerOf(client, channel, this.config.connectModes);
  }

  /** Whether a client may subscribe. */
  async subscribe(client: ChannelClient, givenChannel: unknown): Promise<Channel> {
    const { channel, namespace } = this.find(givenChannel);
    const caller = await this.callerFor("EVENT_SUBSCRIBE", client, channel, namespace.subscribeModes);
    const { headers } = client;
    await told(this.handlers.subscribe({ namespace, channel, caller, headers }));
    return channel;
  }

  /** Passes events on to the handler of the namespace, and the remaining events to subscribers. */
  async publish(client: ChannelClient, givenChannel: unknown, given: unknown) {
    const { channel, namespace } = this.find(givenChannel);
    const caller = await this.callerFor("EVENT_PUBLISH", client, channel, namespace.publishModes);
    if (channel.isWildcard)
      throw badRequest("Events are published to one channel: the last part must not be *.");
    const events = eventsOf(given);
    const { headers } = client;
    const handled = await told(this.handlers.publish({ namespace, channel, caller, headers }, events));
    for (const { payload } of handled.passed) broadcast(this.subscribers, channel, payload);
    const all = events.map(({ id: identifier }, index) => ({ identifier, index }));
    return {
      successful: all.filter(({ identifier }) => !handled.failed.has(identifier)),
      failed: all.flatMap((each) => {
        const message = handled.failed.get(each.identifier);
        return message === undefined ? [] : [{ ...each, code: 400, message }];
      }),
    };
  }

  private find(given: unknown): { readonly channel: Channel; readonly namespace: Namespace } {
    const channel = parseChannel(given);
    if ("problem" in channel) throw badRequest(channel.problem);
    const { namespaces } = this.config;
    const namespace = namespaces.get(channel.namespace);
    if (namespace !== undefined) return { channel, namespace };
    const known = [...namespaces.keys()].join(", ") || "none";
    throw badRequest(`There is no namespace ${channel.namespace}. Known namespaces: ${known}.`);
  }

  private callerFor(
    operation: ChannelRequest["operation"],
    client: ChannelClient,
    { path, namespace }: Channel,
    modes: readonly AuthorizationMode[],
  ): Promise<GraphqlCaller> {
    return this.callerOf(client, { operation, channelNamespaceName: namespace, channel: path }, modes);
  }

  private async callerOf(
    { headers, sourceIp, signedBody: body }: ChannelClient,
    channel: ChannelRequest,
    modes: readonly AuthorizationMode[],
  ): Promise<GraphqlCaller> {
    const request = {
      requestId: randomUUID(),
      headers,
      signedPath: "/event",
      body,
      sourceIp,
      operation: undefined,
      channel,
    };
    const check = await authorize(this.config, request, this.access);
    if (!check.accepted) throw unauthorized(check.message, check.reason);
    const { mode } = check.caller;
    if (modes.includes(mode)) return check.caller;
    const reason = `${channel.operation} ${channel.channel ?? ""} is open to ${modes.join(", ")}, not to ${mode}.`;
    throw unauthorized("You are not authorized to make this call.", reason);
  }
}

function eventsOf(given: unknown): readonly ChannelEvent[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostEvents) {
    throw badRequest(`The message needs events: an array of 1 to ${mostEvents} JSON texts.`);
  }
  return given.map((each, index) => {
    if (typeof each !== "string") throw badRequest(`events[${index}] is not a JSON text.`);
    if (Buffer.byteLength(each) > maxEventBytes) throw badRequest(`events[${index}] is larger than 240 KB.`);
    const payload = jsonOf(each);
    if (payload === undefined) throw badRequest(`events[${index}] is not valid JSON.`);
    return { id: randomUUID(), payload };
  });
}

/** Reports the refusal of a handler to the client. */
async function told<Result>(handled: Promise<Result>): Promise<Result> {
  try {
    return await handled;
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    const { errorType, message } = error;
    const errorCode = errorType === "UnauthorizedException" ? 401 : 400;
    throw new RefusedRequest({ errorType: errorType ?? "BadRequestException", message, errorCode });
  }
}

export function badRequest(message: string): RefusedRequest {
  return new RefusedRequest({ errorType: "BadRequestException", message, errorCode: 400 });
}

function unauthorized(message: string, reason: string): RefusedRequest {
  return new RefusedRequest({ errorType: "UnauthorizedException", message, errorCode: 401 }, reason);
}
