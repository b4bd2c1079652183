import type { Statement } from "./statement";

/** Whether the whole list is one reference: `#{...}`, as CDKTF marks it. */
export function isMarkedReference(list: readonly string[]): boolean {
  return list.length === 1 && (list[0] ?? "").startsWith("#{");
}

/** Merges and sorts statements, so that the same permissions always have the same form. */
export function canonicalStatements(statements: readonly Statement[]): readonly Statement[] {
  return mergeStatements(statements)
    .map((statement) => ({ statement, key: JSON.stringify(statement) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ statement }) => statement);
}

/** Removes duplicates and joins statements that differ only in their actions, in the order of first appearance. */
export function mergeStatements(statements: readonly Statement[]): readonly Statement[] {
  const merged = new Map<string, Statement>();
  for (const statement of statements.map(sortStatement)) {
    // A list that is one reference cannot be joined with another list.
    const joins = !isMarkedReference(statement.actions);
    const { actions, ...rest } = statement;
    const key = JSON.stringify(joins ? rest : statement);
    const before = merged.get(key);
    const union = before === undefined ? actions : sortedSet([...before.actions, ...actions]);
    merged.set(key, { ...statement, actions: union });
  }
  return [...merged.values()];
}

/** The statement with sorted keys and sorted lists; every value is a list. */
export function sortStatement(statement: Statement): Statement {
  const { sid, effect, actions, notActions, resources, notResources, conditions, principals } = statement;
  return {
    effect,
    ...(sid !== undefined && { sid }),
    ...(principals !== undefined && {
      principals: principals === "*" ? principals : sortedMap(principals, sortedSet),
    }),
    resources: sortedSet(resources),
    ...(notResources !== undefined && { notResources: sortedSet(notResources) }),
    actions: sortedSet(actions),
    ...(notActions !== undefined && { notActions: sortedSet(notActions) }),
    ...(conditions !== undefined && {
      conditions: sortedMap(conditions, (keys) => sortedMap(keys, (value) => sortedSet([value].flat()))),
    }),
  };
}

function sortedSet(list: readonly string[]): readonly string[] {
  // Statements are sorted several times on their way into a policy.
  if (list.every((each, index) => index === 0 || compare(list[index - 1] ?? "", each) < 0)) return list;
  return [...new Set(list)].sort(compare);
}

function sortedMap<Value, Result>(
  map: Readonly<Record<string, Value>>,
  each: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  const entries = Object.entries(map).sort(([a], [b]) => compare(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, each(value)]));
}

/** Compares by code unit, because the order of a locale differs between machines. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
