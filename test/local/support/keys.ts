import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PoolKeys } from "../../../lib/local/identities";

let keys: PoolKeys | undefined;

/** Keys of user pools, which last as long as the tests of a file. */
export function testKeys(): PoolKeys {
  if (keys !== undefined) return keys;
  const folder = mkdtempSync(join(tmpdir(), "serverform-keys-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  keys = new PoolKeys(folder);
  return keys;
}
