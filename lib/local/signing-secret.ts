import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileName = "signing-secret";
/** 32 bytes in base64url. */
const wellFormed = /^[\w-]{43}$/;

/**
 * The secret that signs all local credentials of a project. It is created once, readable only by its owner, and ignored by git.
 *
 * @param folder - `.serverform/local` of the project
 */
export function signingSecretIn(folder: string): string {
  const keys = join(folder, "keys");
  const file = join(keys, fileName);
  const known = readSecret(file);
  if (known !== undefined) return known;
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  if (!existsSync(join(keys, ".gitignore"))) writeFileSync(join(keys, ".gitignore"), "*\n");
  const secret = randomBytes(32).toString("base64url");
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 });
  try {
    // If two processes create a secret at the same time, both use the first one.
    if (existsSync(file)) rmSync(file);
    linkSync(draft, file);
    return secret;
  } catch {
    return readSecret(file) ?? secret;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Undefined without a valid file. */
function readSecret(file: string): string | undefined {
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return wellFormed.test(text) ? text : undefined;
}
