const { readFileSync } = require("node:fs");
const { firstComment, groupOf } = require("./fast-lane.cjs");

/**
 * The tests of `npm run test:cdktn`: the fast and the slow ones. Processes that tests start would load CDKTF, and generated inputs
 * try the checks of the library. A file with `@cdktf only` is about what the library does with CDKTF alone.
 */
module.exports = async (paths) => ({
  filtered: paths.filter((path) => {
    const source = readFileSync(path, "utf8");
    return [undefined, "slow"].includes(groupOf(source)) && !/@cdktf only\b/.test(firstComment(source));
  }),
});
