// Writes `serverform/client` as an ES module, too, so that a page can load it unchanged. tsc writes one format only.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const source = fileURLToPath(new URL("../lib/runtime/client.ts", import.meta.url));
const [dist = fileURLToPath(new URL("../dist", import.meta.url))] = process.argv.slice(2);
const folder = join(dist, "runtime");

const { code } = transformSync(readFileSync(source, "utf8"), {
  loader: "ts",
  format: "esm",
  target: "es2022",
});
if (/^\s*import\b/m.test(code))
  throw new Error(`${source} imports another module, which an ES module in a browser could not load.`);
writeFileSync(join(folder, "client.mjs"), code);
copyFileSync(join(folder, "client.d.ts"), join(folder, "client.d.mts"));
