import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nodeVersionOf } from "../../facts/aws/runtimes";
import { foldersUpwards, textOfFile } from "../files/list-files";

export type ModuleFormat = "cjs" | "esm";

const formatOfEnding: Readonly<Record<string, ModuleFormat>> = {
  ".mts": "esm",
  ".mjs": "esm",
  ".cts": "cjs",
  ".cjs": "cjs",
};

const formatOfType: Readonly<Record<string, ModuleFormat>> = { module: "esm", commonjs: "cjs" };

/**
 * The first runtime that loads ES modules.
 *
 * Source: https://aws.amazon.com/blogs/compute/using-node-js-es-modules-and-top-level-await-in-aws-lambda/
 */
export const firstNodeWithModules = 14;

/** Whether a Node runtime loads ES modules at all. */
export const loadsModules = (runtime: string): boolean =>
  (nodeVersionOf(runtime) ?? firstNodeWithModules) >= firstNodeWithModules;

/** The first runtime in which an import finds modules of the runtime and of layers. It has version 3 of the AWS SDK. */
const firstNodeWithImports = 18;

/**
 * Whether an import finds modules of the runtime and of layers; `require` does in each runtime.
 *
 * Source: https://aws.amazon.com/blogs/compute/node-js-18-x-runtime-now-available-in-aws-lambda/
 */
export const importsOutside = (runtime: string): boolean =>
  (nodeVersionOf(runtime) ?? firstNodeWithImports) >= firstNodeWithImports;

/** The format that the extension of a file determines; undefined for `.ts`, `.js` and others. */
export const formatOfExtension = (file: string): ModuleFormat | undefined =>
  formatOfEnding[/\.[^./]+$/.exec(file)?.[0] ?? ""];

/** The `type` of a package.json, which applies to the files next to it and below it. */
export interface ModuleType {
  /** The package.json; absolute. */
  readonly file: string;
  /** Undefined if the file has no `type`: it is CommonJS. */
  readonly type: unknown;
  /** The line of `type`, from 1. */
  readonly line: number;
  /** Undefined for an unknown type. */
  readonly format: ModuleFormat | undefined;
  /** The reason why the file cannot be read. Undefined if it can. */
  readonly problem: string | undefined;
}

/**
 * The package.json that Node reads to decide whether a `.js` file is an ES module: the nearest one, whether or not it has a `type`.
 *
 * Node does not look beyond a folder of installed packages: https://nodejs.org/api/packages.html#determining-module-system
 */
export function findModuleType(file: string): ModuleType | undefined {
  for (const folder of foldersUpwards(dirname(realPath(file)))) {
    if (basename(folder) === "node_modules") return undefined;
    const manifest = join(folder, "package.json");
    const text = textOfFile(manifest);
    if (text !== undefined) return readType(manifest, text);
  }
  return undefined;
}

function readType(file: string, text: string): ModuleType {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { file, type: undefined, line: 1, format: undefined, problem: (error as Error).message };
  }
  const { type } = Object(content) as { readonly type?: unknown };
  const format = type === undefined ? "cjs" : typeof type === "string" ? formatOfType[type] : undefined;
  return { file, type, line: format === undefined ? lineOfType(text) : 1, format, problem: undefined };
}

/** The line of the manifest's own `type`: its `repository` and other members may also have one. */
function lineOfType(text: string): number {
  let depth = 0;
  let at = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && token === '"type"' && /^\s*:/.test(text.slice(index + token.length))) at = index;
  }
  return text.slice(0, at).split("\n").length;
}

function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/**
 * Stops Node's search for a package.json above folders of code.
 *
 * Lambda treats code without its own package.json as CommonJS. On this machine, a package.json of the project with `"type":
 * "module"` would change that. The file is next to the code, so it is not deployed.
 */
export function endModuleSearch(folder: string): void {
  const file = join(folder, "package.json");
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{ "type": "commonjs" }\n');
}
