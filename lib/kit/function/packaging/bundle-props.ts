import type { MapOf } from "../../core/checks/absence";
/** A file or folder that is packaged with the code. */
export interface CopyFile {
  /** Relative to `srcPath`. */
  readonly from: string;
  /** Relative to the root of the package. @default - the same as `from` */
  readonly to?: string | undefined;
}

/** Returns commands that run in `srcPath`, one after the other in one shell, until one fails. */
export type CommandHook = (inputDir: string, outputDir: string) => string[];

/** Commands that run before and after the bundling of a Node function. */
export interface CommandHooks {
  /** Before the code is bundled. @default - none */
  readonly beforeBundling?: CommandHook | undefined;
  /** Before `nodeModules` are installed. @default - none */
  readonly beforeInstall?: CommandHook | undefined;
  /** After the code is bundled, before the package is zipped. @default - none */
  readonly afterBundling?: CommandHook | undefined;
}

/** Alternative form of `CommandHooks`. */
export interface NodeHooks {
  /** Before the code is bundled: `commandHooks.beforeBundling`. @default - none */
  readonly beforeBuild?: CommandHook | undefined;
  /** After the code is bundled: `commandHooks.afterBundling`. @default - none */
  readonly afterBuild?: CommandHook | undefined;
}

/** Options with which esbuild bundles a Node function. */
export interface BundleProps {
  /**
   * Module format of the bundle.
   *
   * @default - the format that Node reads the handler file in: `.mts`, `.mjs` and files of a project with `"type": "module"` are ES modules
   */
  readonly format?: "cjs" | "esm" | undefined;
  /** Whether the code is minified. @default true */
  readonly minify?: boolean | undefined;
  /** Adds source maps to the package. @default false */
  readonly sourcemap?: boolean | undefined;
  /** esbuild loaders by file extension. @default - esbuild's own */
  readonly loader?: MapOf<string> | undefined;
  /** Text at the beginning of the bundle. @default - none */
  readonly banner?: string | undefined;
  /** Modules that are neither bundled nor installed, for example those of a layer. @default [] */
  readonly externalModules?: readonly string[] | undefined;
  /**
   * Modules that are installed into the package instead of being bundled, for example those with binaries.
   *
   * npm installs them, and what they depend on, in the versions of the lock file, for Linux and the function's architecture. The
   * lock file may be of npm, Yarn, pnpm or Bun (`bun.lock`). Patches of Yarn, pnpm and Bun are applied.
   *
   * @default []
   */
  readonly nodeModules?: readonly string[] | undefined;
  /** @default - none */
  readonly esbuildConfig?:
    | {
        /** Replaces expressions with constants. @default - none */
        readonly define?: MapOf<string> | undefined;
        /** Keeps the names of functions and classes when minified. @default false */
        readonly keepNames?: boolean | undefined;
        /** Module, relative to the project, that exports an array of esbuild plugins. @default - none */
        readonly plugins?: string | undefined;
      }
    | undefined;
  /** Commands that run before and after the bundling. @default - none */
  readonly commandHooks?: CommandHooks | undefined;
  /** Files and folders that are copied into the package. @default [] */
  readonly copyFiles?: readonly CopyFile[] | undefined;
}

/** Alternative form of some options of `BundleProps`. */
export interface NodeProps {
  /**
   * Module format of the bundle.
   *
   * @default - the format that Node reads the handler file in: `.mts`, `.mjs` and files of a project with `"type": "module"` are ES modules
   */
  readonly format?: "cjs" | "esm" | undefined;
  /** Whether the code is minified. @default true */
  readonly minify?: boolean | undefined;
  /** Whether the package contains a source map. @default false */
  readonly sourcemap?: boolean | undefined;
  /** Shares code between dynamic imports; `esm` only. @default false */
  readonly splitting?: boolean | undefined;
  /** The loader of esbuild for files, by extension: `{ ".png": "file" }`. @default - esbuild's own */
  readonly loader?: MapOf<string> | undefined;
  /** Code at the beginning of the bundle. @default - none */
  readonly banner?: string | undefined;
  /** Modules that are installed into the package instead of being bundled. @default [] */
  readonly install?: readonly string[] | undefined;
  /** @default - none */
  readonly esbuild?:
    | {
        /** Modules that are neither bundled nor installed. @default [] */
        readonly external?: readonly string[] | undefined;
        /** Values that replace global names in the code: `{ VERSION: '"1"' }`. @default - none */
        readonly define?: MapOf<string> | undefined;
        /** Whether functions and classes keep their names when the code is minified. @default false */
        readonly keepNames?: boolean | undefined;
        /** Path of a module whose default export is a list of esbuild plugins. @default - none */
        readonly plugins?: string | undefined;
      }
    | undefined;
}

/** Options for packaging a Python function. */
export interface PythonBundleProps {
  /** Replaces the default installation of dependencies. @default [] */
  readonly installCommands?: readonly string[] | undefined;
  /** Files and folders that are copied into the package. @default [] */
  readonly copyFiles?: readonly CopyFile[] | undefined;
}

/** Options for packaging a Java function. */
export interface JavaBundleProps {
  /** Gradle task. @default "build" */
  readonly buildTask?: string | undefined;
  /** Folder in the build directory that contains the zip. @default "distributions" */
  readonly buildOutputDir?: string | undefined;
  /** Deploys to a custom runtime instead of the Java runtime. @default - the Java runtime */
  readonly experimentalUseProvidedRuntime?: "provided" | "provided.al2" | undefined;
  /** Files and folders that are copied into the package. @default [] */
  readonly copyFiles?: readonly CopyFile[] | undefined;
}
