import { randomUUID } from "node:crypto";
import type { Clock } from "../../invoke";
import { fail } from "../errors";
import { generateId, generateUuid } from "../model/generated-id";
import type { Model } from "../model/model";
import { number, text, texts } from "../model/values";
import type { PoolKeys } from "./pool-keys";
import { signToken } from "./sign-token";
import { findClient, requireUserPool, type UserPool } from "./user-pools";
import { validitySeconds } from "./validity";

export interface CreateTokenOptions {
  readonly model: Model;
  readonly keys: PoolKeys;
  readonly clock: Clock;
  /**
   * Id, name or construct path of the pool, or a part of the path.
   *
   * @default - the only pool
   */
  readonly pool?: string;
  /** Name, email address or phone number of the user. The user need not exist. */
  readonly user: string;
  /**
   * Id or name of the pool's client.
   *
   * @default - the only client; an invented id, if the pool has none
   */
  readonly client?: string;
  /** @default - no groups */
  readonly groups?: readonly string[];
  /**
   * Scopes of an access token.
   *
   * @default - `aws.cognito.signin.user.admin`, as after a sign-in through Cognito's API
   */
  readonly scopes?: readonly string[];
  /** @default "access" */
  readonly use?: "access" | "id";
  /** @default - as the client says, else an hour */
  readonly ttlSeconds?: number;
}

/** The user that a token describes. */
interface Subject {
  readonly sub: string;
  readonly username: string;
  /** Attributes of the user that identity tokens carry. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Creates a token of a user pool, as Cognito issues it when the user signs in.
 *
 * Sources: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 * and https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export async function createToken(options: CreateTokenOptions): Promise<string> {
  const { model, keys, clock, use = "access", groups = [], scopes } = options;
  const pool = requireUserPool(model, options.pool);
  const client = findClient(model, pool, options.client);
  checkToken(options);
  const clientId = client?.id ?? generateId(`${pool.resource.address} client`, 26);
  const subject = subjectOf(pool, options.user);
  const issuedAt = Math.floor(clock.now() / 1000);
  const claims = {
    sub: subject.sub,
    ...(groups.length > 0 && { "cognito:groups": groups }),
    iss: pool.issuer,
    origin_jti: randomUUID(),
    event_id: randomUUID(),
    token_use: use,
    auth_time: issuedAt,
    iat: issuedAt,
    exp: issuedAt + (options.ttlSeconds ?? validitySeconds(client?.resource.values ?? {}, use)),
    jti: randomUUID(),
    ...(use === "access"
      ? {
          client_id: clientId,
          scope: (scopes ?? ["aws.cognito.signin.user.admin"]).join(" "),
          username: subject.username,
        }
      : {
          aud: clientId,
          "cognito:username": subject.username,
          ...rolesOf(model, pool, groups),
          ...subject.attributes,
        }),
  };
  return signToken(await keys.of(pool.id), claims);
}

function checkToken({ user, use, scopes, ttlSeconds }: CreateTokenOptions): void {
  const where = "serverform local token";
  if (user === "")
    fail(where, "prop-required", "--user", { remedy: "Name the user: --user ada@example.com." });
  if (use === "id" && scopes !== undefined && scopes.length > 0)
    fail(where, "local-id-token-scopes", "--scope", {});
  if (ttlSeconds !== undefined && !(Number.isInteger(ttlSeconds) && ttlSeconds > 0)) {
    fail(where, "out-of-range", "--ttl", { value: ttlSeconds, range: "1 second and more" });
  }
}

/** A user has the same subject in every run. */
function subjectOf({ id, resource }: UserPool, user: string): Subject {
  const sub = generateUuid(`${id} ${user}`);
  const signsInWith = texts(resource.values, "username_attributes");
  const attributes = /@/.test(user)
    ? { email: user, email_verified: true }
    : /^\+\d+$/.test(user)
      ? { phone_number: user, phone_number_verified: true }
      : {};
  // If users sign in with an address instead of a name, Cognito uses the subject as the name.
  const isNamedBySub = Object.keys(attributes).some((attribute) => signsInWith.includes(attribute));
  return { sub, username: isNamedBySub ? sub : user, attributes };
}

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
