// Joins modules that are loaded together in one file, for each folder of compiled modules that it is given.
//
// Node takes a quarter of a millisecond to find, read and compile a file. An application loads 350 of this package, and the local
// server 650 more. esbuild keeps each CommonJS module in a function, which runs when the module is first required. The files of the
// modules stay, and export their modules of the joined file, so that each has one instance.
//
// Measured in CPU time against files only, with Node 20: a second synthesis with an Api of 1 route takes 0.71 times as long, of 100
// routes 0.86; `serverform local` until it is ready 0.72; `serverform deploy` until it looks for its project 0.80.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const lib = fileURLToPath(new URL("../lib", import.meta.url));

/** The joined files, and the modules that each of them holds. A module is in the first one that names it. */
const outputs = {
  // Modules that commands also load, including those that start no server.
  "base-modules.js": [
    /^(facts\/(aws|errors|expressions|text)|bundle)\//,
    /^kit\/core\/errors\.js$/,
    /^kit\/core\/formats\//,
    /^kit\/core\/terraform\//,
    // An entry loads a module of its house when that is first used.
    /^(kit\/app|kit\/core|local|local\/invoke|model|model\/policy)\/index\.js$/,
    /^kit\/core\/project-files\.js$/,
    /^local\/local-secrets\.js$/,
    /^local\/server-folder\.js$/,
    /^model\/policy\/errors\.js$/,
    /^kit\/app\/synthesis\/input-digests\.js$/,
    /^local\/invoke\/program-file\.js$/,
    /^model\/resources\/read\/declarations\.js$/,
    /^model\/resources\/values\.js$/,
  ],
  // Modules that every application with an Api and functions loads, regardless of its other constructs.
  "modules.js": [
    /^(facts\/event-pattern|kit\/(app|core|description|iam|function|gateway|dns)|constructs\/api)\//,
    /^constructs\/(list|[^/]+\/(library|errors))\.js$/,
    /^kit\/events\/cron-expression\.js$/,
    /^kit\/events\/errors\.js$/,
    /^kit\/site\/index\.js$/,
    /^kit\/site\/library\.js$/,
    /^kit\/site\/server\/errors\.js$/,
  ],
  "construct-modules.js": [/^(constructs|kit)\//],
  // Read by commands that start no server, such as `logs` and the review of a plan.
  "model-modules.js": [/^(model\/|local\/functions\/read-(jobs|settings)\.js$)/],
  "server-modules.js": [/^(local|cli\/live-client)\//],
  "command-modules.js": [/^cli\//],
};

/**
 * Modules that esbuild bundles: for deployed functions, for the world of AppSync's JavaScript and for separate processes. They
 * stay, with all that they import: a bundler would take the whole joined file, including the parts that only run in Node.
 */
const bundled = [
  /^runtime\//,
  /^local\/invoke\/bootstraps\//,
  /^bundle\/node\/esbuild\/esbuild-worker\.js$/,
  /^local\/gateways\/app-sync\/runtime\/world-program\.js$/,
];

/** Modules that stay without their imports. The build fails if a module that is resolved by its path is in neither list. */
const alone = [
  // Node starts them.
  /^cli\/main\.js$/,
  /^local\/invoke\/code\/bundle-process\.js$/,
  /^local\/services\/rds-data\/databases\/pglite-program\.js$/,
  // Contains a package that only `serverform graph` needs.
  /^local\/map\/layout\.js$/,
  // Looks at the version of Node before an old one reads the others.
  /^cli\/supported-node\.js$/,
];

const options = {
  bundle: true,
  write: false,
  platform: "node",
  target: "node20",
  packages: "external",
  charset: "utf8",
  logLevel: "warning",
  logOverride: { "require-resolve-not-external": "error" },
};

for (const folder of process.argv.slice(2)) await joinModules(resolve(folder));

async function joinModules(dist) {
  // From the sources: `dist` may have modules of an earlier build.
  const modules = readdirSync(lib, { recursive: true })
    .map((file) => file.replaceAll(sep, "/").replace(/\.ts$/, ".js"))
    .filter(
      (file) => file.endsWith(".js") && !/^(cli\/init\/templates|local\/console\/page|migrate)\//.test(file),
    )
    .sort();
  // A pattern without a module is that of a file which has moved: its module would be loaded with a larger file.
  for (const pattern of [...Object.values(outputs).flat(), ...bundled, ...alone])
    if (!modules.some((file) => pattern.test(file))) throw new Error(`No module has a name like ${pattern}.`);
  const apart = await withImports(dist, modules.filter(isOneOf(bundled)));
  const isAlone = isOneOf(alone);
  /** The joined file of each module that is in one. */
  const places = new Map();
  for (const file of modules) {
    const place = Object.keys(outputs).find((output) => isOneOf(outputs[output])(file));
    if (place !== undefined && !apart.has(file) && !isAlone(file)) places.set(file, place);
  }
  const files = modules.filter((file) => !places.has(file));
  const contents = await Promise.all(
    Object.keys(outputs).map(async (output) => [output, await joined(dist, output, places, files)]),
  );
  for (const [output, content] of contents) writeFileSync(join(dist, output), content);
  for (const file of places.keys()) writeFileSync(join(dist, file), stub(file, places));
}

function isOneOf(patterns) {
  return (file) => patterns.some((pattern) => pattern.test(file));
}

/** Modules, and those that they load. */
async function withImports(dist, modules) {
  const { metafile } = await build({ ...options, ...tableOf(dist, modules), metafile: true });
  return new Set(Object.keys(metafile.inputs));
}

/** A program that gives modules by their names. */
function tableOf(dist, modules) {
  const rows = modules.map((file) => `${text(file)}: () => require(${text(`./${file}`)}),\n`);
  const contents = `const modules = {\n${rows.join("")}};\nmodule.exports = (name) => modules[name]();\n`;
  return { absWorkingDir: dist, stdin: { contents, resolveDir: dist } };
}

/** The content of a joined file. */
async function joined(dist, output, places, files) {
  const own = [...places.keys()].filter((file) => places.get(file) === output);
  const others = Object.keys(outputs).filter((each) => each !== output);
  const content = (file) => (others.includes(places.get(file)) ? stub(file, places) : withPath(dist, file));
  const { outputFiles, metafile } = await build({
    ...options,
    ...tableOf(dist, own),
    outfile: join(dist, output),
    banner: { js: '"use strict";\nconst ownFolder = __dirname;' },
    metafile: true,
    // Excludes this file: it would be read only for the modules that an earlier run has joined.
    external: [...others, ...files, "../*.json"].map((file) => join(dist, file)),
    plugins: [
      {
        name: "joined-modules",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.js$/ }, ({ path }) => ({
            contents: content(relative(dist, path).replaceAll(sep, "/")),
          })),
      },
    ],
  });
  if (output in metafile.inputs)
    throw new Error(`The modules of ${dist} are joined already. Compile it first.`);
  return outputFiles[0].text;
}

/** A module that may look for files beside it knows its own path, in place of that of the joined file. */
function withPath(dist, file) {
  const content = readFileSync(join(dist, file), "utf8");
  if (!content.includes("__dirname") && !content.includes("__filename")) return content;
  const path = `require("node:path").join(ownFolder, ${text(file)})`;
  return `const __filename = ${path}, __dirname = require("node:path").dirname(__filename); ${content}`;
}

/** The content of the file of a joined module, and the code that replaces it in the other joined files. */
function stub(file, places) {
  const output = posix.relative(posix.dirname(file), places.get(file));
  return `module.exports = require(${text(output.startsWith(".") ? output : `./${output}`)})(${text(file)});\n`;
}

function text(value) {
  return JSON.stringify(value);
}
