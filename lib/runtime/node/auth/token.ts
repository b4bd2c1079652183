import { sign, verify } from "node:crypto";

/** The purpose of a token. A token of one kind is never accepted as another kind. */
export type TokenKind = "session" | "link" | "flow";

/** The header `typ` by kind. */
const typeOf: Readonly<Record<TokenKind, string>> = { session: "JWT", link: "link+jwt", flow: "flow+jwt" };

/** A number of seconds, or a text such as `30 days`. */
export type ExpiresIn = number | string;

const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** The seconds of a lifetime; throws for a text that is not one. */
export function lifetimeSeconds(value: ExpiresIn): number {
  const [, count = "", unit = ""] = /^(\d+) (second|minute|hour|day)s?$/i.exec(String(value)) ?? [];
  const seconds = typeof value === "number" ? value : Number(count) * (unitSeconds[unit.toLowerCase()] ?? 0);
  if (Number.isInteger(seconds) && seconds > 0) return seconds;
  throw new Error(
    `expiresIn is ${JSON.stringify(value)}, which is not a lifetime. Write seconds, such as 3600, or "1 hour" or "7 days".`,
  );
}

/** Signs claims with RS512. `iat` and `exp` are added. */
export function signClaims(
  kind: TokenKind,
  privateKey: string,
  claims: object,
  lifetime: number,
  now = Date.now(),
): string {
  const iat = Math.floor(now / 1000);
  const content = [
    { alg: "RS512", typ: typeOf[kind] },
    { ...claims, iat, exp: iat + lifetime },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${content}.${sign("RSA-SHA512", Buffer.from(content), privateKey).toString("base64url")}`;
}

/** The claims of a token that one of the keys has signed and that has not expired; undefined for any other text. */
export function verifyToken(
  kind: TokenKind,
  publicKeys: readonly string[],
  token: string,
  now = Date.now(),
): Readonly<Record<string, unknown>> | undefined {
  const [header = "", payload = "", signature = "", ...more] = token.split(".");
  const { alg, typ } = parsed(header);
  if (alg !== "RS512" || typ !== typeOf[kind] || more.length > 0) return undefined;
  const content = Buffer.from(`${header}.${payload}`);
  const signed = Buffer.from(signature, "base64url");
  if (!publicKeys.some((key) => verify("RSA-SHA512", content, key, signed))) return undefined;
  const claims = parsed(payload);
  return typeof claims.exp === "number" && claims.exp * 1000 > now ? claims : undefined;
}

function parsed(part: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(part, "base64url").toString("utf8"))) as Record<string, unknown>;
  } catch {
    return {};
  }
}
