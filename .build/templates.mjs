// Copies the templates of `serverform init` beside the compiled command, as they are: they are the files of its users.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const path = "cli/init/templates";
const lib = fileURLToPath(new URL("../lib", import.meta.url));

for (const dist of process.argv.slice(2)) {
  rmSync(join(dist, path), { recursive: true, force: true });
  cpSync(join(lib, path), join(dist, path), { recursive: true });
}
