/** The key of a file of a user; undefined without a usable name. Users write below their own id only. */
export function uploadKey(user: string, name: unknown): string | undefined {
  const last = typeof name === "string" ? name.split(/[/\\]/).at(-1) : undefined;
  return last === undefined || last === "" ? undefined : `${user}/${last}`;
}
