import { createSign } from "node:crypto";
import type { SigningKey } from "./pool-keys";

/** Signs a token of a user pool, with RS256 and the pool's key. */
export function signToken(key: SigningKey, claims: Readonly<Record<string, unknown>>): string {
  const header = { kid: key.id, alg: "RS256" };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key.privateKey, "base64url")}`;
}
