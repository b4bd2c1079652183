import { flag, type Model, number, requireText, text, type Values } from "../../../model";
import type { PoolKeys, UserPoolClient } from "../../identities";
import { type Clock, type Functions, randomText, type Timers } from "../../invoke";
import type { AccessControl } from "../../permissions/access-control";
import type { InboxMessage, Report } from "../../report";
import { TtlCache } from "../../wire/ttl-cache";
import { ServiceError } from "../contract/define-service";
import { refusals } from "./errors";
import { type AddressAttribute, type ClientSettings, clientSettings, type PoolSettings } from "./settings";
import type { Group, User, Users } from "./users";

/** A pool of the app, with its users and what it works with. */
export interface Pool {
  readonly settings: PoolSettings;
  readonly users: Users;
  readonly groups: UserGroups;
  readonly clients: PoolClients;
  /** The styles of the sign-in pages for each client. */
  readonly styles: LoginStyles;
  readonly sessions: Sessions;
  /** Codes that were requested for users who get none. */
  readonly simulated: SimulatedCodes;
  readonly functions: Functions;
  /** Decides whether the pool may invoke its triggers. @default - it may */
  readonly access?: AccessControl | undefined;
  readonly clock: Timers;
  readonly keys: PoolKeys;
  readonly inbox: Inbox;
  /** The address at which a link in a mail confirms a user. */
  confirmationLink(username: string, code: string, clientId: string): string;
}

/** The occasion of a message, as the sources of triggers end: `CustomMessage_SignUp`. */
export type Occasion =
  | "SignUp"
  | "ResendCode"
  | "ForgotPassword"
  | "UpdateUserAttribute"
  | "VerifyUserAttribute"
  | "Authentication"
  | "AdminCreateUser";

/** A code on its way to a user. */
export interface Sending {
  readonly pool: Pool;
  readonly user: User;
  readonly occasion: Occasion;
  /** To which of the user's addresses. */
  readonly attribute: AddressAttribute;
  /** The new address, where it is not the user's yet. */
  readonly to?: string | undefined;
  /** The code or the temporary password. */
  readonly code: string;
  readonly clientId?: string | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/** The texts of a message; `{####}` stands for the code. */
export interface MessageTemplate {
  readonly subject: string;
  readonly email: string;
  readonly sms: string;
}

const maxMessages = 1000;

/** Keeps the mails and messages of all pools, the latest last. Each is a line of the log, too. */
export class Inbox {
  private messages: readonly InboxMessage[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly report: Report,
  ) {}

  get all(): readonly InboxMessage[] {
    return this.messages;
  }

  add(message: Omit<InboxMessage, "at">): void {
    const kept = { at: new Date(this.clock.now()).toISOString(), ...message };
    this.messages = [...this.messages, kept].slice(-maxMessages);
    this.report({ event: "message", type: "message", ...kept });
  }
}

const validMs = 3_600_000;
const most = 1000;

/** Names of users who do not exist, or get no code, and for whom a code was requested. They are forgotten after an hour. */
export class SimulatedCodes {
  private readonly asked = new Map<string, number>();

  add(username: string, nowMs: number): void {
    this.asked.delete(username);
    this.asked.set(username, nowMs);
    const [oldest] = this.asked.keys();
    if (this.asked.size > most && oldest !== undefined) this.asked.delete(oldest);
  }

  isAsked(username: string, nowMs: number): boolean {
    const at = this.asked.get(username);
    return at !== undefined && nowMs < at + validMs;
  }
}

/** The changes of the API to the groups of a pool. Kept as JSON. */
export interface GroupChanges {
  readonly changed: readonly Group[];
  readonly deleted: readonly string[];
}

/** The groups of a pool: those of the app, and those that the API created. */
export class UserGroups {
  private declared = new Map<string, Group>();
  private readonly changed: Map<string, Group>;
  private readonly deleted: Set<string>;

  constructor({ changed, deleted }: GroupChanges = { changed: [], deleted: [] }) {
    this.changed = new Map(changed.map((each) => [each.name, each]));
    this.deleted = new Set(deleted);
  }

  /** Reads the groups of the app. */
  declare(model: Model, poolId: string): void {
    const found = model
      .ofType("aws_cognito_user_group")
      .filter(({ values }) => text(values, "user_pool_id") === poolId);
    this.declared = new Map(
      found.map(({ values }) => {
        const name = requireText(values, "name");
        return [
          name,
          {
            name,
            description: text(values, "description"),
            roleArn: text(values, "role_arn"),
            precedence: number(values, "precedence"),
            createdAt: 0,
            modifiedAt: 0,
          },
        ];
      }),
    );
  }

  get changes(): GroupChanges {
    return { changed: [...this.changed.values()], deleted: [...this.deleted] };
  }

  get all(): readonly Group[] {
    const declared = [...this.declared.values()].filter(({ name }) => !this.deleted.has(name));
    const all = new Map([...declared, ...this.changed.values()].map((each) => [each.name, each]));
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  require(name: string): Group {
    const group = this.all.find((each) => each.name === name);
    if (group === undefined) throw refusals.noResource("Group not found.");
    return group;
  }

  create(group: Group): Group {
    if (this.all.some(({ name }) => name === group.name))
      throw new ServiceError("GroupExistsException", "A group with the name already exists.");
    return this.update(group);
  }

  update(group: Group): Group {
    this.changed.set(group.name, group);
    return group;
  }

  delete(name: string): void {
    this.require(name);
    this.changed.delete(name);
    this.deleted.add(name);
  }

  /** The groups of a user, that with the lowest precedence first. */
  of(user: User): readonly Group[] {
    return this.all
      .filter(({ name }) => user.groups.includes(name))
      .sort((a, b) => (a.precedence ?? Infinity) - (b.precedence ?? Infinity));
  }
}

/** A session under another name than its text. */
interface NamedSession {
  readonly session: string;
}

/** A session that has ended, for as long as one may last. */
interface UsedSession {
  readonly isUsed: true;
}

const usedSeconds = 15 * 60;
const isUsedSession = (state: object): state is UsedSession => "isUsed" in state;
const isNamedSession = (state: object): state is NamedSession => "session" in state;

/**
 * The state between two steps of a sign-in, by the text of its session. A session is used once; a step that
 * the user may repeat keeps it.
 */
export class Sessions {
  private readonly open: TtlCache<object>;

  constructor(clock: Clock) {
    this.open = new TtlCache(clock, 10_000);
  }

  add<State extends object>(state: State, ttlSeconds: number): string {
    const session = `AYAB${randomText(120, "base64url")}`;
    this.put(session, state, ttlSeconds);
    return session;
  }

  /** Keeps a state under a name of its own, which no client knows. */
  put<State extends object>(name: string, state: State, ttlSeconds: number): void {
    this.open.set(name, state, ttlSeconds);
  }

  /** The state of a session; undefined for one that has ended, or that has another kind. */
  find<State extends object>(session: string, is: (state: object) => state is State): State | undefined {
    const state = this.open.get(session);
    return state !== undefined && is(state) ? state : undefined;
  }

  /** Lets a session be found by the content of its answer, for clients that send no session. */
  name(name: string, session: string, ttlSeconds: number): void {
    this.open.set(name, { session } satisfies NamedSession, ttlSeconds);
  }

  /** The session with a name; undefined if no such session exists, or it has ended. */
  named(name: string): string | undefined {
    const session = this.find(name, isNamedSession)?.session;
    const state = session === undefined ? undefined : this.open.get(session);
    return state === undefined || isUsedSession(state) ? undefined : session;
  }

  require<State extends object>(session: string | undefined, is: (state: object) => state is State): State {
    const state = session === undefined ? undefined : this.find(session, is);
    if (state === undefined) {
      const isUsed = session !== undefined && this.find(session, isUsedSession) !== undefined;
      const problem = isUsed ? "session can only be used once" : "session is expired";
      throw refusals.badSession(`Invalid session for the user, ${problem}.`);
    }
    return state;
  }

  end(session: string): void {
    this.open.set(session, { isUsed: true } satisfies UsedSession, usedSeconds);
  }
}

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

/** The style of the sign-in pages for one client. Kept as JSON. */
export interface LoginStyle {
  readonly id: string;
  readonly clientId: string;
  readonly isDefault: boolean;
  readonly settings?: Values | undefined;
  readonly assets?: readonly Values[] | undefined;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The changes of the API to the styles of a pool. Kept as JSON. */
export interface StyleChanges {
  readonly created: readonly LoginStyle[];
  readonly deleted: readonly string[];
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const maxStyles = 20;

/** The styles of a pool: those of the app, and those that the API created. */
export class LoginStyles {
  private declared: readonly LoginStyle[] = [];
  private created: readonly LoginStyle[];
  private readonly deleted: Set<string>;

  constructor({ created, deleted }: StyleChanges = { created: [], deleted: [] }) {
    this.created = created;
    this.deleted = new Set(deleted);
  }

  /** Reads the styles of the app. */
  declare(model: Model, poolId: string): void {
    this.declared = model
      .ofType("aws_cognito_managed_login_branding")
      .filter(({ values }) => text(values, "user_pool_id") === poolId)
      .map(({ address, values }) => ({
        id: text(values, "managed_login_branding_id") ?? address,
        clientId: text(values, "client_id") ?? "",
        isDefault: flag(values, "use_cognito_provided_values") ?? false,
        createdAt: 0,
        modifiedAt: 0,
      }));
  }

  get changes(): StyleChanges {
    return { created: this.created, deleted: [...this.deleted] };
  }

  private get all(): readonly LoginStyle[] {
    return [...this.declared.filter(({ id }) => !this.deleted.has(id)), ...this.created];
  }

  ofClient(clientId: string): LoginStyle | undefined {
    return this.all.find((each) => each.clientId === clientId);
  }

  require(id: string): LoginStyle {
    const style = this.all.find((each) => each.id === id);
    if (style === undefined) throw refusals.noResource(`Managed login branding ${id} does not exist.`);
    return style;
  }

  add(style: LoginStyle): LoginStyle {
    if (this.ofClient(style.clientId) !== undefined)
      throw new ServiceError(
        "ManagedLoginBrandingExistsException",
        `Managed login branding for client ${style.clientId} already exists.`,
      );
    if (this.all.length >= maxStyles)
      throw refusals.limit("The maximum number of managed login branding styles has been reached.");
    this.created = [...this.created, style];
    return style;
  }

  delete(id: string): void {
    this.require(id);
    this.created = this.created.filter((each) => each.id !== id);
    if (this.declared.some((each) => each.id === id)) this.deleted.add(id);
  }
}
