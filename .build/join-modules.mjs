// Joins modules that are loaded together in one file, for each folder of compiled modules that it is given: those of nearly every
// application, those of the local server, those of the command line, and those that record the reads of an application.
//
// Node takes a quarter of a millisecond to find, read and compile a file. An application loads 350 of this package, and the local
// server 650 more. The files stay, and give what the joined file holds for them, so that there is one instance of each.
//
// Measured with an Api of 10 routes: loading takes 45 ms less, a second synthesis 0.84 times as long. `serverform local` takes 0.31 s
// of CPU until it has read its options, and took 0.47 s; `serverform deploy` 0.15 s until it looks for its project, and took 0.25 s.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, resolve, sep } from "node:path";

/** The joined files, and the modules that each of them holds. A module is in the first one that names it. */
const outputs = {
  // What commands load, too.
  "base-modules.js": [
    /^(aws|bundle|errors)\//,
    /^core\/(errors\.js|(files|formats|terraform)\/)/,
    /^app\/synthesis\/input-digests\.js$/,
  ],
  // What an application with an Api and functions loads, whatever else it declares.
  "modules.js": [
    /^(app|core|description|event-pattern|iam|function|gateway|dns|constructs\/api)\//,
    /^constructs\/(list|[^/]+\/(library|errors))\.js$/,
    /^(events\/errors|site\/row|site\/server\/errors)\.js$/,
  ],
  "server-modules.js": [/^(invoke|live|local)\//],
  // What each process and thread of an application loads while its reads are recorded.
  "recorder-modules.js": [/^cli\/project\/reads\/recorder\//],
  // A third of the command line converts applications of SST.
  "command-modules.js": [/^cli\/(?!migrate\/)/],
};

/** Modules that look for files beside them. */
const needsItsPath = /\b(__dirname|__filename|require\.resolve)\b/;

/**
 * Modules that esbuild bundles, for deployed functions, for browsers and for the world of AppSync's JavaScript. What they import stays,
 * too: a bundler would take the whole joined file, with what only Node has.
 */
const bundled = [/^runtime\//, /^invoke\/bootstraps\//, /^local\/console\/page\.js$/];

/** Modules that Node loads in another process or thread. What they import of `local` stays, too. */
const started = [
  /^bundle\/node\/esbuild\/esbuild-worker\.js$/,
  /^local\/.*-program\.js$/,
  // What commands load that start no server, such as deploy: joined, they would load the whole server.
  /^(invoke\/(contained|json|program-file)|local\/model\/read\/declarations)\.js$/,
];

/** A module that is given to the bundler by its path. */
const bundledByPath = /\bbundleText\)?\(require\.resolve\("(\.{1,2}\/[^"]*)"\)/g;

/**
 * A program that is bundled with what an application loads to bundle its functions; the programs that Node starts as commands; and the
 * module that looks at the version of Node before an old one reads the others.
 */
const neverJoined = [
  "invoke/code/bundle-process.js",
  "cli/create.js",
  "cli/main.js",
  "cli/supported-node.js",
];

/** The modules that applications import. Node finds what they export by the calls of `require` that tsc and swc write. */
const entries = ["index.js", "policy/index.js", "testing/index.js"];

const relativeRequire = /\brequire\("(\.{1,2}(?:\/[^"]*)?)"\)/g;

/** Node would search what a joined module exports in its file, and finds nothing there. All of these modules are CommonJS. */
const relativeImport = /\bimport\("(\.{1,2}\/[^"]*)"\)/g;

/** `requireJoined`, a name that no module has, does what `require` does, circles included. */
const loader = `"use strict";
const loaded = new Map();
module.exports = requireJoined;
function requireJoined(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    modules[name].call(module.exports, module.exports, module);
  } catch (error) {
    loaded.delete(name);
    throw error;
  }
  return module.exports;
}
`;

for (const folder of process.argv.slice(2)) joinModules(resolve(folder));

function joinModules(dist) {
  const read = (file) => readFileSync(join(dist, file), "utf8");
  const imports = (file) =>
    [...read(file).matchAll(relativeRequire)].map(([, found]) => resolved(dist, file, found));
  const compiled = readdirSync(dist, { recursive: true })
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => file.endsWith(".js") && !(file in outputs));
  const matching = (patterns) => compiled.filter((file) => patterns.some((pattern) => pattern.test(file)));
  const byPath = compiled.flatMap((file) =>
    [...read(file).matchAll(bundledByPath)].map(([, found]) => resolved(dist, file, found)),
  );
  const apart = new Set([...matching(bundled), ...byPath]);
  for (const file of apart) for (const imported of imports(file)) apart.add(imported);
  for (const file of matching(started)) apart.add(file);
  for (const file of apart)
    for (const imported of imports(file)) if (isApartWith(file, imported)) apart.add(imported);
  const canJoin = compiled
    .filter(
      (file) =>
        !apart.has(file) &&
        !neverJoined.includes(file) &&
        !needsItsPath.test(read(file)) &&
        !isLeft(read(file)),
    )
    .sort();
  const places = new Map(canJoin.flatMap((file) => placesOf(file)));
  const alone = compiled.filter((file) => !places.has(file) && !apart.has(file) && !entries.includes(file));
  const contents = new Map([...places.keys(), ...alone].map((file) => [file, read(file)]));
  for (const output of Object.keys(outputs)) {
    const names = [...places.keys()].filter((file) => places.get(file) === output);
    if (names.length === 0) throw new Error(`${dist} has no modules to join. Compile it first.`);
    const modules = names.map((file) => {
      const linked = linkedContent(dist, file, contents.get(file), places);
      return `${text(file)}: function (exports, module) {\n${linked}\n}`;
    });
    writeFileSync(join(dist, output), `${loader}const modules = {\n${modules.join(",\n")}\n};\n`);
  }
  for (const file of places.keys())
    writeFileSync(join(dist, file), `module.exports = ${reference(file, places.get(file), file)};\n`);
  for (const file of alone)
    writeFileSync(join(dist, file), linkedContent(dist, file, contents.get(file), places));
}

/** The joined file of a module, if it belongs to one. */
function placesOf(file) {
  const found = Object.entries(outputs).find(([, joined]) => joined.some((pattern) => pattern.test(file)));
  return found === undefined ? [] : [[file, found[0]]];
}

/** The content of a module, which loads joined modules from their files, without the small file that stands for each. */
function linkedContent(dist, file, content, places) {
  const own = places.get(file);
  const load = (specifier) => {
    const target = resolved(dist, file, specifier);
    const output = places.get(target);
    if (output === undefined) return `require(${text(pathFrom(own ?? file, target))})`;
    return output === own ? `requireJoined(${text(target)})` : reference(own ?? file, output, target);
  };
  return content
    .replace(relativeRequire, (_, specifier) => load(specifier))
    .replace(relativeImport, (_, specifier) => `Promise.resolve().then(() => ${load(specifier)})`);
}

/** Loads a module from a joined file. */
function reference(from, output, target) {
  return `require(${text(pathFrom(from, output))})(${text(target)})`;
}

function pathFrom(file, target) {
  const path = posix.relative(posix.dirname(file), target);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Whether a module stays as it is because another one does. A thread of the local server loads what applications load as they do. */
function isApartWith(file, imported) {
  return !file.startsWith("local/") || imported.startsWith("local/");
}

/** Whether a file is of an earlier build, and has no source any more: the compiler would have replaced it. */
function isLeft(content) {
  return (
    content.startsWith("module.exports = require(") &&
    Object.keys(outputs).some((output) => content.includes(`${output}")("`))
  );
}

/** The compiled file that an import leads to, or the path of another file, such as package.json. */
function resolved(dist, file, specifier) {
  const path = posix.join(posix.dirname(file), specifier);
  const isFolder = /(^|\/)\.{1,2}$/.test(specifier);
  const candidates = [...(isFolder ? [] : [path, `${path}.js`]), `${path}/index.js`];
  return candidates.find((each) => each.endsWith(".js") && existsSync(join(dist, each))) ?? path;
}

function text(value) {
  return JSON.stringify(value);
}
