/** The order of declarations: names, and the names that each of them uses. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether one name uses another one, directly or through others. */
export function reaches(uses: Uses, from: string, to: string): boolean {
  const seen = new Set<string>();
  const visit = (name: string): boolean => {
    if (name === to) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return [...(uses.get(name) ?? [])].some(visit);
  };
  return visit(from);
}

/** Whether a name uses another one that uses it as well. */
export const isCircular = (uses: Uses, from: string, to: string): boolean =>
  uses.has(to) && reaches(uses, to, from);

/** The names in an order in which each comes after those that it uses; otherwise in the given order. */
export function inOrder(uses: Uses): readonly string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || !uses.has(name)) return;
    seen.add(name);
    for (const used of uses.get(name) ?? []) visit(used);
    ordered.push(name);
  };
  for (const name of uses.keys()) visit(name);
  return ordered;
}
