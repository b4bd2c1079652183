import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { refusals } from "../errors";
import type { ClientSettings } from "../settings/client-settings";

/** Six digits, as in mails and messages. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** The value of `SECRET_HASH` for a user name. */
export function secretHash(secret: string, username: string, clientId: string): string {
  return createHmac("sha256", secret)
    .update(username + clientId)
    .digest("base64");
}

/** Whether two secrets are equal; takes the same time for all of them. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [one, other].map((each) => createHash("sha256").update(each).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** A new secret of an authenticator app, as such apps take it. */
export function createTotpSecret(): string {
  return [...randomBytes(52)].map((byte) => alphabet[byte % 32]).join("");
}

/** The code that an authenticator app shows at a time. Source: https://www.rfc-editor.org/rfc/rfc6238 */
export function totpCode(secret: string, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / stepMs)));
  const digest = createHmac("sha1", base32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

/** The step of time of a code; undefined for a wrong code. Clocks may differ by one step. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  const steps = [0, -1, 1].map((step) => nowMs + step * stepMs);
  const found = steps.find((each) => each >= 0 && totpCode(secret, each) === code);
  return found === undefined ? undefined : Math.floor(found / stepMs);
}

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Refuses a request of a client with a secret that does not prove the secret, for one of the names of the user. */
export function checkSecretHash(
  { id, secret }: ClientSettings,
  names: string | readonly string[],
  given: string | undefined,
): void {
  if (secret === undefined) {
    if (given !== undefined)
      throw refusals.notAuthorized(`Client ${id} is not configured with secret but SECRET_HASH was received`);
    return;
  }
  if (given === undefined)
    throw refusals.notAuthorized(`Client ${id} is configured with secret but SECRET_HASH was not received`);
  const isProved = [names].flat().some((name) => isSameSecret(secretHash(secret, name, id), given));
  if (!isProved) throw refusals.notAuthorized(`Unable to verify secret hash for client ${id}`);
}
