import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../bundle/files/list-files";
import type { SynthesizedStack } from "../project/synthesized-stack";

/** The content that a stack deploys. The same app has the same digests on every machine, but for states in local files, whose path is in the configuration. */
export interface StackDigests {
  /** SHA-256 of the Terraform JSON, in hexadecimal digits. */
  readonly configuration: string;
  /** SHA-256 of the paths and contents of all packages. */
  readonly packages: string;
}

export function digestsOf({ folder }: Pick<SynthesizedStack, "folder">): StackDigests {
  const packages = join(folder, "assets");
  const paths = existsSync(packages) ? listFiles(packages).map(({ path }) => path) : [];
  const files = withoutWrittenZips(paths).map((path) => [path, sha256(readFileSync(join(packages, path)))]);
  return {
    configuration: sha256(readFileSync(join(folder, "cdk.tf.json"))),
    packages: sha256(JSON.stringify(files)),
  };
}

/** Terraform writes the zip of a package beside its folder. */
function withoutWrittenZips(paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.filter((path) => path.includes("/")).map((path) => path.split("/")[0]));
  return paths
    .filter((path) => !(path.endsWith(".zip") && folders.has(path.slice(0, -".zip".length))))
    .sort();
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");
