import * as fs from "node:fs";
import * as path from "node:path";
import { foldersUpwards } from "../../../bundle";
import { packageName } from "../../../facts/errors/package-name";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { bindingTarget } from "../metadata";
import { madeFromReference } from "../names/construct-name";
import type { OwningApp } from "../scope/owner";
import { type Binding, isBindable } from "./target";

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

/**
 * Type declarations for editors: the ids and variables of all constructs that can be bound.
 *
 * Sorted, so that the text changes only with the app.
 */
export function bindingTypes(bindings: readonly Binding[]): string {
  const modules = new Map<string, Map<string, Map<string, string>>>();
  for (const { client, className, id, variables, types = {} } of bindings) {
    const interfaces = modules.get(client) ?? new Map<string, Map<string, string>>();
    modules.set(client, interfaces);
    const all = { [`${className}Resources`]: variablesType(Object.keys(variables).sort()), ...types };
    for (const [name, type] of Object.entries(all)) {
      interfaces.set(name, (interfaces.get(name) ?? new Map<string, string>()).set(id, type));
    }
  }
  const declared = sortedEntries(modules).map(([client, interfaces]) => moduleText(client, interfaces));
  return `${[header, configTypes, ...declared].join("\n\n")}\n`;
}

const header = `// Written by serverform at synthesis: what your functions may be bound to. Do not edit.\nexport {};`;

const configTypes = `declare module "serverform/node/config" {
  export interface ConfigTypes {
    APP: string;
    STAGE: string;
  }
}`;

function variablesType(variables: readonly string[]): string {
  const members = variables.map((variable) => `      ${JSON.stringify(variable)}: string;\n`);
  return `{\n${members.join("")}    }`;
}

function moduleText(client: string, interfaces: Map<string, Map<string, string>>): string {
  const texts = sortedEntries(interfaces).map(([name, ids]) => {
    const members = sortedEntries(ids).map(([id, type]) => `    ${JSON.stringify(id)}: ${type};\n`);
    return `  export interface ${name} {\n${members.join("")}  }\n`;
  });
  return `declare module "serverform/node/${client}" {\n${texts.join("\n")}}`;
}

function sortedEntries<Value>(map: Map<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
