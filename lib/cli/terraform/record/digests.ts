import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../../bundle/files/list-files";
import type { SynthesizedStack } from "../../project/synthesized-stack";

/** The file with the Terraform configuration of a stack, in its folder. */
export const configurationFile = "cdk.tf.json";

/** The folder with the packages of a stack, in its folder. */
export const packagesFolder = "assets";

/** The content that a stack deploys. The same app has the same digests on every machine, but for states in local files, whose path is in the configuration. */
export interface StackDigests {
  /** SHA-256 of the Terraform JSON, in hexadecimal digits. */
  readonly configuration: string;
  /** SHA-256 of the paths and contents of all packages. */
  readonly packages: string;
}

export const digestsOf = (stack: Pick<SynthesizedStack, "folder">): StackDigests =>
  digestsWith(stack, fileDigestsOf(stack));

/** As `digestsOf`, with files that were read before. */
export function digestsWith(
  { folder }: Pick<SynthesizedStack, "folder">,
  files: readonly FileDigest[],
): StackDigests {
  return {
    configuration: sha256(readFileSync(join(folder, configurationFile))),
    packages: sha256(terraformJson(files)),
  };
}

/** A file of a package: its path below the folder of packages, and its SHA-256. */
export type FileDigest = readonly [path: string, digest: string];

/** Reads the files of all packages, without the zips that Terraform writes. */
export function fileDigestsOf({ folder }: Pick<SynthesizedStack, "folder">): readonly FileDigest[] {
  const files = packageFiles(folder);
  const zips = zipsAmong(files);
  return files
    .filter((path) => !zips.includes(path))
    .sort(byBytes)
    .map((path) => [path, sha256(readFileSync(join(folder, packagesFolder, path)))]);
}

/** The zips that Terraform itself writes beside the folders of packages. */
export const writtenZips = (folder: string): readonly string[] => zipsAmong(packageFiles(folder));

function packageFiles(folder: string): readonly string[] {
  const packages = join(folder, packagesFolder);
  return existsSync(packages) ? listFiles(packages).map(({ path }) => path) : [];
}

function zipsAmong(files: readonly string[]): readonly string[] {
  const names = new Set(files.map((path) => path.split("/")[0] ?? ""));
  return [...names]
    .filter((name) => names.has(`${name}.zip`))
    .map((name) => `${name}.zip`)
    .sort();
}

export const sha256 = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("hex");

/**
 * A value as Terraform's `jsonencode` writes it: keys sorted by their bytes, and these characters escaped.
 *
 * Source: https://developer.hashicorp.com/terraform/language/functions/jsonencode, "it escapes the characters <, >, &, U+2028, and U+2029"
 */
export function terraformJson(value: unknown): string {
  return jsonOf(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Written key by key, because objects of JavaScript have keys such as `10` in the order of numbers. */
function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => byBytes(a, b));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${jsonOf(each)}`).join(",")}}`;
}

/** The order of Terraform. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
