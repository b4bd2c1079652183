import { jsonOf } from "../../../../facts/text/json";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import { isReadable } from "../state/attributes";
import type { User } from "../state/user";

export type ClaimSet = Readonly<Record<string, unknown>>;

/** Attributes that tokens and `/oauth2/userInfo` show for each scope of OpenID Connect. */
const ofScope: Readonly<Record<string, readonly string[]>> = {
  email: ["email", "email_verified"],
  phone: ["phone_number", "phone_number_verified"],
};
const addresses = Object.values(ofScope).flat();

/**
 * The claims about a user that a client may read.
 *
 * With scopes beside `openid`, they narrow the claims.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html
 */
export function attributeClaims(
  { settings }: Pool,
  user: User,
  client: ClientSettings,
  scopes: readonly string[] | undefined,
): ClaimSet {
  const standard = (scopes ?? []).filter((scope) => ["email", "phone", "profile"].includes(scope));
  const isShown = (name: string): boolean =>
    standard.length === 0 ||
    standard.some((scope) =>
      scope === "profile" ? !addresses.includes(name) : ofScope[scope]?.includes(name),
    );
  return Object.fromEntries(
    Object.entries(user.attributes)
      .filter(([name, value]) => value !== "" && isReadable(name, client) && isShown(name))
      .map(([name, value]) => [name, claimValue(name, value, settings.attributes.get(name)?.type)]),
  );
}

/** Custom attributes are texts in tokens, regardless of their type. */
function claimValue(name: string, value: string, type: string | undefined): unknown {
  if (name === "address") return { formatted: value };
  if (name === "identities") return jsonOf(value) ?? value;
  if (name.startsWith("custom:") || name.startsWith("dev:")) return value;
  if (type === "Boolean") return value === "true";
  return type === "Number" ? Number(value) : value;
}

/** The claims about the groups of a user. */
export interface GroupClaims {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly preferredRole: string | undefined;
}

export function groupClaims(pool: Pool, user: User): GroupClaims {
  const groups = pool.groups.of(user);
  const roles = groups.flatMap(({ roleArn }) => roleArn ?? []);
  const [first, second] = groups.filter(({ roleArn }) => roleArn !== undefined);
  // If two groups have the same precedence, neither is preferred.
  const isClear =
    second === undefined || first?.precedence !== second.precedence || first?.roleArn === second.roleArn;
  return {
    groups: groups.map(({ name }) => name),
    roles,
    preferredRole: isClear && first?.precedence !== undefined ? first.roleArn : undefined,
  };
}
