const { join, relative, sep } = require("node:path");

const root = join(__dirname, "../..");

/** The tests of `npm run test:packed`, by the beginnings of their paths. CI runs them from the package only. */
const tested = [
  "test/local/events-and-pipes",
  "test/local/gateways/",
  "test/local/history/",
  "test/local/identities/",
  "test/local/invoke/",
  "test/local/permissions/",
  "test/local/recorded/",
  "test/local/services/",
  "test/local/user-pools",
  "test/local/wire/",
  "test/runtime/",
  "test/testing/serve-local",
];

/** Tests that replace functions of a module; in the package, modules are joined, and their callers do not see that. */
const replacing = [
  "test/local/invoke/code/built-code",
  "test/local/invoke/code/bundles",
  "test/local/invoke/processes/idle-workers",
  "test/local/invoke/processes/prewarmed-process",
  "test/local/invoke/processes/start-process",
];

const begins = (file, paths) => paths.some((path) => file.startsWith(path));

function isOfLane(path) {
  const file = relative(root, path).replaceAll(sep, "/");
  return begins(file, tested) && !begins(file, replacing);
}

module.exports = async (paths) => ({ filtered: paths.filter(isOfLane) });

/** A pattern for jest's `testPathIgnorePatterns` that leaves out these tests. */
module.exports.pattern = `/(?!${replacing.join("|")})(?:${tested.join("|")})`;
