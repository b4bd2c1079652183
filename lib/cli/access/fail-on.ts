import type { Terminal } from "../ui/terminal";
import { fail } from "./errors";

/**
 * Parses `--fail-on opening,loss`: the kinds for which a command exits with 1.
 *
 * @param kinds - the kinds that the command knows, by name
 */
export function parseFailOn<Kind extends string>(
  command: string,
  given: string | undefined,
  kinds: Readonly<Record<Kind, unknown>>,
): readonly Kind[] {
  if (given === undefined) return [];
  return given.split(",").map((each) => {
    const name = each.trim();
    if (Object.hasOwn(kinds, name)) return name as Kind;
    return fail(command, "fail-on-unknown", "--fail-on", { value: name, allowed: Object.keys(kinds) });
  });
}

/** The exit status of a command: 1, with a message, if kinds of `--fail-on` were found. */
export function exitCodeOf(terminal: Terminal, found: readonly string[]): number {
  if (found.length === 0) return 0;
  terminal.error(`Failed because of --fail-on: ${found.join(", ")}.`);
  return 1;
}
