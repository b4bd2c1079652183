import * as fs from "node:fs";
import * as path from "node:path";
import { foldersUpwards } from "../../../bundle";
import { packageName } from "../../../facts/errors/package-name";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { madeFromReference } from "../names/made-from-reference";
import type { OwningApp } from "../scope/owner";
import { bindingTarget, bindingTypes, isBindable } from ".";

/**
 * Writes the types of all bindings to the project's `node_modules`, where the package is installed.
 *
 * The file is written only if it changes, because editors and type checkers watch it.
 */
export function writeBindingTypes(app: OwningApp): void {
  const modules = findModules(app.appPath);
  if (modules === undefined) return;
  const bindings = constructsOfTree(app)
    .filter(isBindable)
    .filter((construct) => !(madeFromReference in construct))
    .map((construct) => construct[bindingTarget]());
  const folder = path.join(modules, "@types", "serverform__node");
  const file = path.join(folder, "index.d.ts");
  const text = bindingTypes(bindings);
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, "package.json"),
    '{ "name": "@types/serverform__node", "version": "0.0.0", "types": "index.d.ts" }\n',
  );
  fs.writeFileSync(file, text);
}

function findModules(from: string): string | undefined {
  for (const folder of foldersUpwards(from)) {
    const modules = path.join(folder, "node_modules");
    if (fs.existsSync(path.join(modules, packageName))) return modules;
  }
  return undefined;
}
