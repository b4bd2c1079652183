import type { Statement } from "./statement";

/** Whether a list is one reference as a whole: `#{...}`, as CDKTF marks it. */
export function isListReference(list: readonly string[]): boolean {
  return list.length === 1 && (list[0] ?? "").startsWith("#{");
}

/** Statements in the one form that the same permissions always have: merged, and everything sorted. */
export function canonicalStatements(statements: readonly Statement[]): readonly Statement[] {
  return mergeStatements(statements)
    .map((statement) => ({ statement, key: JSON.stringify(statement) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ statement }) => statement);
}

/** Equal statements once, and those that differ only in their actions together; in the order of the first of each. */
export function mergeStatements(statements: readonly Statement[]): readonly Statement[] {
  const merged = new Map<string, Statement>();
  for (const statement of statements.map(sortStatement)) {
    // A list that is a reference as a whole cannot be joined to another.
    const joins = !isListReference(statement.actions);
    const { actions, ...rest } = statement;
    const key = JSON.stringify(joins ? rest : statement);
    const before = merged.get(key);
    const union = before === undefined ? actions : sortedSet([...before.actions, ...actions]);
    merged.set(key, { ...statement, actions: union });
  }
  return [...merged.values()];
}

/** The same statement with its keys in one order, every value a list, and the lists sorted. */
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
  return [...new Set(list)].sort(compare);
}

function sortedMap<Value, Result>(
  map: Readonly<Record<string, Value>>,
  each: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  const entries = Object.entries(map).sort(([a], [b]) => compare(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, each(value)]));
}

/** By code unit: the order of a locale would differ between machines. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
