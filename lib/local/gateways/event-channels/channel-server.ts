import type { Values } from "../../../model";
import type { GatewayContext } from "../gateway";
import {
  headersWith,
  lowerCased,
  type RealTimeClient,
  type RealTimeError,
  type RealTimeHandshake,
  RealTimeServer,
} from "../real-time";
import { mostSubscriptions, type Subscribed, type SubscriptionIndex } from "../subscription-index";
import { badRequest, type ChannelClient, type ChannelRequests, RefusedRequest } from "./channel-requests";

type Action = (client: RealTimeClient, id: string, message: Values) => Promise<void>;

/**
 * Channels by WebSocket.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export class ChannelServer {
  readonly server: RealTimeServer;

  constructor(
    private readonly requests: () => ChannelRequests,
    private readonly subscribers: SubscriptionIndex<Subscribed>,
    private readonly context: GatewayContext,
  ) {
    this.server = new RealTimeServer(
      {
        name: () => this.requests().config.name,
        protocol: "aws-appsync-event-ws",
        paths: ["/event/realtime"],
        wrap: (content) => content,
        admit: (handshake) => this.admit(handshake),
        messages: {
          subscribe: this.answering("subscribe", (...given) => this.subscribe(...given)),
          unsubscribe: this.answering("unsubscribe", (client, id) => this.unsubscribe(client, id)),
          publish: this.answering("publish", (...given) => this.publish(...given)),
        },
        closed: (client) => subscribers.removeClient(client),
      },
      context,
    );
  }

  private async admit(handshake: RealTimeHandshake): Promise<RealTimeError | undefined> {
    try {
      await this.requests().connect(clientOf(handshake, handshake.authorization, {}));
      return undefined;
    } catch (error) {
      return this.toldOf(error);
    }
  }

  /** Answers the refusal of an action with an error of its kind: `subscribe_error`. */
  private answering(type: string, act: Action): (client: RealTimeClient, message: Values) => Promise<void> {
    return async (client, message) => {
      const { id } = message;
      try {
        if (typeof id !== "string" || id === "") throw badRequest("The message needs an id.");
        await act(client, id, message);
      } catch (error) {
        this.server.sendError(client, `${type}_error`, this.toldOf(error), id);
      }
    };
  }

  private async subscribe(client: RealTimeClient, id: string, message: Values): Promise<void> {
    const { subscribers } = this;
    if (subscribers.has(client, id)) throw badRequest(`The connection has a subscription with the id ${id}.`);
    if (subscribers.isFull(client)) {
      const text = `A connection has at most ${mostSubscriptions} subscriptions.`;
      throw new RefusedRequest({ errorType: "MaxSubscriptionsReachedError", message: text, errorCode: 400 });
    }
    const given = message.channel;
    const sender = clientOf(client.handshake, message.authorization, { channel: given });
    const { path: topic } = await this.requests().subscribe(sender, given);
    if (!client.isOpen) return;
    subscribers.add({ client, id, topic });
    client.send({ type: "subscribe_success", id });
  }

  private async unsubscribe(client: RealTimeClient, id: string): Promise<void> {
    if (!this.subscribers.remove(client, id))
      throw badRequest(`The connection has no subscription with the id ${id}.`);
    client.send({ type: "unsubscribe_success", id });
  }

  private async publish(client: RealTimeClient, id: string, message: Values): Promise<void> {
    const { channel, events } = message;
    const sender = clientOf(client.handshake, message.authorization, { channel, events });
    const published = await this.requests().publish(sender, channel, events);
    client.send({ type: "publish_success", id, ...published });
  }

  private toldOf(error: unknown): RealTimeError {
    if (error instanceof RefusedRequest) {
      this.server.refused(error.told.errorCode ?? 400, error.reason);
      return error.told;
    }
    this.context.report({ event: "warning", text: `A message failed: ${String(error)}` });
    return { errorType: "InternalFailure", message: "Internal server error.", errorCode: 500 };
  }
}

/** Every message has its own authorization. A client that signs, signs the message without the rest. */
function clientOf(handshake: RealTimeHandshake, authorization: unknown, signed: object): ChannelClient {
  return {
    headers: headersWith(handshake, lowerCased(authorization)),
    sourceIp: handshake.sourceIp,
    signedBody: Buffer.from(JSON.stringify(signed)),
  };
}
