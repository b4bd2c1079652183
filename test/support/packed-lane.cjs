const { join, relative, sep } = require("node:path");

const root = join(__dirname, "../..");

/**
 * The tests of `npm run test:packed`: what is bundled or started by its path, and what is joined. CI runs them from the package only.
 */
const folders = [
  "test/local/events-and-pipes",
  "test/local/gateways",
  "test/local/services/cognito-idp/sign-in",
  "test/local/services/rds-data",
  "test/local/user-pools",
  "test/runtime/programs",
  "test/testing/serve-local",
];

const isOfLane = (path) =>
  folders.some((folder) => relative(root, path).replaceAll(sep, "/").startsWith(folder));

module.exports = async (paths) => ({ filtered: paths.filter(isOfLane) });

/** Patterns for jest's `testPathIgnorePatterns` that leave out these tests. */
module.exports.patterns = folders.map((folder) => `/${folder}`);
