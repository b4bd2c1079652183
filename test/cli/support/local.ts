import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { Project } from "./cli";

/** A folder with Terraform JSON and the code of its functions. */
export const localFixture = resolve(__dirname, "../../fixtures/local");

/** A project whose app writes the Terraform JSON of `stack.json`, which is a copy of the fixture. */
export function plainProject(): Project {
  const project = new Project({}, { app: "node synthesize.js" });
  cpSync(join(localFixture, "code"), project.path("code"), { recursive: true });
  cpSync(join(localFixture, "main.tf.json"), project.path("stack.json"));
  project.write(
    "synthesize.js",
    `const fs = require("fs");
const out = process.env.CDKTF_OUTDIR;
const folder = out + "/stacks/dev";
fs.mkdirSync(folder, { recursive: true });
fs.cpSync("code", folder + "/code", { recursive: true });
const json = JSON.parse(fs.readFileSync("stack.json", "utf8"));
fs.writeFileSync(folder + "/cdk.tf.json", JSON.stringify(json));
const stack = { name: "dev", synthesizedStackPath: "stacks/dev/cdk.tf.json", workingDirectory: "stacks/dev", dependencies: [], annotations: [] };
fs.writeFileSync(out + "/manifest.json.new", JSON.stringify({ version: "0.21.0", stacks: { dev: stack } }));
fs.renameSync(out + "/manifest.json.new", out + "/manifest.json");
`,
  );
  return project;
}
