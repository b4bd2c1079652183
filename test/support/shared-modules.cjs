const { readFileSync, realpathSync } = require("node:fs");
const { join, sep } = require("node:path");

const root = join(__dirname, "../..");
const shared = ["lib", "node_modules"].map((folder) => realpathSync(join(root, folder)) + sep);

/** What a test file says that needs modules of its own: it mocks some, loads some anew, or asks for it in its first comment. */
const ownModules =
  /\bjest\.(mock|doMock|unmock|resetModules|isolateModules|isolateModulesAsync|requireMock)\b|^\s*\/\*\*[\s\S]*?@modules\s+own\b[\s\S]*?\*\//;

/**
 * Whether a test file uses the modules that a worker has loaded already, and their global object.
 *
 * Not with `--watch`, where modules change meanwhile, and not with `--coverage`.
 */
exports.sharesModules = (testPath, { collectCoverage, watch, watchAll }) =>
  !collectCoverage && !watch && !watchAll && !ownModules.test(readFileSync(testPath, "utf8"));

/** Whether test files may share this module: the library and packages, and no test code, which registers hooks. */
exports.isShared = (path) => shared.some((folder) => path.startsWith(folder));
