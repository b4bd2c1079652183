const { readFileSync } = require("node:fs");
const { groupOf } = require("./fast-lane.cjs");

/**
 * The tests of `npm run test:cdktn`: the fast and the slow ones. Processes that tests start would load CDKTF, and generated inputs
 * try the checks of the library.
 */
module.exports = async (paths) => ({
  filtered: paths.filter((path) => [undefined, "slow"].includes(groupOf(readFileSync(path, "utf8")))),
});
