/** Why `fetch` has failed. Its errors name the reason in their cause. */
export function fetchProblem(error: unknown): string {
  const { cause, message } = error as Error;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? message;
}
