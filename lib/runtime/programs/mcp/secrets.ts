import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** A secret of 256 bits, in characters that are valid in addresses. */
export const createSecret = (): string => randomBytes(32).toString("base64url");

/** The name of a secret in the table, which does not reveal the secret. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const ivLength = 12;
const tagLength = 16;

const keyFor = (secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", "serverform mcp authority", 32));

/** Encrypts a text with a secret that only the client knows. */
export function seal(secret: string, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret), iv);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Decrypts a text of `seal`. Throws for another secret. */
export function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret), bytes.subarray(0, ivLength));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString(
    "utf8",
  );
}
