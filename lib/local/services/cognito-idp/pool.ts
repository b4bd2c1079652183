import { flag, type Model, number, requireText, text, type Values } from "../../../model";
import type { PoolKeys, UserPoolClient } from "../../identities";
import { type Clock, type Functions, randomText, type Timers } from "../../invoke";
import type { AccessControl } from "../../permissions/access-control";
import type { InboxMessage, Report } from "../../report";
import { TtlCache } from "../../wire/ttl-cache";
import { ServiceError } from "../contract/define-service";
import { refusals } from "./errors";
import {
  type AddressAttribute,
  type ClientSettings,
  clientSettings,
  type PoolSettings,
  resourcesOf,
} from "./settings";
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

/** The changes of the API to a list of a pool. Kept as JSON. */
export interface Changes<Entry> {
  readonly changed: readonly Entry[];
  /** Keys of entries. */
  readonly deleted: readonly string[];
}

/** A list of a pool: the entries of the app, and those that the API has created or changed. */
abstract class ChangedList<Entry> {
  private declared: readonly Entry[] = [];
  private readonly changed: Map<string, Entry>;
  private readonly deleted: Set<string>;

  constructor(
    private readonly keyOf: (entry: Entry) => string,
    { changed, deleted }: Changes<Entry> = { changed: [], deleted: [] },
  ) {
    this.changed = new Map(changed.map((each) => [keyOf(each), each]));
    this.deleted = new Set(deleted);
  }

  get changes(): Changes<Entry> {
    return { changed: [...this.changed.values()], deleted: [...this.deleted] };
  }

  /** The change of the API to an entry; undefined for one that is as the app declares it. */
  kept(key: string): Entry | undefined {
    return this.changed.get(key);
  }

  put(entry: Entry): Entry {
    this.changed.set(this.keyOf(entry), entry);
    return entry;
  }

  delete(key: string): void {
    this.require(key);
    this.changed.delete(key);
    if (this.declared.some((each) => this.keyOf(each) === key)) this.deleted.add(key);
  }

  /** Throws for an entry that does not exist. */
  abstract require(key: string): unknown;

  /** Takes over the entries of the app. */
  protected take(declared: readonly Entry[]): void {
    this.declared = declared;
  }

  protected get entries(): readonly Entry[] {
    const declared = this.declared.map((each) => [this.keyOf(each), each] as const);
    return [...new Map([...declared.filter(([key]) => !this.deleted.has(key)), ...this.changed]).values()];
  }
}

/** The groups of a pool. */
export class UserGroups extends ChangedList<Group> {
  constructor(changes?: Changes<Group>) {
    super(({ name }) => name, changes);
  }

  /** Reads the groups of the app. */
  declare(model: Model, poolId: string): void {
    const found = resourcesOf(model, "aws_cognito_user_group", poolId);
    this.take(
      found.map(({ values }) => ({
        name: requireText(values, "name"),
        description: text(values, "description"),
        roleArn: text(values, "role_arn"),
        precedence: number(values, "precedence"),
        createdAt: 0,
        modifiedAt: 0,
      })),
    );
  }

  get all(): readonly Group[] {
    return [...this.entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  require(name: string): Group {
    const group = this.all.find((each) => each.name === name);
    if (group === undefined) throw refusals.noResource("Group not found.");
    return group;
  }

  create(group: Group): Group {
    if (this.all.some(({ name }) => name === group.name))
      throw new ServiceError("GroupExistsException", "A group with the name already exists.");
    return this.put(group);
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

/** The clients of a pool. */
export class PoolClients extends ChangedList<KeptClient> {
  private merged: ReadonlyMap<string, ClientSettings> = new Map();

  constructor(changes?: Changes<KeptClient>) {
    super(({ id }) => id, changes);
  }

  /** Reads the clients of the app. */
  declare(clients: readonly UserPoolClient[]): void {
    this.take(
      clients.map(({ id, name, resource: { values } }) => ({
        id,
        name,
        values,
        createdAt: 0,
        modifiedAt: 0,
      })),
    );
    this.merge();
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

  override put(client: KeptClient): KeptClient {
    super.put(client);
    this.merge();
    return client;
  }

  override delete(id: string): void {
    super.delete(id);
    this.merge();
  }

  /** Every request looks for its client. */
  private merge(): void {
    this.merged = new Map(this.entries.map(({ id, name, values }) => [id, clientSettings(id, name, values)]));
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

/** The styles of a pool. */
export class LoginStyles extends ChangedList<LoginStyle> {
  constructor({ created, deleted }: StyleChanges = { created: [], deleted: [] }) {
    super(({ id }) => id, { changed: created, deleted });
  }

  /** Reads the styles of the app. */
  declare(model: Model, poolId: string): void {
    const found = resourcesOf(model, "aws_cognito_managed_login_branding", poolId);
    this.take(
      found.map(({ address, values }) => ({
        id: text(values, "managed_login_branding_id") ?? address,
        clientId: text(values, "client_id") ?? "",
        isDefault: flag(values, "use_cognito_provided_values") ?? false,
        createdAt: 0,
        modifiedAt: 0,
      })),
    );
  }

  get created(): StyleChanges {
    const { changed, deleted } = this.changes;
    return { created: changed, deleted };
  }

  ofClient(clientId: string): LoginStyle | undefined {
    return this.entries.find((each) => each.clientId === clientId);
  }

  require(id: string): LoginStyle {
    const style = this.entries.find((each) => each.id === id);
    if (style === undefined) throw refusals.noResource(`Managed login branding ${id} does not exist.`);
    return style;
  }

  add(style: LoginStyle): LoginStyle {
    if (this.ofClient(style.clientId) !== undefined)
      throw new ServiceError(
        "ManagedLoginBrandingExistsException",
        `Managed login branding for client ${style.clientId} already exists.`,
      );
    if (this.entries.length >= maxStyles)
      throw refusals.limit("The maximum number of managed login branding styles has been reached.");
    return this.put(style);
  }
}
