import type { Artifact, NodeArtifact } from "./artifact";
import type * as bundle from "./bundle";
import type * as written from "./cache/written-folders";
import type * as unzip from "./files/unzip";
import type * as zip from "./files/zip";
import type * as missing from "./missing-handlers";
import type * as bundledProgram from "./node/bundle-program";
import type * as bundledText from "./node/bundle-text";
import type * as early from "./node/early-bundling";
import type * as incremental from "./node/incremental";
import type * as moduleExports from "./node/module-exports";

/** Bundles folders of code; esbuild is loaded at the first call, since most programs only build constructs. */
export const bundleArtifacts: typeof bundle.bundleArtifacts = (...given) => {
  const { bundleArtifacts: run } = require("./bundle") as typeof bundle;
  return run(...given);
};

/** Bundles a Node artifact again and again; esbuild is loaded at the first call. */
export function createIncrementalBundle(
  artifact: NodeArtifact,
  mapsFolder: string,
  options: incremental.IncrementalOptions = {},
): incremental.IncrementalBundle {
  const { EsbuildIncrementalBundle } = require("./node/incremental") as typeof incremental;
  return new EsbuildIncrementalBundle(artifact, mapsFolder, options);
}

/** Loads esbuild and starts its process, so that the first incremental bundle does not wait for them. Never rejects. */
export async function startBundler(): Promise<void> {
  const { prepareEsbuild } = require("./node/incremental") as typeof incremental;
  await prepareEsbuild();
}

/** Begins to bundle artifacts in another process; what it needs is loaded at the first call. */
export function startEarlyBundling(appPath: string, artifacts: readonly Artifact[]): early.EarlyBundling {
  const { EarlyBundling } = require("./node/early-bundling") as typeof early;
  return new EarlyBundling(appPath, artifacts);
}

/** Finds what an earlier build has written to an output folder. */
export function findWrittenFolders(appPath: string, outdir: string): written.WrittenFolders {
  const { WrittenFolders } = require("./cache/written-folders") as typeof written;
  return new WrittenFolders(appPath, outdir);
}

/** Finds handlers that their file does not have; what it needs is loaded at the first call. */
export const findMissingHandlers: typeof missing.findMissingHandlers = (...given) => {
  const { findMissingHandlers: run } = require("./missing-handlers") as typeof missing;
  return run(...given);
};

/** Reads the exports of a JavaScript file; esbuild is loaded at the first call. */
export const readModuleExports: typeof moduleExports.readModuleExports = (...given) => {
  const { readModuleExports: run } = require("./node/module-exports") as typeof moduleExports;
  return run(...given);
};

/** Bundles a file into one text; esbuild is loaded at the first call. */
export const bundleText: typeof bundledText.bundleText = (...given) => {
  const { bundleText: run } = require("./node/bundle-text") as typeof bundledText;
  return run(...given);
};

/** Bundles a Node program; esbuild is loaded at the first call. */
export const bundleProgram: typeof bundledProgram.bundleProgram = (...given) => {
  const { bundleProgram: run } = require("./node/bundle-program") as typeof bundledProgram;
  return run(...given);
};

/** Zips a folder; the zip library is loaded at the first call. */
export const zipFolder: typeof zip.zipFolder = (...given) => {
  const { zipFolder: run } = require("./files/zip") as typeof zip;
  return run(...given);
};

/** Zips files; the zip library is loaded at the first call. */
export const zipFiles: typeof zip.zipFiles = (...given) => {
  const { zipFiles: run } = require("./files/zip") as typeof zip;
  return run(...given);
};

/** Unpacks a zip; the zip library is loaded at the first call. */
export const unzipInto: typeof unzip.unzipInto = (...given) => {
  const { unzipInto: run } = require("./files/unzip") as typeof unzip;
  return run(...given);
};
