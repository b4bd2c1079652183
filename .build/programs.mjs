// Makes the packages whose programs run without the library: `create-serverform`, which `npm create serverform` runs (`serverform init`
// alone), and `serverform-migrate`. Each is bundled from the compiled modules.
//
// Neither depends on the library: `npm create` would download the AWS provider before a project exists to put it in, and a project needs
// the migrations once.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [dist = join(root, "dist"), base = root] = process.argv.slice(2);
const {
  version,
  license,
  repository,
  homepage,
  bugs,
  engines,
  dependencies,
  devDependencies,
  peerDependencies,
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const link = "[serverform](https://github.com/serverform/serverform)";

makePackage("dist-create", {
  name: "create-serverform",
  description: "Writes a new serverform app: serverless APIs on AWS through Terraform",
  readme:
    `\`npm create serverform\` writes a new ${link} app, and asks what it is to have.\n` +
    "`npm create serverform my-app -- --template api` asks less; `npm create serverform -- --help` lists the options.\n",
  modules: { "create-serverform.js": "cli/create.js" },
  folders: { templates: "cli/init/templates" },
});
makePackage("dist-migrate", {
  name: "serverform-migrate",
  description: "Converts applications of the Serverless Framework, AWS SAM and SST v1 to serverform",
  readme:
    `\`npx serverform-migrate <tool> [folder]\` reads an application of another tool, and writes its stacks for ${link} next to the handlers.\n` +
    "The tools are `serverless`, `sam` and `sst-v1`; `npx serverform-migrate --help` lists the options. In a project with serverform,\n" +
    "`serverform migrate` runs this package.\n",
  // The program loads the entry beside it.
  modules: { "index.js": "migrate/index.js", "serverform-migrate.js": "migrate/main.js" },
  dependencies: {
    "@babel/parser": devDependencies["@babel/parser"],
    yaml: dependencies.yaml,
  },
  // It reads the declarations of the resources.
  peerDependencies: { "@cdktf/provider-aws": peerDependencies["@cdktf/provider-aws"] },
});
// It is not part of the library.
rmSync(join(dist, "migrate"), { recursive: true });

/** Makes a package whose program has its name. */
function makePackage(
  folder,
  { name, description, readme, modules, folders = {}, dependencies = {}, ...rest },
) {
  const output = join(base, folder);
  const program = `${name}.js`;
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  for (const [file, entry] of Object.entries(modules))
    buildSync({
      entryPoints: [join(dist, entry)],
      outfile: join(output, file),
      bundle: true,
      minify: true,
      platform: "node",
      target: "node20",
      logLevel: "warning",
      external: ["./index", ...Object.keys(dependencies)],
    });
  for (const [to, from] of Object.entries(folders))
    cpSync(join(dist, from), join(output, to), { recursive: true });
  chmodSync(join(output, program), 0o755);
  cpSync(join(root, "LICENSE"), join(output, "LICENSE"));
  writeFileSync(join(output, "README.md"), `# ${name}\n\n${readme}`);
  const made = {
    name,
    version,
    description,
    license,
    repository,
    homepage,
    bugs,
    ...("index.js" in modules ? { main: "index.js" } : {}),
    bin: { [name]: program },
    files: [...Object.keys(modules), ...Object.keys(folders)],
    engines,
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies }),
    ...rest,
  };
  writeFileSync(join(output, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
}
