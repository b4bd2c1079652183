import { randomUUID } from "node:crypto";
import { identityPools } from "../../../facts/aws/principals";
import { type IdentityPool, identityPoolsOf, type Login, ModelRoles, texts } from "../../../model";
import { identityIdOf } from "../../identities/cognito-caller";
import { WebIdentities } from "../../identities/web-identities";
import { notInApp, ServiceError } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";

/** Someone in an identity pool. */
export interface Identity {
  readonly id: string;
  readonly poolId: string;
  /** The user at each provider that has vouched for this identity: provider, then the user's id there. */
  readonly logins: Map<string, string>;
  readonly createdAt: number;
}

/** A user of a provider. */
interface ProviderLogin {
  readonly provider: string;
  readonly userId: string;
}

/** A provider in the `Logins` of a request, once its token is verified. */
export interface VerifiedLogin extends Login, ProviderLogin {}

/** In `Logins`, a token that the pool itself has given out. */
export const ownProvider = identityPools;

/** The identities of the identity pools of the model, in memory. Users have the same id in every run. */
export class Identities extends ModelResources {
  readonly tokens: WebIdentities;
  private readonly known = new Map<string, Identity>();
  /** Ids of identities that lost a login. */
  private readonly unlinked = new Set<string>();
  private pools: readonly IdentityPool[];
  /** Replaced with the model. */
  roles: ModelRoles;

  constructor(context: ServiceContext) {
    super(context);
    this.tokens = new WebIdentities(context);
    this.pools = identityPoolsOf(context.model);
    this.roles = new ModelRoles(context.model);
  }

  pool(id: string): IdentityPool {
    const found = this.pools.find((each) => each.id === id);
    if (found !== undefined) return found;
    throw notInApp("cognito-identity", "identity pool", id, `IdentityPool '${id}' not found.`);
  }

  /** The identities of a pool, oldest first. */
  of(poolId: string): readonly Identity[] {
    return [...this.known.values()].filter((each) => each.poolId === poolId);
  }

  /** An identity by its id. Browsers keep the id of a guest, also over a new start of this server. */
  require(id: string): Identity {
    const found = this.known.get(id);
    if (found !== undefined) return found;
    const [pool, ...more] = this.pools;
    if (pool === undefined || more.length > 0 || !/^[\w-]+:[0-9a-f-]{36}$/.test(id)) {
      fail("ResourceNotFoundException", `Identity '${id}' not found.`);
    }
    return this.add(id, pool.id);
  }

  /** A new guest. */
  guest(poolId: string): Identity {
    return this.add(`${poolId.split(":", 1)[0]}:${randomUUID()}`, poolId);
  }

  /** The identity of a user, whom providers know by an id. An identity with one of the logins gets the others, too. */
  user(poolId: string, logins: readonly ProviderLogin[]): Identity {
    const [linked] = logins.flatMap((login) => this.holderOf(poolId, login) ?? []);
    return this.link(linked ?? this.newUser(poolId, logins), logins);
  }

  /** Adds logins to an identity. Throws for one of another identity. */
  link(identity: Identity, logins: readonly ProviderLogin[]): Identity {
    if (!logins.every((login) => this.isFree(identity, login)))
      fail("ResourceConflictException", "The login is linked to another identity.");
    for (const { provider, userId } of logins) identity.logins.set(provider, userId);
    return identity;
  }

  /** Whether an identity may have a login, which no other identity has. */
  isFree(identity: Identity, login: ProviderLogin): boolean {
    return (this.holderOf(identity.poolId, login) ?? identity) === identity;
  }

  /** Removes the login of a provider, whose user is a new one from then on. */
  unlink(identity: Identity, provider: string): void {
    if (identity.logins.delete(provider)) this.unlinked.add(identity.id);
  }

  /** Whether all logins of an identity were removed, after which it cannot be used. */
  isAbandoned({ id, logins }: Identity): boolean {
    return logins.size === 0 && this.unlinked.has(id);
  }

  private holderOf(poolId: string, { provider, userId }: ProviderLogin): Identity | undefined {
    return this.of(poolId).find(({ logins }) => logins.get(provider) === userId);
  }

  /** Users have the same id in every run. */
  private newUser(poolId: string, [login]: readonly ProviderLogin[]): Identity {
    const id = identityIdOf(poolId, `${login?.provider} ${login?.userId}`);
    if (this.unlinked.has(id)) return this.guest(poolId);
    return this.known.get(id) ?? this.add(id, poolId);
  }

  /** Verifies the tokens of a request, by provider. Throws for one that the pool does not accept. */
  verify(pool: IdentityPool, logins: Readonly<Record<string, string>>): Promise<readonly VerifiedLogin[]> {
    return Promise.all(Object.entries(logins).map(([provider, token]) => this.login(pool, provider, token)));
  }

  private async login(pool: IdentityPool, provider: string, token: string): Promise<VerifiedLogin> {
    const audiences = this.audiences(pool, provider);
    if (audiences === undefined) {
      fail("NotAuthorizedException", "Token is not from a supported provider of this identity pool.");
    }
    const check = await this.tokens.verify(token, provider, audiences);
    if (!check.accepted) fail("NotAuthorizedException", `Invalid login token. ${sentence(check.detail)}`);
    const { claims } = check;
    if (claims.token_use === "access") {
      fail("NotAuthorizedException", "Invalid login token. Not a valid OpenId Connect identity token.");
    }
    return { provider, claims, userId: String(claims.sub ?? "") };
  }

  /** The audiences of tokens that a pool accepts from a provider; undefined for a provider that it does not know. */
  private audiences(pool: IdentityPool, provider: string): readonly string[] | undefined {
    if (provider === ownProvider) return [pool.id];
    const application = Object.hasOwn(pool.publicProviders, provider)
      ? pool.publicProviders[provider]
      : undefined;
    if (application !== undefined) return [application];
    if (!pool.openIdProviders.includes(provider)) return pool.clients.get(provider);
    const found = this.model
      .ofType("aws_iam_openid_connect_provider")
      .find(({ values }) => String(values.url).replace(/^https:\/\//, "") === provider);
    return found === undefined ? [] : texts(found.values, "client_id_list");
  }

  private add(id: string, poolId: string): Identity {
    const identity = { id, poolId, logins: new Map<string, string>(), createdAt: this.now };
    this.known.set(id, identity);
    return identity;
  }

  protected override take(): void {
    this.pools = identityPoolsOf(this.model);
    this.roles = new ModelRoles(this.model);
    this.tokens.replace(this.model);
  }
}

/** Refuses a request with an error of the service. */
export function fail(code: string, message: string): never {
  throw new ServiceError(code, message, 400);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
