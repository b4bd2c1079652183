import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Names and values that were given when something was encrypted, and must be given again. */
export type EncryptionContext = Readonly<Record<string, string>>;

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** The content of a ciphertext. */
export interface Decrypted {
  readonly keyArn: string;
  readonly plaintext: Buffer;
}

/** Encrypts with a key. The ciphertext names it. */
export function encryptWith(keyArn: string, plaintext: Uint8Array, context: EncryptionContext): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, materialOf(keyArn), iv).setAAD(canonical(context));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const name = Buffer.from(keyArn);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  return Buffer.concat([length, name, iv, cipher.getAuthTag(), encrypted]);
}

/** Undefined for texts that no key here has encrypted with this context. */
export function decrypt(ciphertext: Uint8Array, context: EncryptionContext): Decrypted | undefined {
  try {
    const bytes = Buffer.from(ciphertext);
    const start = 2 + bytes.readUInt16BE(0);
    const keyArn = bytes.subarray(2, start).toString();
    const iv = bytes.subarray(start, start + ivBytes);
    const tag = bytes.subarray(start + ivBytes, start + ivBytes + tagBytes);
    const decipher = createDecipheriv(algorithm, materialOf(keyArn), iv).setAAD(canonical(context));
    decipher.setAuthTag(tag);
    const encrypted = bytes.subarray(start + ivBytes + tagBytes);
    return { keyArn, plaintext: Buffer.concat([decipher.update(encrypted), decipher.final()]) };
  } catch {
    return undefined;
  }
}

/** Keys of this machine keep no secret: the same key has the same material in every run, so that data can be read again. */
const materialOf = (keyArn: string): Buffer =>
  createHash("sha256").update(`serverform local ${keyArn}`).digest();

const canonical = (context: EncryptionContext): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
