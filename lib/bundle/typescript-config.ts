import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { writtenText } from "../facts/text/written-text";
import { foldersUpwards, isFile } from "./files/list-files";

/** The `compilerOptions` of a tsconfig.json, including those that it extends. */
export interface TypescriptConfig {
  /** Absolute paths of the file and of those that it extends. */
  readonly files: readonly string[];
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

interface Written {
  readonly extends?: unknown;
  readonly compilerOptions?: unknown;
}

/** Parses JSON with comments and trailing commas. Throws an error for other texts. */
export function parseJsonWithComments(text: string): unknown {
  const plain = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1");
  return JSON.parse(plain);
}

/** The tsconfig.json for the files of a folder, as esbuild finds it: the nearest one. Undefined if no such file can be read. */
export function typescriptConfigFor(folder: string): TypescriptConfig | undefined {
  for (const each of foldersUpwards(folder)) {
    const file = ["tsconfig.json", "jsconfig.json"].map((name) => join(each, name)).find(isFile);
    if (file !== undefined) return read(file, []);
  }
  return undefined;
}

interface Known {
  readonly changedMs: number;
  readonly size: number;
  readonly written: Written | undefined;
}

/** By path. Many functions share one file. */
const known = new Map<string, Known>();

function writtenIn(file: string): Written | undefined {
  const { mtimeMs: changedMs, size } = statSync(file);
  const found = known.get(file);
  if (found?.changedMs === changedMs && found.size === size) return found.written;
  const written = parsed(file);
  known.set(file, { changedMs, size, written });
  return written;
}

function parsed(file: string): Written | undefined {
  try {
    return Object(parseJsonWithComments(writtenText(file))) as Written;
  } catch {
    // The bundler reports the error.
    return undefined;
  }
}

function read(file: string, above: readonly string[]): TypescriptConfig | undefined {
  const written = above.includes(file) ? undefined : writtenIn(file);
  if (written === undefined) return undefined;
  const parents = [written.extends ?? []].flat().flatMap((name) => {
    const place = typeof name === "string" ? placeOf(file, name) : undefined;
    return place === undefined ? [] : (read(place, [...above, file]) ?? []);
  });
  return {
    files: [file, ...parents.flatMap(({ files }) => files)],
    // The last of several values applies.
    compilerOptions: Object.assign(
      {},
      ...parents.map(({ compilerOptions }) => compilerOptions),
      written.compilerOptions,
    ) as Readonly<Record<string, unknown>>,
  };
}

/** The file that `extends` names. */
function placeOf(file: string, name: string): string | undefined {
  const folder = dirname(file);
  const forms = (path: string): readonly string[] => [path, `${path}.json`, join(path, "tsconfig.json")];
  if (/^\.{1,2}(\/|$)/.test(name) || isAbsolute(name)) return forms(resolve(folder, name)).find(isFile);
  const places = [...foldersUpwards(folder)].flatMap((each) => forms(join(each, "node_modules", name)));
  return places.find(isFile) ?? exported(file, name);
}

/** A file that a package names in its `exports`. */
function exported(file: string, name: string): string | undefined {
  try {
    return createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}
