export {
  canCreate,
  currentRuntimes,
  defaultPythonRuntime,
  defaultRuntime,
  findRuntime,
  newestOfLanguage,
  nodeVersionOf,
  packagesOfRuntime,
  type RuntimeLiteral,
  runtimes,
  sdkOf,
  upcomingBlockDate,
} from "../facts/aws/runtimes";
export type {
  Artifact,
  ArtifactHook,
  ArtifactHooks,
  BundledFunction,
  CopiedFile,
  DotnetArtifact,
  GoArtifact,
  JavaArtifact,
  NodeArtifact,
  PrebuiltArtifact,
  PythonArtifact,
} from "./artifact";
export { bundleArtifacts } from "./bundle";
export {
  evaluateHooks,
  type PlannedArtifact,
  plannedFolder,
  readBundlesFile,
  writeBundlesFile,
} from "./bundles-file";
export { version } from "./cache/format";
export { contentsOf } from "./cache/input-files";
export { SharedBundles, type SharedPack } from "./cache/shared-bundles";
export { WrittenFolders } from "./cache/written-folders";
export { run } from "./command";
export { type BundleFailure, problemsOf } from "./failure";
export { isRunning, lockFolder } from "./files/folder-lock";
export { findUpwards, foldersUpwards, isFile, listFiles, textOfFile } from "./files/list-files";
export { isSecretFile, toolFolders } from "./files/secret-files";
export { unzipInto } from "./files/unzip";
export { readZipFacts, zipFiles, zipFolder } from "./files/zip";
export { codeLimits } from "./limits";
export { findMissingHandlers } from "./missing-handlers";
export { bundleProgram, bundleText } from "./node/bundle-program";
export { bundlingPrograms } from "./node/esbuild/esbuild";
export { deployedNodeHandler, exportNameOf, findEntry, nodeExtensions } from "./node/handler";
export {
  type BuildInputs,
  createIncrementalBundle,
  type IncrementalBundle,
  startBundler,
} from "./node/incremental";
export { isCommonJs, readModuleExports } from "./node/module-exports";
export {
  endModuleSearch,
  findModuleType,
  formatOfExtension,
  loadsModules,
  type ModuleFormat,
} from "./node/module-format";
export { pythonPrograms } from "./python/find-python";
