const { readFileSync } = require("node:fs");
const { default: Sequencer } = require("@jest/test-sequencer");
const { startsProcesses } = require("./fast-lane.cjs");

/**
 * The order of the test files: jest's, by their last durations, but files without one begin with those that start processes.
 * In a fresh clone jest would go by size, and some of the slowest files, which are small, would run alone at the end.
 */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const mayBeSlow = new Set(
      sorted.filter(
        ({ duration, path }) => duration === undefined && startsProcesses(readFileSync(path, "utf8")),
      ),
    );
    return [...mayBeSlow, ...sorted.filter((test) => !mayBeSlow.has(test))];
  }
};
