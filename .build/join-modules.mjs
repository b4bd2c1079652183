// Joins modules that are loaded together in one file, for each folder of compiled modules that it is given: those of nearly every
// application, those of the local server, and those that record the reads of an application.
//
// Node takes a quarter of a millisecond to find, read and compile a file. An application loads 350 of this package, and the local
// server 650 more. The files stay, and give what the joined file holds for them, so that there is one instance of each.
//
// Measured with an Api of 10 routes: loading takes 45 ms less, a second synthesis 0.84 times as long. `serverform local` takes 0.31 s
// of CPU until it has read its options, and took 0.47 s.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, resolve, sep } from "node:path";

/** The joined files, and the modules that each of them holds. */
const outputs = {
  // What an application with an Api and functions loads, whatever else it declares.
  "modules.js": [
    /^(app|aws|core|description|errors|event-pattern|iam|function|gateway|dns|bundle|constructs\/api)\//,
    /^constructs\/(list|[^/]+\/(library|errors))\.js$/,
    /^(events\/errors|site\/row|site\/server\/errors)\.js$/,
  ],
  // Modules of the command line stay: Node loads them with import(), and would search what they export in the joined file.
  "server-modules.js": [/^(invoke|live|local)\//],
  // What each process and thread of an application loads while its reads are recorded.
  "recorder-modules.js": [/^cli\/project\/reads\/recorder\//],
};

/** Modules that look for files beside them. */
const needsItsPath = /\b(__dirname|__filename|require\.resolve)\b/;

/**
 * Modules that esbuild bundles alone, to run them in another process or in deployed functions, and modules that another process
 * loads. What they import stays, too.
 */
const programs = [
  /^bundle\/node\/esbuild\/esbuild-worker\.js$/,
  /^(runtime|invoke\/bootstraps)\//,
  /^local\/.*-program\.js$/,
  // The page of the console, for browsers.
  /^local\/console\/page\.js$/,
  // What commands load that start no server, such as deploy: joined, they would load the whole server.
  /^(invoke\/(json|program-file)|local\/model\/read\/declarations)\.js$/,
];

/** This program is bundled with what an application loads to bundle its functions. */
const ofTheBundler = "invoke/code/bundle-process.js";

const relativeRequire = /\brequire\("(\.{1,2}(?:\/[^"]*)?)"\)/g;

/** `load` does what `require` does, circles included. */
const loader = `"use strict";
const loaded = new Map();
module.exports = load;
function load(name) {
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
  const apart = new Set(compiled.filter((file) => programs.some((pattern) => pattern.test(file))));
  for (const file of apart)
    for (const imported of imports(file)) if (isApartWith(file, imported)) apart.add(imported);
  const canJoin = compiled
    .filter(
      (file) =>
        !apart.has(file) && file !== ofTheBundler && !needsItsPath.test(read(file)) && !isLeft(read(file)),
    )
    .sort();
  for (const [output, joined] of Object.entries(outputs)) {
    const names = canJoin.filter((file) => joined.some((pattern) => pattern.test(file)));
    if (names.length === 0) throw new Error(`${dist} has no modules to join. Compile it first.`);
    writeJoined(dist, output, new Map(names.map((file) => [file, read(file)])));
  }
}

function writeJoined(dist, output, files) {
  const linked = (file, content) =>
    content.replace(relativeRequire, (_, specifier) => {
      const target = resolved(dist, file, specifier);
      return files.has(target) ? `load(${text(target)})` : `require(${text(`./${target}`)})`;
    });
  const modules = [...files].map(
    ([file, content]) => `${text(file)}: function (exports, module) {\n${linked(file, content)}\n}`,
  );
  writeFileSync(join(dist, output), `${loader}const modules = {\n${modules.join(",\n")}\n};\n`);
  for (const file of files.keys()) {
    const path = posix.relative(posix.dirname(file), output);
    writeFileSync(join(dist, file), `module.exports = require(${text(path)})(${text(file)});\n`);
  }
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
