const { readFileSync, realpathSync } = require("node:fs");
const { basename, join, sep } = require("node:path");
const { firstComment, startsProcesses } = require("./fast-lane.cjs");

const root = join(__dirname, "../..");
const [library, packages] = ["lib", "node_modules"].map((folder) => realpathSync(join(root, folder)) + sep);
const packagesOfTests = join(realpathSync(join(root, "test/packages")), "cdktn/node_modules") + sep;

/** Code that mocks modules or loads them again. */
const changesModules =
  /\bjest\.(mock|doMock|unmock|resetModules|isolateModules|isolateModulesAsync|requireMock)\b/;

/**
 * The modules that a test file shares with the other files of its worker, and with them their global object: `all`, `packages`
 * only, or `none`.
 *
 * Files that start processes share no modules of the library, which keeps processes that live in folders of the test. Nothing is
 * shared with `--watch`, where modules change between runs, and with `--coverage`.
 */
exports.sharingOf = (testPath, { collectCoverage, watch, watchAll }) => {
  if (collectCoverage || watch || watchAll) return "none";
  const source = readFileSync(testPath, "utf8");
  if (changesModules.test(source) || /@modules\s+own\b/.test(firstComment(source))) return "none";
  return startsProcesses(source) ? "packages" : "all";
};

/** Whether this process is a worker of jest, which has one run. A process without workers may run jest several times. */
const isWorker = (program = process.argv[1] ?? "") => basename(program) === "processChild.js";

exports.isWorker = isWorker;

/**
 * The identity of the run of jest that loads a test file: its options. A worker gets a new copy of them with each test file.
 */
exports.runOf = (globalConfig, program) => (isWorker(program) ? "the run of this worker" : globalConfig);

/** Whether test files that share `all` or `packages` share this module: test code, which registers hooks, they do not. */
exports.isShared = (path, sharing) => (isOfLibrary(path) ? sharing === "all" : isOfPackage(path, sharing));

const isOfLibrary = (path) => path.startsWith(library);

exports.isOfLibrary = isOfLibrary;

/** esbuild keeps a process. */
const isOfPackage = (path, sharing) =>
  path.startsWith(packagesOfTests) ||
  (path.startsWith(packages) && (sharing === "all" || !path.startsWith(`${packages}esbuild${sep}`)));

/**
 * Packages of `expect`, of jest's runner and of its snapshots that hold no values of a test file. `expect` itself holds its matchers.
 * Those of Babel, which write inline snapshots, take most of the time.
 */
const withoutState =
  /^(@babel\/.*|@jest\/(diff-sequences|expect-utils|get-type|schemas)|@sinclair\/.*|ansi-styles|chalk|jest-(diff|each|matcher-utils|message-util|regex-util|util)|micromatch|natural-compare|picomatch|pretty-format|semver|slash|stack-utils|supports-color)$/;

/** Whether a module that jest loads for its own use, into each test file, is one that all of them can share. */
exports.isOfJestWithoutState = (path) => {
  if (!path.startsWith(packages)) return false;
  const [first, second] = path.slice(packages.length).split(sep);
  return withoutState.test(first.startsWith("@") ? `${first}/${second}` : first);
};
