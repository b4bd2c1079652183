/** A file or folder that is packaged with the code. */
export interface CopyFile {
  /** Relative to `srcPath`. */
  readonly from: string;
  /** Relative to the root of the package. @default - the same as `from` */
  readonly to?: string;
}

/** Returns commands that run in `srcPath`, one after the other in one shell, until one fails. */
export type CommandHook = (inputDir: string, outputDir: string) => string[];

/** Commands that run before and after the bundling of a Node function. */
export interface CommandHooks {
  /** @default - none */
  readonly beforeBundling?: CommandHook;
  /** Before `nodeModules` are installed. @default - none */
  readonly beforeInstall?: CommandHook;
  /** @default - none */
  readonly afterBundling?: CommandHook;
}

/** Alternative form of `CommandHooks`. */
export interface NodeHooks {
  /** @default - none */
  readonly beforeBuild?: CommandHook;
  /** @default - none */
  readonly afterBuild?: CommandHook;
}

/** How a Node function is bundled by esbuild. */
export interface BundleProps {
  /** Module format of the bundle. @default "cjs" */
  readonly format?: "cjs" | "esm";
  /** @default true */
  readonly minify?: boolean;
  /** Adds source maps to the package. @default false */
  readonly sourcemap?: boolean;
  /** esbuild loaders by file extension. @default - esbuild's own */
  readonly loader?: Readonly<Record<string, string>>;
  /** Text at the beginning of the bundle. @default - none */
  readonly banner?: string;
  /** Modules that are neither bundled nor installed, for example those of a layer. @default [] */
  readonly externalModules?: readonly string[];
  /** Modules that are installed into the package instead of being bundled. @default [] */
  readonly nodeModules?: readonly string[];
  /** @default - none */
  readonly esbuildConfig?: {
    /** Replaces expressions with constants. @default - none */
    readonly define?: Readonly<Record<string, string>>;
    /** Keeps the names of functions and classes when minified. @default false */
    readonly keepNames?: boolean;
    /** Module, relative to the project, that exports an array of esbuild plugins. @default - none */
    readonly plugins?: string;
  };
  /** @default - none */
  readonly commandHooks?: CommandHooks;
  /** @default [] */
  readonly copyFiles?: readonly CopyFile[];
}

/** Alternative form of some options of `BundleProps`. */
export interface NodeProps {
  /** @default "cjs" */
  readonly format?: "cjs" | "esm";
  /** @default true */
  readonly minify?: boolean;
  /** @default false */
  readonly sourcemap?: boolean;
  /** Shares code between dynamic imports; `esm` only. @default false */
  readonly splitting?: boolean;
  /** @default - esbuild's own */
  readonly loader?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly banner?: string;
  /** Modules that are installed into the package instead of being bundled. @default [] */
  readonly install?: readonly string[];
  /** @default - none */
  readonly esbuild?: {
    /** Modules that are neither bundled nor installed. @default [] */
    readonly external?: readonly string[];
    /** @default - none */
    readonly define?: Readonly<Record<string, string>>;
    /** @default false */
    readonly keepNames?: boolean;
    /** @default - none */
    readonly plugins?: string;
  };
}

/** How a Python function is packaged. */
export interface PythonBundleProps {
  /** Replaces the default installation of dependencies. @default [] */
  readonly installCommands?: readonly string[];
  /** @default [] */
  readonly copyFiles?: readonly CopyFile[];
}

/** How a Java function is packaged. */
export interface JavaBundleProps {
  /** Gradle task. @default "build" */
  readonly buildTask?: string;
  /** Folder in the build directory that contains the zip. @default "distributions" */
  readonly buildOutputDir?: string;
  /** Deploys to a custom runtime instead of the Java runtime. @default - the Java runtime */
  readonly experimentalUseProvidedRuntime?: "provided" | "provided.al2";
  /** @default [] */
  readonly copyFiles?: readonly CopyFile[];
}
