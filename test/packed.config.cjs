// Tests with the package that npm packs in place of the sources: `npm run test:packed`.
const { execFileSync } = require("node:child_process");
const { join } = require("node:path");
const { jest } = require("../package.json");

const pack = ["--import", "tsx", join(__dirname, "package/print-packed.ts")];
// For the resolver, which each worker loads.
process.env.TEST_PACKED_LIBRARY = join(
  execFileSync(process.execPath, pack, { encoding: "utf8", cwd: join(__dirname, "..") }).trim(),
  "dist",
);

module.exports = {
  ...jest,
  rootDir: "..",
  resolver: "<rootDir>/test/support/packed-resolver.cjs",
  // Jest takes dynamic imports with a flag of Node only: they become calls of require, as those of the sources.
  transformIgnorePatterns: jest.transformIgnorePatterns.map((each) =>
    each.replace("(?!(", "(?!(\\.cache/serverform-tests|"),
  ),
};
