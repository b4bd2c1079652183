import { existsSync } from "node:fs";
import { join } from "node:path";

const names = ["ts", "mts", "js", "mjs"].map((ending) => `serverform.policy.${ending}`);

/** The name of the file with the policy of a project; undefined without one. */
export const policyFileIn = (root: string): string | undefined =>
  names.find((each) => existsSync(join(root, each)));
