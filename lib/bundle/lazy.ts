import type * as bundle from "./bundle";
import type * as unzip from "./files/unzip";
import type * as zip from "./files/zip";

/** Bundles folders of code; esbuild is loaded at the first call, since most programs only build constructs. */
export const bundleArtifacts: typeof bundle.bundleArtifacts = (...given) => {
  const { bundleArtifacts: run } = require("./bundle") as typeof bundle;
  return run(...given);
};

/** Zips a folder; the zip library is loaded at the first call. */
export const zipFolder: typeof zip.zipFolder = (...given) => {
  const { zipFolder: run } = require("./files/zip") as typeof zip;
  return run(...given);
};

/** Unpacks a zip; the zip library is loaded at the first call. */
export const unzipInto: typeof unzip.unzipInto = (...given) => {
  const { unzipInto: run } = require("./files/unzip") as typeof unzip;
  return run(...given);
};
