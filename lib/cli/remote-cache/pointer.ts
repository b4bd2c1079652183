import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** First line of a pointer. Another form of packs or pointers gets another one. */
const mark = "serverform bundles 1";

const hexDigest = /^[0-9a-f]{64}$/;

/**
 * An artifact that names a pack, and is signed, so that only owners of the key can name another one.
 *
 * Packs are named by their content: with the name, the pack is verified, too.
 */
export function writePointer(key: string, pack: string, signatureKey: string | undefined): Buffer {
  return Buffer.from(`${mark}\n${pack}\n${tagOf(key, pack, signatureKey)}\n`);
}

/** The name of the pack. Undefined if the artifact was not written for this key, or was changed. */
export function readPointer(
  key: string,
  artifact: Buffer,
  signatureKey: string | undefined,
): string | undefined {
  const [first, pack = "", tag = ""] = artifact.toString("latin1").split("\n");
  if (first !== mark || !hexDigest.test(pack) || !hexDigest.test(tag)) return undefined;
  const expected = tagOf(key, pack, signatureKey);
  return timingSafeEqual(Buffer.from(tag), Buffer.from(expected)) ? pack : undefined;
}

function tagOf(key: string, pack: string, signatureKey: string | undefined): string {
  const hash = signatureKey === undefined ? createHash("sha256") : createHmac("sha256", signatureKey);
  return hash.update(`${mark}\n${key}\n${pack}`).digest("hex");
}
