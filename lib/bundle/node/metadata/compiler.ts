import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { findUpwards } from "../../folders-upwards";

/** The parts of TypeScript's compiler API that are used: https://github.com/microsoft/TypeScript/wiki/Using-the-Compiler-API */
export interface Compiler {
  readonly version: string;
  transpileModule(
    text: string,
    options: {
      readonly fileName: string;
      readonly reportDiagnostics: true;
      readonly compilerOptions: Readonly<Record<string, unknown>>;
    },
  ): { readonly outputText: string; readonly diagnostics?: readonly Diagnostic[] };
  convertCompilerOptionsFromJson(
    options: Readonly<Record<string, unknown>>,
    folder: string,
  ): { readonly options: Readonly<Record<string, unknown>> };
}

/** A syntax error names its file, a conflict of options does not. */
interface Diagnostic {
  readonly file?: unknown;
}

/** The compiler of a project, or its version where it has no API. Undefined if the project has none. */
export type FoundCompiler = Compiler | { readonly withoutApi: string } | undefined;

/** Loads the `typescript` that the project has installed. Version 7 has no compiler API. */
export function loadCompiler(appPath: string): FoundCompiler {
  try {
    const loaded = createRequire(join(appPath, "package.json"))("typescript") as Partial<Compiler>;
    if (typeof loaded.transpileModule === "function") return loaded as Compiler;
  } catch {
    // It is not installed, or has no main module.
  }
  const withoutApi = compilerVersion(appPath);
  return withoutApi === undefined ? undefined : { withoutApi };
}

/** The version of the `typescript` that the project has installed. It is read each time, because another one may be installed. */
export function compilerVersion(appPath: string): string | undefined {
  const manifest = findUpwards(appPath, join("node_modules", "typescript", "package.json"));
  if (manifest === undefined) return undefined;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
