const { readFileSync } = require("node:fs");

/**
 * The tests of `npm run test:fast`: jest calls this with the paths of all test files.
 *
 * A file that starts processes begins with a comment that says `@group processes`, and is left out. What the comment says
 * is checked by processes.ts. Left out are also the files that say `@group generated`: they try thousands of made inputs.
 */
module.exports = async (paths) => ({
  filtered: paths.filter((path) => {
    const source = readFileSync(path, "utf8");
    return !startsProcesses(source) && !isGenerated(source);
  }),
});

/** The comment that a source begins with. */
const firstComment = (source) => /^\s*\/\*\*[\s\S]*?\*\//.exec(source)?.[0] ?? "";

/** Whether the source of a test file says so in its first comment. */
const startsProcesses = (source) => /@group\s+processes\b/.test(firstComment(source));

/** Whether the source of a test file says that its inputs are generated, in its first comment. */
const isGenerated = (source) => /@group\s+generated\b/.test(firstComment(source));

module.exports.firstComment = firstComment;
module.exports.isGenerated = isGenerated;
module.exports.startsProcesses = startsProcesses;
