import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildFailure, buildSync } from "esbuild";
import { formatErrors } from "./esbuild/esbuild-messages";

/** The exports of a JavaScript file, as far as its text shows them. */
export interface ModuleExports {
  /** Syntax errors with file, line and column; undefined without errors. */
  readonly errors: string | undefined;
  /** Names of its exports. For a module that exports one object, as CommonJS does, the words that may be its members. */
  readonly names: readonly string[];
}

/**
 * Reads the exports of a file, without running it.
 *
 * @param file - relative to the folder; errors name it so
 */
export function readModuleExports(folder: string, file: string): ModuleExports {
  try {
    const { metafile } = buildSync({
      absWorkingDir: folder,
      entryPoints: [`./${file}`],
      outdir: folder,
      format: "esm",
      platform: "node",
      write: false,
      metafile: true,
      logLevel: "silent",
      logLimit: 0,
    });
    const names = Object.values(metafile.outputs).flatMap(({ exports }) => exports);
    // The members of an object are known only when the module runs; CommonJS has a default export here.
    const isOneObject = names.length === 1 && names[0] === "default";
    return { errors: undefined, names: isOneObject ? wordsIn(join(folder, file)) : names };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    return { errors: formatErrors(errors), names: [] };
  }
}

function wordsIn(file: string): readonly string[] {
  return [...new Set(readFileSync(file, "utf8").match(/[A-Za-z_$][\w$]*/g))];
}

/**
 * Whether a source file is a CommonJS module: it uses `exports`, `module` or `require` at its top and has no statement of ES
 * modules.
 *
 * False for an unreadable file, whose error the bundler reports.
 */
export function isCommonJs(file: string): boolean {
  let source: string;
  try {
    source = readFileSync(file, "utf8");
  } catch {
    return false;
  }
  const code = source.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/^\s*\/\/.*$/gm, " ");
  return (
    /\b(?:module\.exports|exports\s*[.[])/.test(code) &&
    !/(?:^|[;}])\s*(?:import|export)(?=[\s*{"'])/m.test(code)
  );
}
