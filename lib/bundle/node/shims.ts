import { nodeVersionOf } from "../../facts/aws/runtimes";
import type { ModuleFormat } from "./module-format";

export interface ShimFacts {
  readonly format: ModuleFormat;
  readonly runtime: string;
  /** The caller's text at the beginning of the bundle. */
  readonly banner?: string | undefined;
}

export const shimFactsOf = ({ format, runtime, banner }: ShimFacts): ShimFacts => ({
  format,
  runtime,
  banner,
});

/** Code at the beginning of a bundle that contains one of the texts. */
interface Shim {
  readonly code: string;
  readonly signs: readonly string[];
}

/** The first runtime all of whose versions have `import.meta.dirname` and `import.meta.filename`. */
const firstNodeWithPaths = 22;

/** Names that sources do not use. */
const names = { meta: "serverformImportMeta", file: "serverformFilename", folder: "serverformDirname" };

const importMeta: Shim = {
  code: `var ${names.meta}={__proto__:null,dirname:__dirname,filename:__filename,url:require("url").pathToFileURL(__filename).href};`,
  signs: [names.meta],
};

/** esbuild's check for `require` in a bundle that calls it. */
const requireFunction: Shim = {
  code: 'import{createRequire as serverformCreateRequire}from"module";const require=serverformCreateRequire(import.meta.url);',
  signs: ["typeof require"],
};

const paths: Shim = {
  code:
    'import{fileURLToPath as serverformFileOf}from"url";import{dirname as serverformFolderOf}from"path";' +
    `const ${names.file}=serverformFileOf(import.meta.url),${names.folder}=serverformFolderOf(${names.file});`,
  signs: [names.file, names.folder],
};

const hasPaths = (runtime: string): boolean => (nodeVersionOf(runtime) ?? 0) >= firstNodeWithPaths;

/**
 * Names of the other module format, and their replacements in this one.
 *
 * Most bundles contain code of both formats, because packages use either.
 */
export function shimDefinitions({ format, runtime }: ShimFacts): Readonly<Record<string, string>> {
  if (format === "cjs") return { "import.meta": names.meta };
  if (hasPaths(runtime)) return { __dirname: "import.meta.dirname", __filename: "import.meta.filename" };
  const [folder, file] = [names.folder, names.file];
  return {
    __dirname: folder,
    __filename: file,
    "import.meta.dirname": folder,
    "import.meta.filename": file,
  };
}

/**
 * Adds the shims that a bundle uses, and moves its source map accordingly. Most bundles stay unchanged.
 *
 * @param files - all files of a build
 */
export function withShims<Output extends OutputFile>(
  files: readonly Output[],
  facts: ShimFacts,
): readonly (Output | OutputFile)[] {
  const lines = new Map(
    files.flatMap(({ path, contents }) => {
      const line = path.endsWith(".js") ? shimLine(contents, facts) : "";
      return line === "" ? [] : [[path, line] as const];
    }),
  );
  if (lines.size === 0) return files;
  return files.map((file) => {
    const { path, contents } = file;
    const line = lines.get(path);
    if (line !== undefined) return { path, contents: withLine(contents, line, facts) };
    if (!lines.has(path.replace(/\.map$/, ""))) return file;
    return { path, contents: Buffer.from(JSON.stringify(mapWithLine(parseMap(contents)))) };
  });
}

export interface OutputFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** The line that a bundle needs at its beginning; empty for most bundles. Ends with a line break. */
export function shimLine(bundle: Uint8Array, { format, runtime, banner = "" }: ShimFacts): string {
  const content = bytesOf(bundle);
  const shims =
    format === "cjs" ? [importMeta] : hasPaths(runtime) ? [requireFunction] : [requireFunction, paths];
  const needed = shims.filter(
    (shim) =>
      shim.signs.some((sign) => content.includes(sign)) ||
      (shim === requireFunction && /\brequire\b/.test(banner)),
  );
  if (needed.length === 0) return "";
  // A directive counts only at the beginning of the code.
  const start = lengthOfBanner(content, banner);
  const isStrict = content.subarray(start, start + directive.length).toString("latin1") === directive;
  const isDirective = isStrict && (banner === "" || /^\s*\/[/*]/.test(banner));
  return `${isDirective ? `${directive};` : ""}${needed.map(({ code }) => code).join("")}\n`;
}

const directive = '"use strict"';

/** Puts a line at the beginning of a bundle, below the text of the caller. */
export function withLine(bundle: Uint8Array, line: string, { banner = "" }: ShimFacts): Uint8Array {
  const content = bytesOf(bundle);
  const start = lengthOfBanner(content, banner);
  return Buffer.concat([content.subarray(0, start), Buffer.from(line), content.subarray(start)]);
}

/** The length of the interpreter line and the caller's text, which the source map does not cover. */
function lengthOfBanner(content: Buffer, banner: string): number {
  const start = content.subarray(0, 2).toString("latin1") === "#!" ? content.indexOf("\n") + 1 : 0;
  return banner === "" ? start : start + Buffer.byteLength(banner) + 1;
}

/** The source map of a bundle after a line is inserted at its start. */
export function mapWithLine<SourceMap extends { readonly mappings: string }>(map: SourceMap): SourceMap {
  return { ...map, mappings: `;${map.mappings}` };
}

const parseMap = (contents: Uint8Array): { readonly mappings: string } =>
  JSON.parse(bytesOf(contents).toString("utf8")) as { readonly mappings: string };

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
