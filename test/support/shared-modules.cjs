const { readFileSync, realpathSync } = require("node:fs");
const { join, sep } = require("node:path");
const { firstComment, startsProcesses } = require("./fast-lane.cjs");

const root = join(__dirname, "../..");
const [library, packages] = ["lib", "node_modules"].map((folder) => realpathSync(join(root, folder)) + sep);
const packagesOfTests = join(realpathSync(join(root, "test/packages")), "cdktn/node_modules") + sep;

/** What mocks modules or loads them anew. */
const changesModules =
  /\bjest\.(mock|doMock|unmock|resetModules|isolateModules|isolateModulesAsync|requireMock)\b/;

/**
 * Whether a test file uses the modules that a worker has loaded already, and their global object.
 *
 * Not if it starts processes, which live in folders that go with the test, or says that it needs its own modules. Not with
 * `--watch`, where modules change meanwhile, and not with `--coverage`.
 */
exports.sharesModules = (testPath, { collectCoverage, watch, watchAll }) => {
  if (collectCoverage || watch || watchAll) return false;
  const source = readFileSync(testPath, "utf8");
  return (
    !startsProcesses(source) && !changesModules.test(source) && !/@modules\s+own\b/.test(firstComment(source))
  );
};

/** Whether test files may share this module: the library and packages, and no test code, which registers hooks. */
exports.isShared = (path) =>
  isOfLibrary(path) || path.startsWith(packages) || path.startsWith(packagesOfTests);

const isOfLibrary = (path) => path.startsWith(library);

exports.isOfLibrary = isOfLibrary;
