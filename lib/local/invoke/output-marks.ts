/*
 * stdout and stderr are two pipes, and their order is lost on the way. So our bootstraps write both to stdout, and mark
 * what belongs to stderr. Output that does not go through the language, such as that of child processes, has no marks.
 */

/** Begins and ends what belongs to stderr. The secret of the process keeps a function from writing it by mistake. */
export function stderrMarks(secret: string): readonly [begin: string, end: string] {
  return [`\u0000${secret}>`, `\u0000${secret}<`];
}
