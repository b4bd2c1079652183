import {
  type Clock,
  createToken,
  findClient,
  type ListedUser,
  type Local,
  type PoolKeys,
  requireUserPool,
} from "../local";
import type { Model } from "../model";
import { askUsers, refuseUser } from "./ask-users";

/** The pool of a user, and the client that they use. */
interface InPool {
  /** Id, name or construct path of the pool, or a part of the path. @default - the only pool */
  readonly pool?: string;
}

interface ThroughClient extends InPool {
  /** Id, name or key of the client. @default - the client of the Userbase itself, or the only one */
  readonly client?: string;
}

/** A user whom an administrator creates. */
export interface TestUser extends InPool {
  /** Name, email address or phone number. */
  readonly name: string;
  /** @default - the user has a temporary password, which is in the inbox */
  readonly password?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
}

/** A user who signs up. */
export interface SignedUpUser extends ThroughClient {
  /** Name, email address or phone number. */
  readonly name: string;
  readonly password: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The token of a user. */
export interface UserToken extends ThroughClient {
  /** Name, email address or phone number of the user, who need not exist. */
  readonly as: string;
  /** @default - those of the user in the pool */
  readonly groups?: readonly string[];
  /** Scopes of an access token. @default - `aws.cognito.signin.user.admin` */
  readonly scopes?: readonly string[];
  /** @default "access" */
  readonly use?: "access" | "id";
  /**
   * Name or path of an authorizer that accepts tokens of another issuer, in place of `pool`: a key of this machine signs the token, and only
   * this server trusts it.
   *
   * @default - the token belongs to `pool`
   */
  readonly authorizer?: string;
  /** Further claims, in place of others of the same name. @default - none */
  readonly claims?: Readonly<Record<string, unknown>>;
}

interface UsersContext {
  readonly local: Pick<Local, "users" | "serviceAddresses" | "servicesUrl">;
  readonly model: Model;
  readonly keys: PoolKeys;
  readonly time: Clock;
}

export class TestUsers {
  constructor(private readonly context: UsersContext) {}

  async create(user: TestUser): Promise<ListedUser> {
    const answer = await askUsers(this.context.local, { action: "create", ...user });
    const [created] = "users" in answer ? answer.users : [];
    return created ?? refuseUser(`The user ${user.name} was not created.`);
  }

  /** Signs up as a browser does, so that the triggers of the pool run. */
  async signUp({ name, password, attributes = {}, ...of }: SignedUpUser): Promise<void> {
    await this.request("SignUp", {
      ClientId: this.clientId(of),
      Username: name,
      Password: password,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    });
  }

  async confirm({
    name,
    code,
    ...of
  }: ThroughClient & Readonly<Record<"name" | "code", string>>): Promise<void> {
    await this.request("ConfirmSignUp", {
      ClientId: this.clientId(of),
      Username: name,
      ConfirmationCode: code,
    });
  }

  /** A token of the form that the pool issues. Its groups are those of the user, unless others are given. */
  async token({ as, pool, groups, ...more }: UserToken): Promise<string> {
    const { local, model, keys, time: clock } = this.context;
    if (more.authorizer !== undefined)
      return createToken({ ...more, ...(groups && { groups }), pool, model, keys, clock, user: as });
    const { id } = requireUserPool(model, pool, "serveLocal");
    const listed = await askUsers(local, { action: "list", pool: id });
    const user = "users" in listed ? listed.users.find((each) => isNamed(each, as)) : undefined;
    return createToken({
      ...more,
      model,
      keys,
      clock,
      pool: id,
      user: as,
      groups: groups ?? user?.groups ?? [],
    });
  }

  private clientId({ pool, client }: ThroughClient): string {
    const { model } = this.context;
    const found = findClient(model, requireUserPool(model, pool, "serveLocal"), client);
    return found?.id ?? refuseUser("The user pool has no client through which users could sign up.");
  }

  private async request(operation: string, input: object): Promise<void> {
    const { serviceAddresses, servicesUrl } = this.context.local;
    const response = await fetch(serviceAddresses["cognito-idp"] ?? servicesUrl, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(input),
    });
    if (response.ok) return;
    const { __type, message } = (await response.json()) as Readonly<Record<string, string>>;
    refuseUser(`${__type}: ${message}`);
  }
}

const isNamed = ({ username, attributes }: ListedUser, name: string): boolean =>
  [username, attributes.email, attributes.phone_number, attributes.preferred_username].includes(name);
