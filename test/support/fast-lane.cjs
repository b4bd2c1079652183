const { readFileSync } = require("node:fs");

/**
 * The tests of `npm run test:fast`: jest calls this with the paths of all test files.
 *
 * A file that starts processes begins with a comment that says `@group processes`, and is left out. What the comment says
 * is checked by processes.ts.
 */
module.exports = async (paths) => ({
  filtered: paths.filter((path) => !startsProcesses(readFileSync(path, "utf8"))),
});

/** The comment that a source begins with. */
const firstComment = (source) => /^\s*\/\*\*[\s\S]*?\*\//.exec(source)?.[0] ?? "";

/** Whether the source of a test file says so in its first comment. */
const startsProcesses = (source) => /@group\s+processes\b/.test(firstComment(source));

module.exports.firstComment = firstComment;
module.exports.startsProcesses = startsProcesses;
