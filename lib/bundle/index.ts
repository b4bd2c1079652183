export {
  type BuildKind,
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
export type { WrittenFolders } from "./cache/written-folders";
export { type CommandOutcome, run } from "./command";
export { type BundleFailure, problemsOf } from "./failure";
export { isRunning, lockFolder } from "./files/folder-lock";
export { listFiles } from "./files/list-files";
export { endModuleSearch } from "./files/module-boundary";
export type { ZippedFolder } from "./files/zip";
export { readZipFacts } from "./files/zip-facts";
export { findUpwards, foldersUpwards } from "./folders-upwards";
export {
  bundleArtifacts,
  bundleProgram,
  bundleText,
  createIncrementalBundle,
  findMissingHandlers,
  findWrittenFolders,
  readModuleExports,
  startBundler,
  startEarlyBundling,
  unzipInto,
  zipFiles,
  zipFolder,
} from "./lazy";
export { codeLimits } from "./limits";
export type { EarlyBundling } from "./node/early-bundling";
export { deployedNodeHandler, exportNameOf, findEntry, isFile, nodeExtensions } from "./node/handler";
export type { BuildInputs, IncrementalBundle } from "./node/incremental";
export {
  findModuleType,
  formatOfExtension,
  loadsModules,
  type ModuleFormat,
} from "./node/module-format";
export { isCommonJs } from "./node/module-syntax";
export { bundlingPrograms } from "./programs";
export { pythonPrograms } from "./python/find-python";
