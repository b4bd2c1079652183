import { createHash, createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";
import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model";

/** The signing key of a user pool. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** The public key, as Cognito publishes it. */
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/** The name of the key of an issuer that is not a user pool of the app. */
export const keyNameOf = (issuer: string): string =>
  `issuer-${createHash("sha256").update(issuer).digest("hex")}`;

/**
 * The keys of the user pools, and of other issuers whose tokens the app accepts. They are created once and kept in files, so that tokens stay valid in the next run.
 *
 * The keys are trusted on this machine only; still, only their owner can read them.
 */
export class PoolKeys {
  private readonly keys = new Map<string, Promise<SigningKey>>();

  constructor(
    /** Folder of the keys: `.serverform/local` of the project. */
    private readonly folder: string,
  ) {}

  /** The key of a pool; created on first use. */
  of(poolId: string): Promise<SigningKey> {
    let key = this.keys.get(poolId);
    if (key === undefined) {
      key = this.load(poolId);
      // Forgets a failure, such as a full disk, so that the next call tries again.
      key.catch(() => this.keys.delete(poolId));
      this.keys.set(poolId, key);
    }
    return key;
  }

  /** The key of a pool or issuer, if a process has created it. */
  async find(poolId: string): Promise<SigningKey | undefined> {
    const known = this.keys.get(poolId);
    if (known !== undefined) return known;
    const key = await readKey(this.fileOf(poolId));
    if (key !== undefined) this.keys.set(poolId, Promise.resolve(key));
    return key;
  }

  /** Waits until no key is being written; never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.keys.values());
  }

  private fileOf(poolId: string): string {
    return path.join(this.folder, "keys", `${poolId.replace(/[^\w-]/g, "_")}.json`);
  }

  private async load(poolId: string): Promise<SigningKey> {
    const file = this.fileOf(poolId);
    return (await readKey(file)) ?? (await this.make(file));
  }

  private async make(file: string): Promise<SigningKey> {
    const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    await fs.writeFile(draft, `${JSON.stringify(privateKey.export({ format: "jwk" }))}\n`, { mode: 0o600 });
    try {
      // If two processes create a key at the same time, both use the first one.
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

/** Undefined without a valid key in the file; a new key then replaces it. */
async function readKey(file: string): Promise<SigningKey | undefined> {
  try {
    const jwk = jsonOf(await fs.readFile(file, "utf8"));
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
