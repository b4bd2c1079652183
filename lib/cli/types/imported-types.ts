import { relative } from "node:path";
import { exportNameOf, findEntry } from "../../bundle/node/handler";
import type { FunctionSettings } from "../../local/invoke";
import { variablesOf } from "../openapi/described-routes";
import { keyText } from "./names";

/** The folders between which types are imported. */
export interface TypesPlace {
  /** The folder of the project. */
  readonly root: string;
  /** The folder of the file. */
  readonly folder: string;
}

/** The type of a route from its handler: `RouteOf<typeof import("./functions/notes.js").get, { id: string }>`. */
export function importedType(path: string, handler: string): string {
  const variables = variablesOf(path).map((name) => `${keyText(name)}: string`);
  return variables.length === 0 ? `RouteOf<${handler}>` : `RouteOf<${handler}, { ${variables.join("; ")} }>`;
}

/** The type of a handler, or why it is not known. Functions in other languages have no type. */
export function handlerType(
  { runtime = "", handler }: FunctionSettings,
  { root, folder }: TypesPlace,
): { readonly type: string } | { readonly reason: string } {
  if (!runtime.startsWith("nodejs")) return { type: "unknown" };
  const file = findEntry(root, ".", handler);
  if (file === undefined) return { reason: "its source is not in this project" };
  if (!/\.[cm]?tsx?$/.test(file)) return { reason: "it is written in JavaScript" };
  return {
    type: `typeof import(${JSON.stringify(specifierOf(folder, root, file))}).${exportNameOf(handler, file)}`,
  };
}

/** Compilers find a source by the name of its compiled file, in all kinds of projects. */
function specifierOf(folder: string, root: string, file: string): string {
  const path = relative(folder, `${root}/${file}`).replaceAll("\\", "/");
  const compiled = path.replace(/\.([cm]?)tsx?$/, ".$1js");
  return compiled.startsWith(".") ? compiled : `./${compiled}`;
}
