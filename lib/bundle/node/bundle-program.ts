import { dirname } from "node:path";
import { type BuildFailure, buildSync } from "esbuild";
import { formatErrors } from "./esbuild/esbuild-messages";

/** A program and where its bundle goes. */
export interface Program {
  /** The folder of its sources. Absolute. */
  readonly folder: string;
  /** The file, relative to the folder. */
  readonly entry: string;
  /** Text that replaces the file. @default - the file itself */
  readonly text?: string | undefined;
  /** The bundle of the entry has the same path below this folder. Absolute. */
  readonly outdir: string;
}

const banner =
  'import { createRequire as serverformCreateRequire } from "node:module"; const require = serverformCreateRequire(import.meta.url);';

/**
 * Bundles a Node program with the packages that it imports, as ES modules with the ending `.mjs`. Modules that it imports
 * later are files of their own. Returns what is wrong.
 */
export function bundleProgram({ folder, entry, text, outdir }: Program): readonly string[] {
  const out = entry.replace(/\.[^./]+$/, "");
  try {
    buildSync({
      absWorkingDir: folder,
      ...(text === undefined
        ? { entryPoints: [{ in: `./${entry}`, out }] }
        : { stdin: { contents: text, resolveDir: folder, sourcefile: entry, loader: "js" } }),
      ...(text === undefined ? { outdir, splitting: true } : { outfile: `${outdir}/${out}.mjs` }),
      outExtension: { ".js": ".mjs" },
      chunkNames: "chunks/[hash]",
      bundle: true,
      platform: "node",
      target: "node22",
      format: "esm",
      mainFields: ["module", "main"],
      conditions: ["module"],
      define: { "process.env.NODE_ENV": '"production"' },
      minify: true,
      banner: { js: banner },
      logLevel: "silent",
      logLimit: 0,
    });
    return [];
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    return [formatErrors(errors)];
  }
}

/** A bundled module as text, or why it cannot be bundled. */
interface BundledText {
  readonly errors: readonly string[];
  /** Undefined if there are errors. */
  readonly text: string | undefined;
}

/**
 * Bundles a file and the files that it imports into one module, for a runtime that is not Node.
 *
 * @param external - modules that the runtime has
 * @param globalName - a variable of the text that holds the exports. @default - the text is a module
 */
export function bundleText(file: string, external: readonly string[], globalName?: string): BundledText {
  try {
    const { outputFiles } = buildSync({
      absWorkingDir: dirname(file),
      entryPoints: [file],
      bundle: true,
      ...(globalName === undefined ? { format: "esm" } : { format: "iife", globalName }),
      platform: "neutral",
      target: "esnext",
      charset: "utf8",
      external: [...external],
      write: false,
      logLevel: "silent",
      logLimit: 0,
    });
    return { errors: [], text: outputFiles[0]?.text ?? "" };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    return { errors: [formatErrors(errors)], text: undefined };
  }
}
