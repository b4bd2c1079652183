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

/** Whether the source of a test file says so in its first comment. */
function startsProcesses(source) {
  const [comment = ""] = /^\s*\/\*\*[\s\S]*?\*\//.exec(source) ?? [];
  return /@group\s+processes\b/.test(comment);
}

module.exports.startsProcesses = startsProcesses;
