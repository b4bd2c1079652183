import { dirname } from "node:path";
import { type BuildFailure, buildSync } from "esbuild";
import { formatErrors } from "./esbuild/esbuild-messages";

export interface Program {
  /** The absolute folder of its sources. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly entry: string;
  /** Text that replaces the file. @default - the file itself */
  readonly text?: string | undefined;
  /** Absolute folder of the bundle. Its path in the folder is that of the entry. */
  readonly outdir: string;
}

const banner =
  'import { createRequire as serverformCreateRequire } from "node:module"; const require = serverformCreateRequire(import.meta.url);';

/**
 * Bundles a Node program and its packages as ES modules with the extension `.mjs`. Modules that it imports dynamically are
 * separate files. Returns the errors.
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

/** A bundled module as text, or the reason why it cannot be bundled. */
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
