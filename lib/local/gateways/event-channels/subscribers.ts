import type { RealTimeClient } from "../real-time";
import { type Channel, subscribedPaths } from "./channel";

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
export const mostSubscriptions = 100;

/** The subscribers of published events, by the path of the subscription. */
export class Subscribers {
  private readonly byPath = new Map<string, Map<RealTimeClient, Set<string>>>();
  /** The path of each subscription of a client, by its id. */
  private readonly byClient = new Map<RealTimeClient, Map<string, string>>();

  has(client: RealTimeClient, id: string): boolean {
    return this.byClient.get(client)?.has(id) === true;
  }

  count(client: RealTimeClient): number {
    return this.byClient.get(client)?.size ?? 0;
  }

  add(client: RealTimeClient, id: string, { path }: Channel): void {
    const paths = this.byClient.get(client) ?? new Map<string, string>();
    this.byClient.set(client, paths.set(id, path));
    const clients = this.byPath.get(path) ?? new Map<RealTimeClient, Set<string>>();
    this.byPath.set(path, clients);
    clients.set(client, (clients.get(client) ?? new Set<string>()).add(id));
  }

  /** Whether the client had the subscription. */
  remove(client: RealTimeClient, id: string): boolean {
    const path = this.byClient.get(client)?.get(id);
    if (path === undefined) return false;
    this.byClient.get(client)?.delete(id);
    const clients = this.byPath.get(path);
    const ids = clients?.get(client);
    ids?.delete(id);
    if (ids?.size === 0) clients?.delete(client);
    if (clients?.size === 0) this.byPath.delete(path);
    return true;
  }

  removeClient(client: RealTimeClient): void {
    for (const id of [...(this.byClient.get(client)?.keys() ?? [])]) this.remove(client, id);
    this.byClient.delete(client);
  }

  /** Sends an event to every subscription of the channel. */
  broadcast(channel: Channel, payload: unknown): void {
    const event = JSON.stringify(JSON.stringify(payload ?? null));
    for (const path of subscribedPaths(channel)) {
      for (const [client, ids] of this.byPath.get(path) ?? []) {
        for (const id of ids) client.sendText(`{"type":"data","id":${JSON.stringify(id)},"event":${event}}`);
      }
    }
  }
}
