import { clientsOf, userPoolsOf } from "../../identities";
import { notInApp } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";
import { StateFile } from "../contract/state-file";
import { refusals } from "./errors";
import {
  type Changes,
  Inbox,
  type KeptClient,
  LoginStyles,
  type Pool,
  PoolClients,
  Sessions,
  SimulatedCodes,
  type StyleChanges,
  UserGroups,
} from "./pool";
import { type ClientSettings, type PoolSettings, poolSettings } from "./settings";
import { claimsIn, holderOf, type TokenHolder } from "./tokens";
import { type Group, type User, Users } from "./users";

/** A pool, and what keeps it. */
interface KeptPool extends Pool {
  settings: PoolSettings;
  readonly store: StateFile<PoolContent>;
}

/** A client with its pool. */
interface PoolClient {
  readonly pool: Pool;
  readonly client: ClientSettings;
}

/** The user pools of the app. */
export class UserPools extends ModelResources {
  readonly inbox: Inbox;
  private readonly byId = new Map<string, KeptPool>();
  private urlOf: (poolId: string) => string | undefined = () => undefined;

  constructor(context: ServiceContext) {
    super(context);
    this.inbox = new Inbox(context.clock, context.report);
    this.take();
  }

  /** Where the sign-in pages of the pools are, for links in mails. */
  pagesAt(urlOf: (poolId: string) => string | undefined): void {
    this.urlOf = urlOf;
  }

  get all(): readonly Pool[] {
    return [...this.byId.values()];
  }

  requirePool(id: string): Pool {
    const pool = this.byId.get(id);
    if (pool === undefined) throw notInApp("cognito-idp", "user pool", id, `User pool ${id} does not exist.`);
    return pool;
  }

  requireClient(clientId: string): PoolClient {
    for (const pool of this.byId.values()) {
      const client = pool.clients.find(clientId);
      if (client !== undefined) return { pool, client };
    }
    const words = `User pool client ${clientId} does not exist.`;
    throw notInApp("cognito-idp", "user pool client", clientId, words);
  }

  /** A client of a pool that the request names, too. */
  requireClientOf(poolId: string, clientId: string): PoolClient {
    const pool = this.requirePool(poolId);
    return { pool, client: pool.clients.require(clientId) };
  }

  /** The user of an access token. */
  async holderOf(
    token: string,
  ): Promise<TokenHolder & { readonly pool: Pool; readonly client: ClientSettings | undefined }> {
    const issuer = claimsIn(token)?.iss;
    const pool = this.all.find(({ settings }) => settings.issuer === issuer);
    if (pool === undefined) throw refusals.notAuthorized("Invalid Access Token");
    const holder = await holderOf(pool, token);
    return { ...holder, pool, client: pool.clients.find(holder.clientId) };
  }

  /** Saves the changes. */
  save(): void {
    for (const { store, users, groups, clients, styles } of this.byId.values())
      store.save(() => ({
        users: users.all,
        groups: groups.changes,
        clients: clients.changes,
        styles: styles.created,
      }));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.byId.values()].map(({ store }) => store.settled()));
  }

  protected override take(): void {
    const { model } = this;
    const pools = userPoolsOf(model);
    for (const id of this.byId.keys()) {
      if (!pools.some((pool) => pool.id === id)) this.byId.delete(id);
    }
    for (const each of pools) {
      const settings = poolSettings(model, each);
      const known = this.byId.get(each.id);
      const pool = known ?? this.open(settings);
      pool.settings = settings;
      pool.groups.declare(model, settings.id);
      pool.clients.declare(clientsOf(model, each));
      pool.styles.declare(model, settings.id);
      this.byId.set(settings.id, pool);
    }
  }

  private open(settings: PoolSettings): KeptPool {
    const { functions, clock, dataFolder } = this.context;
    const store = new StateFile<PoolContent>(dataFolder, "cognito-idp", settings.id);
    const kept = store.read();
    const pool: KeptPool = {
      settings,
      store,
      users: new Users(() => this.byId.get(settings.id)?.settings ?? settings, kept?.users),
      groups: new UserGroups(kept?.groups),
      clients: new PoolClients(kept?.clients),
      styles: new LoginStyles(kept?.styles),
      sessions: new Sessions(clock),
      simulated: new SimulatedCodes(),
      functions,
      access: this.context.access,
      clock,
      keys: this.context.keys,
      inbox: this.inbox,
      confirmationLink: (username, code, clientId) => {
        const query = new URLSearchParams({
          client_id: clientId,
          user_name: username,
          confirmation_code: code,
        });
        return `${this.urlOf(settings.id) ?? `https://${settings.domain ?? "example.com"}`}/confirmUser?${query}`;
      },
    };
    return pool;
  }
}

/** The content of a pool that is kept between runs. */
interface PoolContent {
  readonly users: readonly User[];
  readonly groups: Changes<Group>;
  /** Undefined in files of versions that did not keep them. The same holds for the styles. */
  readonly clients?: Changes<KeptClient> | undefined;
  readonly styles?: StyleChanges | undefined;
}
