import * as fs from "node:fs";
import * as path from "node:path";

/** Every file below a folder and its content, in order of the paths. */
export function filesIn(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), "latin1")]));
}

/** The Terraform JSON that a synthesis has written for a stack. */
export function writtenJson(outdir: string, stack: string) {
  return JSON.parse(fs.readFileSync(path.join(outdir, "stacks", stack, "cdk.tf.json"), "utf8"));
}
