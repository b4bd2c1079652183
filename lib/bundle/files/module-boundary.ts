import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Ends the search of Node for a package.json above folders of code.
 *
 * Lambda takes code without a package.json of its own as CommonJS. On this machine, a package.json of the project with
 * `"type": "module"` would say otherwise. The file is beside the code, so that it is not deployed.
 */
export function endModuleSearch(folder: string): void {
  const file = join(folder, "package.json");
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{ "type": "commonjs" }\n');
}
