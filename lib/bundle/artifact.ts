import type { Loader } from "esbuild";
import type { ModuleFormat } from "./node/module-format";

/** Commands that run before and after the bundling of one folder, in the source folder. */
export interface ArtifactHooks {
  /** Runs first, for example to generate code. */
  readonly beforeBundling?: ArtifactHook;
  /** Runs before packages are installed into the deployed folder. */
  readonly beforeInstall?: ArtifactHook;
  /** Runs when the deployed folder is complete. */
  readonly afterBundling?: ArtifactHook;
}

/** Returns shell commands. They run one after the other, until one fails. */
export type ArtifactHook = (inputDir: string, outputDir: string) => readonly string[];

/** A file or folder to deploy with the code. */
export interface CopiedFile {
  /** Relative to `srcPath`. */
  readonly from: string;
  /**
   * Relative to the root of the deployed folder.
   *
   * @default - the same as `from`
   */
  readonly to?: string;
}

interface ArtifactBase {
  /** Absolute; created, and emptied first if it exists. */
  readonly outDir: string;
  /**
   * Absolute; the later place of `outDir`. If it exists with the same content, `outDir` may stay empty.
   *
   * @default - `outDir` is always filled
   */
  readonly formerDir?: string;
  /** Absolute; the folder of cdktf.json. */
  readonly appPath: string;
  /** Relative to `appPath`, with `/`; `"."` for `appPath` itself. */
  readonly srcPath: string;
  readonly functions: readonly BundledFunction[];
  readonly runtime: string;
  readonly architecture: "x86_64" | "arm64";
  readonly copyFiles: readonly CopiedFile[];
  readonly hooks?: ArtifactHooks;
  /** Whether the wrapper of `serverform start` is next to the code. @default false */
  readonly hasWrapper?: boolean;
  /** The prop that names the source, for errors: layers have `code`. @default "srcPath" */
  readonly sourceProp?: "code";
}

export interface BundledFunction {
  /** Path of the construct, for errors. */
  readonly owner: string;
  /** As the caller wrote it. */
  readonly handler: string;
}

/** One entry file, bundled by esbuild to `<outDir>/<srcPath>/<entry>.js`. */
export interface NodeArtifact extends ArtifactBase {
  readonly kind: "node";
  /** Relative to `srcPath`, with `/` and the extension: `functions/notes.ts`. */
  readonly entry: string;
  /**
   * Whether the entry is a file of this package instead: `entry` is its name in `lib/runtime`, without the extension. Its
   * packages may also be installed in the app.
   *
   * @default false
   */
  readonly isOfPackage?: boolean;
  readonly format: ModuleFormat;
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly splitting: boolean;
  readonly keepNames: boolean;
  readonly loader?: Readonly<Record<string, Loader>>;
  readonly banner?: string;
  readonly define?: Readonly<Record<string, string>>;
  /** Neither bundled nor installed. */
  readonly externalModules: readonly string[];
  /** Installed instead of bundled. */
  readonly nodeModules: readonly string[];
  /** A module that exports an array of esbuild plugins, relative to `appPath`. */
  readonly plugins?: string;
}

/** The content of `srcPath` and the packages that it requires. */
export interface PythonArtifact extends ArtifactBase {
  readonly kind: "python";
  /**
   * Shell commands that fill the deployed folder, which is their working directory.
   *
   * @default - packages are installed from `requirements.txt`, `Pipfile.lock`, `poetry.lock`, `uv.lock` or `pylock.toml`
   */
  readonly installCommands?: readonly string[];
  /**
   * The machine that runs the packages. This one may have another Python or another platform than the function.
   *
   * @default "function"
   */
  readonly packagesFor?: "this-machine";
  /** Where the content goes in the deployed folder: a layer has a folder for each language. @default - its root */
  readonly folder?: "python";
}

/** One program, which becomes `<outDir>/bootstrap`. */
export interface GoArtifact extends ArtifactBase {
  readonly kind: "go";
}

/** The output of `dotnet publish`. */
export interface DotnetArtifact extends ArtifactBase {
  readonly kind: "dotnet";
}

/** The content of the zip that Gradle builds. */
export interface JavaArtifact extends ArtifactBase {
  readonly kind: "java";
  readonly buildTask: string;
  /** Relative to the build folder of Gradle. */
  readonly buildOutputDir: string;
}

/** The content of `srcPath`, a folder or a zip, unchanged. */
export interface PrebuiltArtifact extends ArtifactBase {
  readonly kind: "prebuilt";
}

/** The content of `srcPath` and the packages of its `package.json`, for a layer: `<outDir>/nodejs`. */
export interface NodePackagesArtifact extends ArtifactBase {
  readonly kind: "node-packages";
}

/** One folder of deployable code; several functions may share it. */
export type Artifact =
  | NodeArtifact
  | PythonArtifact
  | GoArtifact
  | DotnetArtifact
  | JavaArtifact
  | PrebuiltArtifact
  | NodePackagesArtifact;
