import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";
import { isValues } from "../model/values";

/** The key that a user pool signs with. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** What everybody may see, as Cognito publishes it. */
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/**
 * The keys of the user pools, which are made once and kept in files, so that a token is good in the next run too.
 *
 * They vouch for nobody outside of this machine; still only their owner may read them.
 */
export class PoolKeys {
  private readonly keys = new Map<string, Promise<SigningKey>>();

  constructor(
    /** Where the keys are kept: `.serverform/local` of the project. */
    private readonly folder: string,
  ) {}

  /** The key of a pool; made when there is none yet. */
  of(poolId: string): Promise<SigningKey> {
    let key = this.keys.get(poolId);
    if (key === undefined) {
      key = this.load(poolId);
      // A disk that is full now may have room later.
      key.catch(() => this.keys.delete(poolId));
      this.keys.set(poolId, key);
    }
    return key;
  }

  /** Waits for the keys that are being made, so that nothing is written any more; never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.keys.values());
  }

  private async load(poolId: string): Promise<SigningKey> {
    const file = path.join(this.folder, "keys", `${poolId.replace(/[^\w-]/g, "_")}.json`);
    return (await readKey(file)) ?? (await this.make(file));
  }

  private async make(file: string): Promise<SigningKey> {
    const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    await fs.writeFile(draft, `${JSON.stringify(privateKey.export({ format: "jwk" }))}\n`, { mode: 0o600 });
    try {
      // Of two processes that make a key at the same time, the first one's holds for both.
      await fs.link(draft, file);
    } catch {
      const other = await readKey(file);
      if (other !== undefined) return other;
      await fs.copyFile(draft, file);
    } finally {
      await fs.rm(draft, { force: true });
    }
    return signingKey(privateKey);
  }
}

/** Undefined when there is no file, or one that holds no key: a new one takes its place then. */
async function readKey(file: string): Promise<SigningKey | undefined> {
  try {
    const jwk: unknown = JSON.parse(await fs.readFile(file, "utf8"));
    return isValues(jwk) ? await signingKey(createPrivateKey({ key: { ...jwk }, format: "jwk" })) : undefined;
  } catch {
    return undefined;
  }
}

async function signingKey(privateKey: KeyObject): Promise<SigningKey> {
  const { kty, n, e } = privateKey.export({ format: "jwk" });
  const { calculateJwkThumbprint } = await import("jose");
  const id = await calculateJwkThumbprint({ kty: "RSA", n: String(n), e: String(e) });
  return { id, privateKey, publicJwk: { alg: "RS256", e, kid: id, kty, n, use: "sig" } };
}
