// Makes the package `create-serverform`, which `npm create serverform` runs: `serverform init` alone, in one file.
//
// It does not depend on the library: that would download the AWS provider before a project exists to put it in.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [dist = join(root, "dist"), output = join(root, "dist-create")] = process.argv.slice(2);
const program = "create-serverform.js";

const { version, license, repository, homepage, bugs, engines } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
buildSync({
  entryPoints: [join(dist, "cli/create.js")],
  outfile: join(output, program),
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  logLevel: "warning",
});
cpSync(join(dist, "cli/init/templates"), join(output, "templates"), { recursive: true });
cpSync(join(root, "LICENSE"), join(output, "LICENSE"));
writeFileSync(
  join(output, "README.md"),
  "# create-serverform\n\n`npm create serverform` writes a new [serverform](https://github.com/serverform/serverform) app, and asks what it is to have.\n" +
    "`npm create serverform my-app -- --template api` asks less; `npm create serverform -- --help` lists the options.\n",
);
const made = {
  name: "create-serverform",
  version,
  description: "Writes a new serverform app: serverless APIs on AWS through Terraform",
  license,
  repository,
  homepage,
  bugs,
  bin: { "create-serverform": program },
  files: [program, "templates"],
  engines,
};
writeFileSync(join(output, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
