import { randomUUID } from "node:crypto";
import { generateId, generateUuid, type Model, number, text, texts, type UserPool } from "../../model";
import { fail } from "../errors";
import type { Clock } from "../invoke";
import { keyNameOf, type PoolKeys } from "./pool-keys";
import { signToken } from "./sign-token";
import { requireAccepted, type TokenIssuer } from "./token-issuers";
import { findClient, requireUserPool } from "./user-pools";
import { validitySeconds } from "./validity";

export interface CreateTokenOptions {
  readonly model: Model;
  readonly keys: PoolKeys;
  readonly clock: Clock;
  /** Id, name or construct path of the pool, or a part of the path. @default - the only pool */
  readonly pool?: string;
  /**
   * Name or path of an authorizer that accepts the token: for a user pool of the app, or for another issuer. Only the local
   * server trusts the key of this machine for it.
   *
   * @default - `pool` selects the issuer
   */
  readonly authorizer?: string;
  /** Further claims, which override others of the same name. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Name, email address or phone number of the user. The user need not exist. */
  readonly user: string;
  /** Id or name of the pool's client. @default - the only client; an invented id, if the pool has none */
  readonly client?: string;
  /** @default - no groups */
  readonly groups?: readonly string[];
  /**
   * Scopes of an access token.
   *
   * @default - `aws.cognito.signin.user.admin`, as after a sign-in through Cognito's API
   */
  readonly scopes?: readonly string[];
  /** @default - the kind that the authorizer takes; "access" without an authorizer, and with scopes */
  readonly use?: "access" | "id";
  /** @default - as the client says, else an hour */
  readonly ttlSeconds?: number;
}

/**
 * Creates a token of a user pool, as Cognito issues it when the user signs in.
 *
 * Sources: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 * and https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export async function createToken(given: CreateTokenOptions): Promise<string> {
  const { model, keys, authorizer, scopes = [] } = given;
  checkToken(given);
  const accepted = authorizer === undefined ? undefined : requireAccepted(model, authorizer, where);
  const options = { ...given, use: given.use ?? (scopes.length > 0 ? undefined : accepted?.use) };
  if (accepted !== undefined && "issuer" in accepted) {
    const { issuer } = accepted;
    const claims = issuer.isUserPool ? claimsOfForeignPool(issuer, options) : claimsOfIssuer(issuer, options);
    return signToken(await keys.of(keyNameOf(issuer.issuer)), { ...claims, ...options.claims });
  }
  const pool = accepted?.pool ?? requireUserPool(model, options.pool);
  const client = findClient(model, pool, options.client ?? accepted?.client);
  const claims = poolClaims(options, {
    issuer: pool.issuer,
    clientId: client?.id ?? generateId(`${pool.resource.address} client`, 26),
    subject: subjectOf(pool.id, texts(pool.resource.values, "username_attributes"), options.user),
    roles: rolesOf(model, pool, options.groups ?? []),
    validitySeconds: validitySeconds(client?.resource.values ?? {}, options.use ?? "access"),
  });
  return signToken(await keys.of(pool.id), { ...claims, ...options.claims });
}

const where = "serverform local token";

/** The parts of a pool's token that do not depend on user data. */
interface PoolToken {
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: Subject;
  /** Claims of identity tokens. */
  readonly roles: Readonly<Record<string, unknown>>;
  readonly validitySeconds: number;
}

type TokenClaims = Readonly<Record<string, unknown>>;

function poolClaims(options: CreateTokenOptions, token: PoolToken): TokenClaims {
  const { use = "access", groups = [], scopes } = options;
  const { subject, clientId } = token;
  return {
    sub: subject.sub,
    ...(groups.length > 0 && { "cognito:groups": groups }),
    iss: token.issuer,
    origin_jti: randomUUID(),
    event_id: randomUUID(),
    token_use: use,
    ...timesOf(options, token.validitySeconds),
    jti: randomUUID(),
    ...(use === "access"
      ? {
          client_id: clientId,
          scope: (scopes ?? ["aws.cognito.signin.user.admin"]).join(" "),
          username: subject.username,
        }
      : { aud: clientId, "cognito:username": subject.username, ...token.roles, ...subject.attributes }),
  };
}

/** A user pool that the app refers to, and does not create. */
function claimsOfForeignPool({ issuer, audiences }: TokenIssuer, options: CreateTokenOptions): TokenClaims {
  return poolClaims(options, {
    issuer,
    clientId: options.client ?? audiences[0] ?? generateId(`${issuer} client`, 26),
    subject: subjectOf(issuer, [], options.user),
    roles: {},
    validitySeconds: defaultSeconds,
  });
}

const defaultSeconds = 3600;

/** The claims that all issuers have. Source: https://www.rfc-editor.org/rfc/rfc7519#section-4.1 */
function claimsOfIssuer({ issuer, audiences }: TokenIssuer, options: CreateTokenOptions): TokenClaims {
  const ofPools = { "--client": options.client, "--use": options.use, "--group": options.groups };
  for (const [option, value] of Object.entries(ofPools))
    if (value !== undefined) fail(where, "local-token-option", option, { issuer });
  const { scopes = [] } = options;
  const [audience] = audiences;
  return {
    iss: issuer,
    sub: options.user,
    ...(audience !== undefined && { aud: audience }),
    ...timesOf(options, defaultSeconds),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
  };
}

function timesOf({ clock, ttlSeconds }: CreateTokenOptions, seconds: number): TokenClaims {
  const issuedAt = Math.floor(clock.now() / 1000);
  return { auth_time: issuedAt, iat: issuedAt, exp: issuedAt + (ttlSeconds ?? seconds) };
}

function checkToken({ user, use, scopes, ttlSeconds, authorizer, pool }: CreateTokenOptions): void {
  if (authorizer !== undefined && pool !== undefined) fail(where, "local-token-pool", "--pool", {});
  if (user === "")
    fail(where, "prop-required", "--user", { remedy: "Name the user: --user ada@example.com." });
  if (use === "id" && scopes !== undefined && scopes.length > 0)
    fail(where, "local-id-token-scopes", "--scope", {});
  if (ttlSeconds !== undefined && !(Number.isInteger(ttlSeconds) && ttlSeconds > 0)) {
    fail(where, "out-of-range", "--ttl", { value: ttlSeconds, range: "1 second and more" });
  }
}

/**
 * The subject of a user, which is the same in every run.
 *
 * @param signsInWith - the attributes with which users sign in, instead of a name
 */
function subjectOf(pool: string, signsInWith: readonly string[], user: string) {
  const sub = generateUuid(`${pool} ${user}`);
  const attributes = /@/.test(user)
    ? { email: user, email_verified: true }
    : /^\+\d+$/.test(user)
      ? { phone_number: user, phone_number_verified: true }
      : {};
  // If users sign in with an address instead of a name, Cognito uses the subject as the name.
  const isNamedBySub = Object.keys(attributes).some((attribute) => signsInWith.includes(attribute));
  return { sub, username: isNamedBySub ? sub : user, attributes };
}

type Subject = Readonly<ReturnType<typeof subjectOf>>;

/** Roles of the groups; the group with the lowest precedence value is preferred. */
function rolesOf(model: Model, pool: UserPool, groups: readonly string[]): Readonly<Record<string, unknown>> {
  const found = model
    .ofType("aws_cognito_user_group")
    .filter(
      ({ values }) => text(values, "user_pool_id") === pool.id && groups.includes(text(values, "name") ?? ""),
    )
    .map(({ values }) => ({
      role: text(values, "role_arn"),
      precedence: number(values, "precedence") ?? Infinity,
    }))
    .flatMap(({ role, precedence }) => (role === undefined ? [] : [{ role, precedence }]))
    .sort((a, b) => a.precedence - b.precedence);
  const [first] = found;
  if (first === undefined) return {};
  return { "cognito:roles": found.map(({ role }) => role), "cognito:preferred_role": first.role };
}
