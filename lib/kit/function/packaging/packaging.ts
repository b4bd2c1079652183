import * as fs from "node:fs";
import * as path from "node:path";
import {
  codeLimits,
  currentRuntimes,
  defaultPythonRuntime,
  defaultRuntime,
  deployedNodeHandler,
  findEntry,
  findModuleType,
  findRuntime,
  formatOfExtension,
  loadsModules,
  type ModuleFormat,
  type RuntimeLiteral,
  readZipFacts,
  sdkOf,
} from "../../../bundle";
import type { ArtifactOptions } from "../../app/synthesis/artifacts";
import { present } from "../../core/checks/absence";
import { checkKeys, checkList, checkLiteral, isPlainObject, propKeys } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { checkFile } from "../../core/project-files";
import { fail } from "../errors";
import type { FunctionProps } from "../props";
import type {
  BundleProps,
  CommandHooks,
  CopyFile,
  JavaBundleProps,
  NodeHooks,
  NodeProps,
  PythonBundleProps,
} from "./bundle-props";
import { checkGoHandler, checkPythonHandler, findNodeEntry, isPythonHandler } from "./handler";

/** The deployed package: the runtime and handler for AWS, and the folder of the code. */
export interface Packaging {
  readonly runtime: string;
  readonly handler: string;
  readonly artifact: ArtifactOptions;
}

const nodeBundleKeys = propKeys<BundleProps>()({
  format: true,
  minify: "boolean",
  sourcemap: "boolean",
  loader: "textMap",
  banner: "text",
  externalModules: "knownTexts",
  nodeModules: "knownTexts",
  esbuildConfig: "map",
  commandHooks: "map",
  copyFiles: "list",
});
const nodejsKeys = propKeys<NodeProps>()({
  format: true,
  minify: "boolean",
  sourcemap: "boolean",
  splitting: "boolean",
  loader: "textMap",
  banner: "text",
  install: "knownTexts",
  esbuild: "map",
});
const hookKeys = propKeys<NodeHooks>()({ beforeBuild: "function", afterBuild: "function" });
const commandHookKeys = propKeys<CommandHooks>()({
  beforeBundling: "function",
  beforeInstall: "function",
  afterBundling: "function",
});
const esbuildConfigKeys = propKeys<NonNullable<BundleProps["esbuildConfig"]>>()({
  define: "secretMap",
  keepNames: "boolean",
  plugins: "text",
});
const esbuildKeys = propKeys<NonNullable<NodeProps["esbuild"]>>()({
  external: "knownTexts",
  define: "secretMap",
  keepNames: "boolean",
  plugins: "text",
});
const copyFileKeys = propKeys<CopyFile>()({ from: "text", to: "text" });
const pythonKeys = propKeys<PythonBundleProps>()({ installCommands: "knownTexts", copyFiles: "list" });
const javaKeys = propKeys<JavaBundleProps>()({
  buildTask: "text",
  buildOutputDir: "text",
  experimentalUseProvidedRuntime: true,
  copyFiles: "list",
});

/** The newest Python for a handler that is a Python module but not a file for Node. */
function defaultRuntimeOf(
  appPath: string,
  srcPath: string,
  handler: string,
  nodeEntry: string | undefined,
): RuntimeLiteral {
  const isPython = nodeEntry === undefined && isPythonHandler(appPath, srcPath, handler);
  return isPython ? defaultPythonRuntime : defaultRuntime;
}

export function packagingOf(
  where: string,
  appPath: string,
  props: FunctionProps,
  handler: string,
): Packaging {
  const srcPath = relativePath(appPath, props.srcPath ?? ".");
  const nodeEntry = props.runtime === undefined ? findEntry(appPath, srcPath, handler) : undefined;
  const literal = props.runtime ?? defaultRuntimeOf(appPath, srcPath, handler, nodeEntry);
  const runtime = findRuntime(literal);
  if (runtime === undefined) {
    return fail(where, "literal-unknown", "runtime", { value: literal, allowed: currentRuntimes() });
  }
  const bundle = props.bundle ?? true;
  const base = {
    appPath,
    srcPath,
    runtime: literal,
    architecture: props.architecture === "arm_64" ? "arm64" : "x86_64",
    copyFiles: parseCopyFiles(where, appPath, srcPath, props),
  } as const;
  const deployed = { runtime: runtime.deployedAs ?? literal, handler: runtime.deployedHandler ?? handler };
  const others = ["go", "dotnet", "prebuilt"];
  if (bundle !== false && others.includes(runtime.kind)) bundleObject(where, bundle, ["copyFiles"]);
  if (bundle === false || runtime.kind === "prebuilt") {
    if (bundle === false && srcPath === "." && runtime.kind === "node") {
      fail(where, "src-path-required", "srcPath", { reason: "bundle: false deploys the folder unchanged" });
    }
    checkSource(where, appPath, srcPath);
    if (srcPath.endsWith(".zip")) checkZip(where, path.resolve(appPath, srcPath), srcPath);
    const prebuilt: ArtifactOptions = { ...base, kind: "prebuilt" };
    return bundle === false
      ? { runtime: literal, handler, artifact: prebuilt }
      : { ...deployed, artifact: prebuilt };
  }
  switch (runtime.kind) {
    case "node": {
      const entry = findNodeEntry(where, appPath, srcPath, handler, nodeEntry);
      const artifact: ArtifactOptions = {
        ...base,
        kind: "node",
        entry,
        ...nodeOptions(
          where,
          appPath,
          props,
          (given) => moduleFormat(where, given, path.resolve(appPath, srcPath, entry), literal),
          literal,
        ),
      };
      return { runtime: deployed.runtime, handler: deployedNodeHandler(srcPath, handler, entry), artifact };
    }
    case "python": {
      checkSource(where, appPath, srcPath);
      checkPythonHandler(where, appPath, srcPath, handler);
      const options = bundleObject<PythonBundleProps>(where, bundle, pythonKeys);
      const artifact: ArtifactOptions = {
        ...base,
        kind: "python",
        installCommands: options.installCommands?.length ? options.installCommands : undefined,
      };
      return { ...deployed, artifact };
    }
    case "go": {
      checkSource(where, appPath, srcPath);
      checkGoHandler(where, appPath, srcPath, handler);
      return { ...deployed, artifact: { ...base, kind: "go" } };
    }
    case "dotnet":
      checkSource(where, appPath, srcPath);
      return { ...deployed, artifact: { ...base, kind: "dotnet" } };
    case "java": {
      checkSource(where, appPath, srcPath);
      if (!fs.existsSync(path.join(appPath, srcPath, "build.gradle"))) {
        fail(where, "build-file-missing", "srcPath", { srcPath, file: "build.gradle" });
      }
      const options = bundleObject<JavaBundleProps>(where, bundle, javaKeys);
      const {
        buildTask = "build",
        buildOutputDir = "distributions",
        experimentalUseProvidedRuntime,
      } = options;
      return {
        runtime: experimentalUseProvidedRuntime ?? deployed.runtime,
        handler: deployed.handler,
        artifact: { ...base, kind: "java", buildTask, buildOutputDir },
      };
    }
  }
}

/** Packages code of this library: bundled for the current runtime, with files of the caller. */
export function packagingOfPackage(
  where: string,
  appPath: string,
  {
    entry,
    format,
    externalModules,
    generatedFiles = [],
    props,
  }: {
    readonly entry: string;
    readonly format: ModuleFormat;
    readonly externalModules: readonly string[];
    readonly generatedFiles?: readonly CopyFile[] | undefined;
    readonly props: FunctionProps;
  },
): Packaging {
  const runtime = defaultRuntime;
  const artifact: ArtifactOptions = {
    kind: "node",
    isOfPackage: true,
    appPath,
    srcPath: ".",
    runtime,
    architecture: props.architecture === "arm_64" ? "arm64" : "x86_64",
    copyFiles: [
      ...parseCopyFiles(where, appPath, ".", props),
      ...generatedFiles.map(({ from, to = from }) => ({ from, to })),
    ],
    entry,
    ...nodeOptions(where, appPath, { bundle: { externalModules } }, () => format),
  };
  return { runtime, handler: `${entry}.handler`, artifact };
}

/** The caller's format, and its prop. */
interface GivenFormat {
  readonly prop: "bundle.format" | "nodejs.format";
  readonly format: ModuleFormat;
}

/**
 * The format of a bundle: as Node would load the handler file, unless the caller has set it.
 *
 * TypeScript in a project without a `type` is compiled to CommonJS, as by `tsc`.
 */
function moduleFormat(
  where: string,
  given: GivenFormat | undefined,
  file: string,
  runtime: string,
): ModuleFormat {
  const ofExtension = formatOfExtension(file);
  if (given !== undefined) {
    const { prop, format } = given;
    if (ofExtension !== undefined && ofExtension !== format)
      fail(where, "format-contradiction", prop, { value: format, file });
    return format;
  }
  if (!loadsModules(runtime)) return "cjs";
  if (ofExtension !== undefined) return ofExtension;
  const found = findModuleType(file);
  if (found === undefined) return "cjs";
  const { file: manifest, problem: reason, format, type: value, line } = found;
  if (reason !== undefined)
    return fail(where, "module-type-unreadable", "handler", { file, manifest, reason });
  return format ?? fail(where, "module-type-unknown", "handler", { file, manifest, line, value });
}

/** The options of esbuild, which have two possible places. */
function nodeOptions(
  where: string,
  appPath: string,
  props: FunctionProps,
  formatOf: (given: GivenFormat | undefined) => ModuleFormat,
  runtime?: string,
) {
  const bundle = bundleObject<BundleProps>(where, props.bundle, nodeBundleKeys);
  const nodejs = props.nodejs ?? {};
  const hooks = props.hooks ?? {};
  checkKeys(where, "nodejs", nodejs, nodejsKeys);
  checkKeys(where, "hooks", hooks, hookKeys);
  checkKeys(where, "bundle.esbuildConfig", bundle.esbuildConfig ?? {}, esbuildConfigKeys);
  checkKeys(where, "nodejs.esbuild", nodejs.esbuild ?? {}, esbuildKeys);
  checkKeys(where, "bundle.commandHooks", bundle.commandHooks ?? {}, commandHookKeys);
  const inBoth = <Key extends "banner" | "format" | "loader" | "minify" | "sourcemap">(key: Key) =>
    oneSpelling<BundleProps[Key]>(where, [`bundle.${key}`, bundle[key]], [`nodejs.${key}`, nodejs[key]]);
  const { esbuildConfig, commandHooks } = bundle;
  const { esbuild } = nodejs;
  const ofEsbuild = <Key extends "define" | "keepNames" | "plugins">(key: Key) =>
    oneSpelling<NonNullable<BundleProps["esbuildConfig"]>[Key]>(
      where,
      [`bundle.esbuildConfig.${key}`, esbuildConfig?.[key]],
      [`nodejs.esbuild.${key}`, esbuild?.[key]],
    );
  const asked = inBoth("format");
  const formatProp = bundle.format === undefined ? "nodejs.format" : "bundle.format";
  if (asked !== undefined) checkLiteral(where, formatProp, asked, ["cjs", "esm"]);
  const format = formatOf(asked && { prop: formatProp, format: asked });
  const modulesOfRuntime = format === "esm" && runtime !== undefined ? sdkOf(runtime) : [];
  const splitting = nodejs.splitting ?? false;
  if (splitting && format === "cjs") fail(where, "splitting-needs-esm", "nodejs.splitting", {});
  const plugins = ofEsbuild("plugins");
  if (plugins !== undefined) {
    const prop =
      esbuildConfig?.plugins === undefined ? "nodejs.esbuild.plugins" : "bundle.esbuildConfig.plugins";
    const absolute = path.resolve(appPath, plugins);
    if (!fs.existsSync(absolute)) fail(where, "file-not-found", prop, { value: plugins, absolute });
    checkFile(where, prop, plugins, absolute);
  }
  checkLoader(where, "bundle.loader", present(bundle.loader));
  checkLoader(where, "nodejs.loader", present(nodejs.loader));
  const beforeBundling = oneSpelling(
    where,
    ["bundle.commandHooks.beforeBundling", commandHooks?.beforeBundling],
    ["hooks.beforeBuild", hooks.beforeBuild],
  );
  const afterBundling = oneSpelling(
    where,
    ["bundle.commandHooks.afterBundling", commandHooks?.afterBundling],
    ["hooks.afterBuild", hooks.afterBuild],
  );
  const beforeInstall = commandHooks?.beforeInstall;
  const hasHooks = [beforeBundling, beforeInstall, afterBundling].some((hook) => hook !== undefined);
  return {
    format,
    splitting,
    plugins: plugins && relativePath(appPath, plugins),
    minify: inBoth("minify") ?? true,
    sourcemap: inBoth("sourcemap") ?? false,
    loader: inBoth("loader") as NodeLoader,
    banner: inBoth("banner"),
    externalModules: [
      ...(oneSpelling(
        where,
        ["bundle.externalModules", bundle.externalModules],
        ["nodejs.esbuild.external", esbuild?.external],
      ) ?? []),
      ...modulesOfRuntime,
    ],
    nodeModules:
      oneSpelling(where, ["bundle.nodeModules", bundle.nodeModules], ["nodejs.install", nodejs.install]) ??
      [],
    define: present(ofEsbuild("define")),
    keepNames: ofEsbuild("keepNames") ?? false,
    hooks: hasHooks ? { beforeBundling, beforeInstall, afterBundling } : undefined,
  };
}

/** Source: https://esbuild.github.io/content-types/ */
const loaders = {
  base64: true,
  binary: true,
  copy: true,
  css: true,
  dataurl: true,
  default: true,
  empty: true,
  file: true,
  js: true,
  json: true,
  jsx: true,
  "local-css": true,
  text: true,
  ts: true,
  tsx: true,
} satisfies Record<NonNullable<NodeLoader>[string], true>;

function checkLoader(where: string, prop: string, given: Readonly<Record<string, string>> = {}): void {
  for (const [extension, loader] of Object.entries(given)) {
    const at = `${prop}[${JSON.stringify(extension)}]`;
    if (!/^\.[^\\/]+$/.test(extension) || extension.endsWith(".")) {
      refuseValue(where, at, extension, 'an extension: ".txt"');
    }
    checkLiteral(where, at, loader, Object.keys(loaders));
  }
}

type NodeLoader = Extract<ArtifactOptions, { kind: "node" }>["loader"];

/** The value of a field with two possible places; refuses both at once. */
function oneSpelling<Value>(
  where: string,
  [firstProp, first]: readonly [string, Value | undefined],
  [secondProp, second]: readonly [string, Value | undefined],
): Value | undefined {
  if (first !== undefined && second !== undefined)
    fail(where, "props-exclude", firstProp, { other: secondProp });
  return first ?? second;
}

function bundleObject<Props extends object>(
  where: string,
  bundle: unknown,
  keys: readonly string[],
): Partial<Props> {
  if (bundle === undefined || bundle === true) return {};
  if (!isPlainObject(bundle)) refuseValue(where, "bundle", bundle, "true, false or an object");
  checkKeys(where, "bundle", bundle as object, keys);
  return bundle as Partial<Props>;
}

function parseCopyFiles(
  where: string,
  appPath: string,
  srcPath: string,
  props: FunctionProps,
): readonly CopyFile[] {
  const inBundle = isPlainObject(props.bundle)
    ? (props.bundle as { copyFiles?: readonly CopyFile[] | undefined }).copyFiles
    : undefined;
  const files = oneSpelling(where, ["bundle.copyFiles", inBundle], ["copyFiles", props.copyFiles]) ?? [];
  const prop = inBundle === undefined ? "copyFiles" : "bundle.copyFiles";
  checkList(where, prop, files);
  files.forEach((file, index) => {
    const at = `${prop}[${index}]`;
    checkKeys(where, at, file, copyFileKeys);
    const { from, to } = file;
    if (!from)
      fail(where, "prop-required", `${at}.from`, {
        remedy: 'Name the file or folder: { from: "templates" }.',
      });
    const absolute = path.resolve(appPath, srcPath, from);
    if (!fs.existsSync(absolute))
      fail(where, "file-not-found", `${prop}[${index}].from`, { value: from, absolute });
    const target = to ?? from;
    const isFile = fs.statSync(absolute).isFile();
    if (isFile && /(^|\/)\.{0,2}$/.test(target)) {
      const expected = `the path of the file in the package: "${path.posix.join(target, path.basename(from))}"`;
      refuseValue(where, `${at}.to`, target, expected);
    }
    if (path.isAbsolute(target) || `${path.posix.normalize(target)}/`.startsWith("../")) {
      refuseValue(where, `${prop}[${index}].to`, target, "a path relative to the root of the package");
    }
  });
  return files.map(({ from, to }) => ({
    from: relativePath(path.join(appPath, srcPath), from),
    to: to ?? from,
  }));
}

/** A path relative to a folder, so that the output contains no path of this machine. */
function relativePath(folder: string, given: string): string {
  const relative = path.isAbsolute(given) ? path.relative(folder, given) : given;
  const clean = path.posix.normalize(relative.split(path.sep).join("/")).replace(/\/+$/, "");
  return clean === "" ? "." : clean;
}

function checkSource(where: string, appPath: string, srcPath: string): void {
  const absolute = path.resolve(appPath, srcPath);
  if (!fs.existsSync(absolute)) fail(where, "file-not-found", "srcPath", { value: srcPath, absolute });
}

/** Refuses a file that is not a zip or exceeds the service's limits. */
function checkZip(where: string, file: string, value: string): void {
  checkFile(where, "srcPath", value, file);
  const facts = readZipFacts(file);
  if (facts === undefined) {
    return fail(where, "zip-unreadable", "srcPath", {
      value,
      reason: "it does not have the form of a zip",
    });
  }
  for (const form of ["zipped", "unzipped"] as const) {
    const bytes: number = facts[form];
    const limit: number = codeLimits[form];
    if (bytes > limit) fail(where, "package-too-large", "srcPath", { value, form, bytes, limit });
  }
}
