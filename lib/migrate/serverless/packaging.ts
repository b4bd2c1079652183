import { existsSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { type RuntimeLiteral, runtimes } from "../../facts/aws/runtimes";
import type { Findings, Place } from "../model/place";
import type { Value, ValueMap } from "../model/value";
import type { SourceNode } from "../source";

const codeFile = /\.([mc]?[jt]sx?|map)$|(^|\/)node_modules(\/|$)/;

/** `package` of the service or of a function, as props of functions: files that are not code, or a package from another tool. */
export function packagingProps(
  node: SourceNode | undefined,
  runtime: Value,
  folder: string,
  findings: Findings,
): ValueMap {
  if (node === undefined) return {};
  const artifact = node.get("artifact");
  if (artifact?.text?.endsWith(".zip") === true)
    return builtPackage(posix.normalize(artifact.text), artifact.place, findings);
  if (artifact !== undefined)
    findings.todo(
      artifact.place,
      `The package \`${artifact.text}\` was not translated: use \`bundle: false\` and \`srcPath\`, or let the library bundle the code.`,
    );
  const kind = typeof runtime === "string" ? runtimes[runtime as RuntimeLiteral]?.kind : "node";
  const patterns = [...(node.get("patterns")?.items ?? []), ...(node.get("include")?.items ?? [])];
  // Other languages are built, or packaged with all files of their folder.
  const included = kind === "node" ? patterns.filter(({ text }) => text?.startsWith("!") === false) : [];
  const unclear = included.filter((item) => copiedPaths(item.text ?? "", folder) === undefined);
  for (const { place } of unclear.slice(0, 1))
    findings.todo(
      place,
      "`package.patterns` names files: if the code reads them, list them in `copyFiles`. Modules are bundled by themselves.",
    );
  const paths = new Set(included.flatMap((item) => copiedPaths(item.text ?? "", folder) ?? []));
  if (unclear.length + paths.size === 0)
    findings.note(node.place, "`package` is not needed: each handler is bundled with what it imports.");
  return paths.size === 0 ? {} : { copyFiles: [...paths].map((from) => ({ from })) };
}

/** A package from another tool. */
export function builtPackage(srcPath: string, place: Place, findings: Findings): ValueMap {
  findings.note(place, `\`${srcPath}\` is deployed unchanged: build it before each deployment.`);
  return { srcPath, bundle: false };
}

/** The files of a pattern that bundling does not find. Undefined if the pattern does not list them. */
function copiedPaths(pattern: string, folder: string): readonly string[] | undefined {
  const path = posix.normalize(pattern.replace(/(\/\*\*)?(\/\*)?$|\/$/g, ""));
  if (codeFile.test(path)) return [];
  if (/[*?{[]/.test(path) || path === "." || !existsSync(join(folder, path))) return undefined;
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  const files = readdirSync(join(folder, path), { recursive: true, withFileTypes: true });
  return files.some((file) => file.isFile() && !codeFile.test(file.name)) ? [path] : [];
}

const bundled = "not needed: handlers are bundled with esbuild";

/** Plugins whose features the library has. */
const replaced: Readonly<Record<string, string>> = {
  "serverless-offline": "replaced by `serverform local`",
  "serverless-dynamodb-local": "replaced by `serverform local`",
  "serverless-dynamodb": "replaced by `serverform local`",
  "serverless-offline-sqs": "replaced by `serverform local`",
  "serverless-offline-sns": "replaced by `serverform local`",
  "serverless-s3-local": "replaced by `serverform local`",
  "serverless-webpack": bundled,
  "serverless-esbuild": bundled,
  "serverless-bundle": bundled,
  "serverless-plugin-typescript": bundled,
  "@hewmen/serverless-plugin-typescript": bundled,
  "serverless-jetpack": bundled,
  "serverless-layers": "not needed: packages are bundled with the handlers",
  "serverless-plugin-monorepo": bundled,
  "serverless-plugin-split-stacks": "not needed: Terraform has no limit for the resources of a stack",
  "serverless-deployment-bucket": "not needed: there is no bucket for deployments",
  "serverless-express": "replaced by `serverform local`",
  "serverless-localstack": "replaced by `serverform local`",
  "serverless-offline-scheduler": "replaced by `serverform local`",
  "serverless-plugin-optimize": bundled,
  "serverless-plugin-common-excludes": bundled,
  "serverless-plugin-include-dependencies": bundled,
  "serverless-python-requirements": "not needed: requirements are installed into the package",
  "serverless-dotenv-plugin": "not needed: `.env` files are read",
  "serverless-iam-roles-per-function": "not needed: each function has its own role",
  "serverless-pseudo-parameters": "not needed: the values are properties of the stack",
  "serverless-export-env": "replaced by `serverform env`",
  "serverless-prune-plugin": "not needed: functions have no old versions",
};

/** Reports each plugin: as replaced, or as work for the user. */
export function reportPlugins(node: SourceNode | undefined, findings: Findings): void {
  const plugins = node?.isMap === true ? (node.get("modules")?.items ?? []) : (node?.items ?? []);
  for (const plugin of plugins) {
    const name = plugin.text ?? "";
    const what = replaced[name];
    if (what === undefined)
      findings.untranslated(plugin.place, [name], `The plugin \`${name}\` was not translated.`);
    else findings.note(plugin.place, `The plugin \`${name}\` is ${what}.`);
  }
}
