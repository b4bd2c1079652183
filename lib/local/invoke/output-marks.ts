/*
 * stdout and stderr are two pipes, whose relative order is lost. So our bootstraps write both to stdout, and mark the parts for
 * stderr. Output that bypasses the language runtime, such as that of child processes, has no marks.
 */

/** Marks the beginning and the end of output for stderr. The process's secret prevents a function from writing it by mistake. */
export function stderrMarks(secret: string): readonly [begin: string, end: string] {
  return [`\u0000${secret}>`, `\u0000${secret}<`];
}
