import type { Values } from "../../../../model";
import type { UserPoolClient } from "../../../identities";
import { refusals } from "../errors";
import { type ClientSettings, clientSettings } from "../settings/client-settings";

/** A client that the API created or changed, with the attributes that the JSON of an app would have. Kept as JSON. */
export interface KeptClient {
  readonly id: string;
  readonly name: string;
  readonly values: Values;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The changes of the API to the clients of a pool. Kept as JSON. */
export interface ClientChanges {
  readonly changed: readonly KeptClient[];
  readonly deleted: readonly string[];
}

/** The clients of a pool: those of the app, and those that the API created. */
export class PoolClients {
  private declared: ReadonlyMap<string, ClientSettings> = new Map();
  private readonly changed: Map<string, KeptClient>;
  private readonly deleted: Set<string>;
  private merged: ReadonlyMap<string, ClientSettings> = new Map();

  constructor({ changed, deleted }: ClientChanges = { changed: [], deleted: [] }) {
    this.changed = new Map(changed.map((each) => [each.id, each]));
    this.deleted = new Set(deleted);
  }

  /** Reads the clients of the app. */
  declare(clients: readonly UserPoolClient[]): void {
    this.declared = new Map(
      clients.map(({ id, name, resource }) => [id, clientSettings(id, name, resource.values)]),
    );
    this.merge();
  }

  get changes(): ClientChanges {
    return { changed: [...this.changed.values()], deleted: [...this.deleted] };
  }

  get all(): readonly ClientSettings[] {
    return [...this.merged.values()];
  }

  find(id: string): ClientSettings | undefined {
    return this.merged.get(id);
  }

  require(id: string): ClientSettings {
    const client = this.find(id);
    if (client === undefined) throw refusals.noResource(`User pool client ${id} does not exist.`);
    return client;
  }

  /** The changes of the API to a client; undefined for a client that is as the app declares it. */
  kept(id: string): KeptClient | undefined {
    return this.changed.get(id);
  }

  put(client: KeptClient): void {
    this.changed.set(client.id, client);
    this.merge();
  }

  delete(id: string): void {
    this.require(id);
    this.changed.delete(id);
    if (this.declared.has(id)) this.deleted.add(id);
    this.merge();
  }

  private merge(): void {
    const changed = [...this.changed.values()].map(
      ({ id, name, values }) => [id, clientSettings(id, name, values)] as const,
    );
    const declared = [...this.declared].filter(([id]) => !this.deleted.has(id));
    this.merged = new Map([...declared, ...changed]);
  }
}
