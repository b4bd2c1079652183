// Makes the packages whose programs run without the library: `create-serverform`, which `npm create serverform` runs (`serverform init`
// alone), and `serverform-migrate`. Each is bundled from the sources: of the modules behind the index of a house, esbuild takes only those
// that are used.
//
// Neither depends on the library: `npm create` would download the AWS provider before a project exists to put it in, and a project needs
// the migrations once.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const lib = join(root, "lib");
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

/** Leaves out modules of which nothing is used. Only `supported-node` does anything when it is loaded: it checks the version of Node. */
const onlyWhatIsUsed = {
  name: "only-what-is-used",
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^\./ }, async ({ path, pluginData, ...place }) => {
      if (pluginData === onlyWhatIsUsed || !place.importer.startsWith(lib) || /supported-node$/.test(path))
        return undefined;
      const found = await resolve(path, { ...place, pluginData: onlyWhatIsUsed });
      return { ...found, sideEffects: false };
    }),
};
const link = "[serverform](https://github.com/serverform/serverform)";

await makePackage("dist-create", {
  name: "create-serverform",
  description: "Writes a new serverform app: serverless APIs on AWS through Terraform",
  readme:
    `\`npm create serverform\` writes a new ${link} app, and asks what it is to have.\n` +
    "`npm create serverform my-app -- --template api` asks less; `npm create serverform -- --help` lists the options.\n",
  modules: { "create-serverform.js": "cli/create.ts" },
  folders: { templates: "cli/init/templates" },
});
await makePackage("dist-migrate", {
  name: "serverform-migrate",
  description: "Converts applications of the Serverless Framework, AWS SAM and SST v1 to serverform",
  readme:
    `\`npx serverform-migrate <tool> [folder]\` reads an application of another tool, and writes its stacks for ${link} next to the handlers.\n` +
    "The tools are `serverless`, `sam` and `sst-v1`; `npx serverform-migrate --help` lists the options. In a project with serverform,\n" +
    "`serverform migrate` runs this package.\n",
  // The program loads the entry beside it.
  modules: { "index.js": "migrate/index.ts", "serverform-migrate.js": "migrate/main.ts" },
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
async function makePackage(
  folder,
  { name, description, readme, modules, folders = {}, dependencies = {}, ...rest },
) {
  const output = join(base, folder);
  const program = `${name}.js`;
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  for (const [file, entry] of Object.entries(modules))
    await build({
      entryPoints: [join(lib, entry)],
      outfile: join(output, file),
      bundle: true,
      minify: true,
      platform: "node",
      target: "node20",
      logLevel: "warning",
      // Left-out modules name programs that are not bundled.
      logOverride: { "require-resolve-not-external": "silent" },
      external: ["./index", ...Object.keys(dependencies)],
      plugins: [onlyWhatIsUsed],
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
