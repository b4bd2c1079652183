import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether a secret is the one whose SHA-256 is known, by the name that it belongs to.
 *
 * @param hashes - JSON: `{ "<name>": "<hash in hexadecimal>" }`
 */
export function isSecretOf(name: string, secret: string, hashes: string | undefined): boolean {
  const known = new Map(Object.entries(JSON.parse(hashes ?? "{}") as Record<string, string>));
  const wanted = Buffer.from(known.get(name) ?? "", "hex");
  const given = createHash("sha256").update(secret).digest();
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
