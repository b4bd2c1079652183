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
