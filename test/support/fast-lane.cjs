const { readFileSync } = require("node:fs");

/**
 * The tests of `npm run test:fast`: jest calls this with the paths of all test files.
 *
 * Left out is each file whose first comment says a group: `@group processes` if it starts processes, which processes.ts checks,
 * `@group generated` if it tries thousands of made inputs, and `@group slow` if it takes seconds for another reason.
 */
module.exports = async (paths) => ({
  filtered: paths.filter((path) => groupOf(readFileSync(path, "utf8")) === undefined),
});

/** The comment that a source begins with. */
const firstComment = (source) => /^\s*\/\*\*[\s\S]*?\*\//.exec(source)?.[0] ?? "";

/** The group that the source of a test file says in its first comment: `processes`, `generated` or `slow`. */
const groupOf = (source) => /@group\s+(processes|generated|slow)\b/.exec(firstComment(source))?.[1];

/** Whether the source of a test file says that it starts processes. */
const startsProcesses = (source) => groupOf(source) === "processes";

module.exports.firstComment = firstComment;
module.exports.groupOf = groupOf;
module.exports.startsProcesses = startsProcesses;
