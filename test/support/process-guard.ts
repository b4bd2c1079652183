/** A function of `node:child_process` that starts a program. */
export type Start = (this: unknown, command: string, ...rest: readonly unknown[]) => unknown;

/** The error of a test that starts a process and must not. */
export const refusalOf = (command: string): string =>
  `This test starts a process (${command}), but its file is one of the fast tests.
Begin the file with /** @group processes */, or test the same without a process.`;

/** The same function, which refuses to start any program except for esbuild, which is its own program but ends after milliseconds. */
export function guarded(original: Start, onRefusal: (command: string) => void): Start {
  return function start(command, ...rest) {
    if (/[\\/]esbuild(\.exe)?$/.test(command)) return original.call(this, command, ...rest);
    onRefusal(command);
    throw new Error(refusalOf(command));
  };
}
