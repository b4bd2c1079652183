import { dirname } from "node:path";
import { type BuildFailure, buildSync } from "esbuild";
import { formatErrors } from "./esbuild/esbuild-messages";

/** A bundled module as text, or why it cannot be bundled. */
export interface BundledText {
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
