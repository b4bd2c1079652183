import { resolve } from "node:path";
import { PoolKeys } from "../../../lib/local";

const folder = resolve(__dirname, "../../../node_modules/.cache/serverform-tests");

let keys: PoolKeys | undefined;

/** Keys of user pools. They are kept for later test files and runs: it takes a tenth of a second of CPU to make one. */
export function testKeys(): PoolKeys {
  keys ??= new PoolKeys(folder);
  return keys;
}
