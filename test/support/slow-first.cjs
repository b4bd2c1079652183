const { readFileSync, statSync } = require("node:fs");
const { join, relative, sep } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");
const { groupOf } = require("./fast-lane.cjs");

const root = join(__dirname, "../..");

/** Seconds of the slowest files on a machine with two cores. Others are sorted by their group comments. */
const seconds = JSON.parse(readFileSync(join(__dirname, "slow-files.json"), "utf8"));

/**
 * The order of the test files: the slowest ones first, so that none of them runs alone at the end. Jest knows how long files took
 * the last time. In a fresh clone it would go by size, and some of the slowest files are small.
 */
module.exports = class SlowFirst extends Sequencer {
  time(test) {
    return super.time(test) ?? expectedTime(test.path);
  }
};

/** Milliseconds that a file may take that has not run here before. */
function expectedTime(path) {
  const known = seconds[relative(root, path).replaceAll(sep, "/")];
  if (known !== undefined) return known * 1000;
  const least = groupOf(readFileSync(path, "utf8")) === undefined ? 0 : 5000;
  return least + statSync(path).size / 100;
}
