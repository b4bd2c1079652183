import type { Loader } from "esbuild";

/** Commands to run around the bundling of one folder, in the source folder. */
export interface ArtifactHooks {
  /** Before anything else, for example to generate code. */
  readonly beforeBundling?: ArtifactHook;
  /** Before packages are installed into the deployed folder. */
  readonly beforeInstall?: ArtifactHook;
  /** When the deployed folder is complete. */
  readonly afterBundling?: ArtifactHook;
}

/** Gives shell commands; they run one after the other, until one fails. */
export type ArtifactHook = (inputDir: string, outputDir: string) => readonly string[];

/** A file or folder to deploy beside the code. */
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
  /** Absolute; the folder of cdktf.json. */
  readonly appPath: string;
  /** Relative to `appPath`, with `/`; `"."` for `appPath` itself. */
  readonly srcPath: string;
  /** The functions that are deployed with this folder. */
  readonly functions: readonly BundledFunction[];
  readonly runtime: string;
  readonly architecture: "x86_64" | "arm64";
  readonly copyFiles: readonly CopiedFile[];
  readonly hooks?: ArtifactHooks;
}

export interface BundledFunction {
  /** Path of the construct, which failures name. */
  readonly owner: string;
  /** As the caller wrote it. */
  readonly handler: string;
}

/** One entry file, bundled by esbuild to `<outDir>/<srcPath>/<entry>.js`. */
export interface NodeArtifact extends ArtifactBase {
  readonly kind: "node";
  /** Relative to `srcPath`, with `/` and the file's ending: `functions/notes.ts`. */
  readonly entry: string;
  readonly format: "cjs" | "esm";
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly splitting: boolean;
  readonly keepNames: boolean;
  readonly loader?: Readonly<Record<string, Loader>>;
  readonly banner?: string;
  readonly define?: Readonly<Record<string, string>>;
  /** Left out of the bundle, and not installed. */
  readonly externalModules: readonly string[];
  /** Left out of the bundle, and installed beside it. */
  readonly nodeModules: readonly string[];
  /** A module that exports an array of esbuild plugins, relative to `appPath`. */
  readonly plugins?: string;
}

/** The content of `srcPath` and the packages that it asks for. */
export interface PythonArtifact extends ArtifactBase {
  readonly kind: "python";
  /**
   * Shell commands that fill the deployed folder, which is their working directory.
   *
   * @default - packages are installed from `requirements.txt`, `Pipfile` or `poetry.lock`
   */
  readonly installCommands?: readonly string[];
}

/** One program, which becomes `<outDir>/bootstrap`. */
export interface GoArtifact extends ArtifactBase {
  readonly kind: "go";
}

/** What `dotnet publish` leaves. */
export interface DotnetArtifact extends ArtifactBase {
  readonly kind: "dotnet";
}

/** What is in the zip that Gradle builds. */
export interface JavaArtifact extends ArtifactBase {
  readonly kind: "java";
  readonly buildTask: string;
  /** Below Gradle's build folder. */
  readonly buildOutputDir: string;
}

/** The content of `srcPath`, a folder or a zip, as it is. */
export interface PrebuiltArtifact extends ArtifactBase {
  readonly kind: "prebuilt";
}

/** One folder of deployable code; several functions may share it. */
export type Artifact =
  | NodeArtifact
  | PythonArtifact
  | GoArtifact
  | DotnetArtifact
  | JavaArtifact
  | PrebuiltArtifact;
