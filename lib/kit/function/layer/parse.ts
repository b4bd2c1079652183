import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { LambdaLayerVersion } from "@cdktf/provider-aws/lib/lambda-layer-version";
import type { Construct } from "constructs";
import { codeLimits, runtimes } from "../../../bundle";
import { attempt } from "../../../facts/errors/problems";
import { Stack } from "../../app";
import type { ArtifactOptions } from "../../app/synthesis/artifacts";
import { acceptedKeys, checkKeys, checkLiterals, propKeys } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { checkLimit, limits, withinModel } from "../../core/limits";
import { physicalName } from "../../core/names/name";
import { checkFile } from "../../core/project-files";
import { checkOverride } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import { namePath } from "../settings/name";
import type { LayerProps } from "./props";

const layerType = "aws_lambda_layer_version";
const layerKeys = propKeys<LayerProps>()({
  code: "text",
  compatibleRuntimes: "list",
  compatibleArchitectures: "list",
  description: withinModel(layerType, "description"),
  license: withinModel(layerType, "licenseInfo"),
  layerName: "text",
  cdk: "map",
});
const fromCode = "It is computed from the prop code.";
const overrideKeys = {
  rejected: {
    filename: "Use the prop code.",
    sourceCodeHash: fromCode,
    s3Bucket: "Use the prop code.",
    s3Key: "Use the prop code.",
    s3ObjectVersion: "Use the prop code.",
  },
};
const architectures = { arm_64: "arm64", x86_64: "x86_64" } as const;

/** Files and folders that belong in a subfolder of the layer. */
const misplaced: Readonly<Record<string, string>> = {
  node_modules: "nodejs",
  "site-packages": "python",
};

/** Lists of packages, and the layer's folder for their installation. */
const packageLists = [
  { list: "requirements.txt", folder: "python", runtime: "python" },
  { list: "package.json", folder: "nodejs", runtime: "nodejs" },
] as const;

/** Properties of an artifact that depend on the content of its folder. */
type Build = (typeof packageLists)[number] | undefined;

/** Refuses props that the service refuses, and folders in which no function would find anything. */
export function parseLayer(layer: Construct, written: LayerProps) {
  const props = acceptedKeys(layer, "props", written, layerKeys);
  attempt(() => checkKeys(layer, "cdk", props.cdk ?? {}, ["id", "layerVersion"]));
  const override = props.cdk?.layerVersion ?? {};
  attempt(() => checkOverride(layer, "cdk.layerVersion", override, LambdaLayerVersion, overrideKeys));
  const { compatibleRuntimes, compatibleArchitectures, description, license } = props;
  attempt(() => checkChoices(layer, "compatibleRuntimes", compatibleRuntimes, Object.keys(runtimes)));
  attempt(() =>
    checkChoices(layer, "compatibleArchitectures", compatibleArchitectures, Object.keys(architectures)),
  );
  const rows = limits[layerType];
  attempt(() => checkLimit(layer, "compatibleRuntimes", compatibleRuntimes, rows.compatibleRuntimes));
  const { max } = limits.aws_lambda_function.functionName;
  const layerName = props.layerName ?? physicalName(namePath(layer), max);
  attempt(() => checkLimit(layer, "layerName", layerName, rows.layerName));
  const { appPath } = Stack.of(layer).app;
  const build = checkCode(layer, appPath, props.code);
  return {
    layerName,
    override,
    artifact: artifactOf(layer, appPath, props, build),
    config: {
      description,
      licenseInfo: license,
      compatibleRuntimes: compatibleRuntimes && [...compatibleRuntimes],
      compatibleArchitectures: compatibleArchitectures?.map((each) => architectures[each]),
    },
  };
}

/** A folder with a list of packages is built like that of a function; others are deployed unchanged. */
function artifactOf(layer: Construct, appPath: string, props: LayerProps, build: Build): ArtifactOptions {
  const { code, compatibleRuntimes = [], compatibleArchitectures = [] } = props;
  const base = {
    sourceProp: "code",
    appPath,
    srcPath: code.replace(/(?<=.)\/+$/, ""),
    architecture: architectures[compatibleArchitectures[0] ?? "x86_64"] as "arm64" | "x86_64",
    copyFiles: [],
  } as const;
  if (build === undefined)
    return { ...base, kind: "prebuilt", runtime: "provided.al2023", architecture: "x86_64" };
  const runtime = compatibleRuntimes.find((each) => each.startsWith(build.runtime));
  if (build.folder === "nodejs") return { ...base, kind: "node-packages", runtime: runtime ?? "nodejs22.x" };
  // Packages with native code are for one version of Python.
  if (runtime === undefined)
    return fail(layer, "layer-runtime-required", "compatibleRuntimes", { value: code, list: build.list });
  return { ...base, kind: "python", folder: "python", runtime };
}

function checkChoices(
  layer: Construct,
  prop: string,
  given: readonly unknown[] | undefined,
  allowed: readonly string[],
): void {
  if (given === undefined) return;
  if (isUnresolved(given)) return;
  checkLiterals(layer, prop, given, allowed);
}

/** The build of the folder. Refuses code that functions could not find. */
function checkCode(layer: Construct, appPath: string, code: unknown): Build {
  if (typeof code !== "string" || code === "") {
    return fail(layer, "prop-required", "code", {
      remedy: 'Write the folder of the content: code: "layers/tools".',
    });
  }
  const absolute = resolve(appPath, code);
  if (!existsSync(absolute)) fail(layer, "file-not-found", "code", { value: code, absolute });
  if (absolute === appPath) refuseValue(layer, "code", code, "a folder below that of cdktf.json");
  if (code.endsWith(".zip")) {
    checkFile(layer, "code", code, absolute);
    return undefined;
  }
  if (!statSync(absolute).isDirectory()) return refuseValue(layer, "code", code, "a folder or a .zip file");
  const names = readdirSync(absolute);
  if (names.length === 0) fail(layer, "layer-empty", "code", { value: code });
  const lists = packageLists.filter(({ list, folder }) => names.includes(list) && !names.includes(folder));
  const [build, other] = lists;
  if (other !== undefined)
    fail(layer, "layer-two-lists", "code", { value: code, lists: lists.map(({ list }) => list) });
  for (const [name, folder] of Object.entries(misplaced)) {
    // An installation next to its list: the packages are installed for the layer.
    if (build?.folder === folder) continue;
    if (names.includes(name) && !names.includes(folder)) {
      fail(layer, "layer-misplaced", "code", { value: code, name, folder });
    }
  }
  if (build === undefined) checkSize(layer, code, absolute);
  return build;
}

function checkSize(layer: Construct, code: string, folder: string): void {
  const { unzipped: limit } = codeLimits;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  if (bytes > limit) fail(layer, "layer-too-large", "code", { value: code, bytes, limit });
}
