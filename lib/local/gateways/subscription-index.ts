import type { RealTimeClient } from "./real-time";

/** A subscription of a client. */
export interface Subscribed {
  readonly client: RealTimeClient;
  /** Chosen by the client. */
  readonly id: string;
  /** A field of the type Subscription, or the path of a channel. */
  readonly topic: string;
}

/**
 * The maximum number of subscriptions of a connection.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html
 */
export const mostSubscriptions = 100;

/** The subscriptions to one API, by client and by topic. */
export class SubscriptionIndex<Subscription extends Subscribed> {
  private readonly byClient = new Map<RealTimeClient, Map<string, Subscription>>();
  private readonly byTopic = new Map<string, Set<Subscription>>();

  has(client: RealTimeClient, id: string): boolean {
    return this.byClient.get(client)?.has(id) === true;
  }

  isFull(client: RealTimeClient): boolean {
    return (this.byClient.get(client)?.size ?? 0) >= mostSubscriptions;
  }

  add(subscription: Subscription): void {
    const { client, id, topic } = subscription;
    const own = this.byClient.get(client) ?? new Map<string, Subscription>();
    this.byClient.set(client, own.set(id, subscription));
    this.byTopic.set(topic, (this.byTopic.get(topic) ?? new Set()).add(subscription));
  }

  /** Ends a subscription; returns whether there was one. */
  remove(client: RealTimeClient, id: string): boolean {
    const subscription = this.byClient.get(client)?.get(id);
    if (subscription === undefined) return false;
    this.byClient.get(client)?.delete(id);
    const others = this.byTopic.get(subscription.topic);
    others?.delete(subscription);
    if (others?.size === 0) this.byTopic.delete(subscription.topic);
    return true;
  }

  removeClient(client: RealTimeClient): void {
    for (const id of [...(this.byClient.get(client)?.keys() ?? [])]) this.remove(client, id);
    this.byClient.delete(client);
  }

  to(topic: string): readonly Subscription[] {
    return [...(this.byTopic.get(topic) ?? [])];
  }
}
