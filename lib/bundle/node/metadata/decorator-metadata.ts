import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import type { OnLoadResult, PartialMessage, Plugin } from "esbuild";
import type { NodeArtifact } from "../../artifact";
import { findUpwards, textOfFile } from "../../files/list-files";
import { type TypescriptConfig, typescriptConfigFor } from "../../typescript-config";
import { sourceFileOf } from "../source-file";

/** The tsconfig.json of an artifact's entry, if it requests the types of decorated code at run time. */
export function metadataConfig(artifact: NodeArtifact): TypescriptConfig | undefined {
  const config = typescriptConfigFor(dirname(sourceFileOf(artifact)));
  return asksForMetadata(config) ? config : undefined;
}

type LookUp = typeof metadataConfig;

/** A `metadataConfig` that looks up each folder once. Use a new one for each build. */
export function metadataConfigs(): LookUp {
  const known = new Map<string, TypescriptConfig | undefined>();
  return (artifact) => {
    const folder = dirname(sourceFileOf(artifact));
    if (!known.has(folder)) known.set(folder, metadataConfig(artifact));
    return known.get(folder);
  };
}

/** An input of the bundle of an artifact. Undefined if the compiler is not used. */
export const metadataFact = (artifact: NodeArtifact, configOf: LookUp): string | undefined =>
  configOf(artifact) && `typescript ${compilerVersion(artifact.appPath) ?? "missing"}`;

const asksForMetadata = (config: TypescriptConfig | undefined): config is TypescriptConfig =>
  config?.compilerOptions.emitDecoratorMetadata === true;

/**
 * Text that may contain a decorator: `@` at the start of a statement, a member or a parameter.
 *
 * Other files are left to esbuild, which is many times faster.
 */
const mayDecorate = /(?:^|[({,;)\]}]|\b(?:export|default))[ \t]*@[\p{L}_$(]/mu;

interface Compiled {
  readonly source: string;
  readonly result: OnLoadResult;
}

/**
 * Compiles decorated files of the project with its own TypeScript if the nearest tsconfig.json sets `emitDecoratorMetadata`.
 *
 * esbuild does not emit the types, which NestJS, TypeORM and Inversify read:
 * https://esbuild.github.io/content-types/#typescript-caveats It still bundles, lowers the syntax and reports errors.
 */
export function decoratorMetadata(appPath: string): Plugin {
  const compiled = new Map<string, Compiled>();
  let compiler: { readonly found: FoundCompiler } | undefined;
  return {
    name: "decorator-metadata",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.[cm]?tsx?$/ }, ({ path }) => {
        if (path.includes(`${sep}node_modules${sep}`)) return undefined;
        // An editor may remove the file for an instant: esbuild reports it, and builds again.
        const text = textOfFile(path);
        if (text === undefined || !mayDecorate.test(text)) return undefined;
        const config = typescriptConfigFor(dirname(path));
        if (!asksForMetadata(config)) return undefined;
        const source = JSON.stringify([text, config.compilerOptions]);
        const known = compiled.get(path);
        if (known?.source === source) return known.result;
        compiler ??= { found: loadCompiler(appPath) };
        const { found } = compiler;
        if (found === undefined || "withoutApi" in found) {
          // TypeScript may be installed before the next build.
          compiler = undefined;
          return { errors: [withoutCompiler(path, text, config, found?.withoutApi)] };
        }
        const contents = compile(found, path, text, config);
        if (contents === undefined) return undefined;
        const result: OnLoadResult = { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
        compiled.set(path, { source, result });
        return result;
      });
    },
  };
}

// Values of TypeScript's enumerations, which are part of its API.
const esnext = 99;
const es2022 = 9;
const es5 = 1;
const preserveJsx = 1;

/**
 * The file as newer JavaScript with compiled decorators, and with a source map; undefined for invalid syntax, which esbuild
 * reports better.
 *
 * esbuild reads the result as TypeScript, because it may still contain imports that are only types.
 */
function compile(
  compiler: Compiler,
  path: string,
  text: string,
  { compilerOptions }: TypescriptConfig,
): string | undefined {
  const { options } = compiler.convertCompilerOptionsFromJson(compilerOptions, dirname(path));
  const { outputText, diagnostics = [] } = compiler.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      ...options,
      useDefineForClassFields: definesFields(compiler, options),
      target: esnext,
      module: esnext,
      jsx: preserveJsx,
      isolatedModules: true,
      // Otherwise the helpers are imported from a package that the project may not have.
      importHelpers: false,
      noEmitHelpers: false,
      noEmit: false,
      removeComments: false,
      sourceMap: false,
      inlineSourceMap: true,
      inlineSources: true,
      ...withoutOtherOutput,
    },
  });
  return diagnostics.some(({ file }) => file !== undefined) ? undefined : outputText;
}

const withoutOtherOutput = {
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  outDir: undefined,
  outFile: undefined,
  sourceRoot: undefined,
  mapRoot: undefined,
};

/** The target is that of esbuild, but the meaning of class fields stays that of the project's target. */
function definesFields(
  { version }: Compiler,
  { useDefineForClassFields, target }: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof useDefineForClassFields === "boolean") return useDefineForClassFields;
  const defaultTarget = Number.parseInt(version, 10) >= 6 ? esnext : es5;
  return (typeof target === "number" ? target : defaultTarget) >= es2022;
}

function withoutCompiler(
  path: string,
  text: string,
  { files: [config = "tsconfig.json"] }: TypescriptConfig,
  version: string | undefined,
): PartialMessage {
  const problem =
    version === undefined
      ? "the project has no typescript"
      : `typescript ${version} of the project has no compiler API`;
  const lines = text.split("\n");
  const at = lines.findIndex((line) => mayDecorate.test(line));
  return {
    text: `${config} sets emitDecoratorMetadata, which needs the compiler of TypeScript for files with decorators, but ${problem}.`,
    location: { file: path, line: at + 1, column: 0, lineText: lines[at] ?? "" },
    notes: [
      { text: "Install a version that has it: npm install --save-dev typescript@5" },
      { text: "If nothing reads the types of decorated code at run time, remove emitDecoratorMetadata." },
    ],
  };
}

/** The parts of TypeScript's compiler API that are used: https://github.com/microsoft/TypeScript/wiki/Using-the-Compiler-API */
interface Compiler {
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

/** A syntax error has a file, a conflict of options does not. */
interface Diagnostic {
  readonly file?: unknown;
}

/** The compiler of a project, or its version if it has no API. Undefined if the project has none. */
type FoundCompiler = Compiler | { readonly withoutApi: string } | undefined;

/** Loads the `typescript` that the project has installed. Version 7 has no compiler API. */
function loadCompiler(appPath: string): FoundCompiler {
  try {
    const loaded = createRequire(join(appPath, "package.json"))("typescript") as Partial<Compiler>;
    if (typeof loaded.transpileModule === "function") return loaded as Compiler;
  } catch {
    // It is not installed, or has no main module.
  }
  const withoutApi = compilerVersion(appPath);
  return withoutApi === undefined ? undefined : { withoutApi };
}

/** The version of the installed `typescript`. It is read each time, because it may change. */
function compilerVersion(appPath: string): string | undefined {
  const manifest = findUpwards(appPath, join("node_modules", "typescript", "package.json"));
  if (manifest === undefined) return undefined;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
