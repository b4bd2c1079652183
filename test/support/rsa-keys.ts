import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(__dirname, "../../node_modules/.cache/serverform-tests/rsa");

/** A pair of RSA keys of 2,048 bits. It is kept for later test files and runs: it takes a tenth of a second of CPU to make one. */
export function rsaKeys(name: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const file = join(folder, `${name}.pem`);
  if (!existsSync(file)) make(file);
  const privateKey = createPrivateKey(readFileSync(file, "utf8"));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Two workers may make it at the same time: the first one counts. */
function make(file: string): void {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const draft = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
