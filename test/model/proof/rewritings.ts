import type { Statement } from "./judge";

type Rewrite = (statements: readonly Statement[]) => readonly Statement[];

const lists = ["Action", "Resource"] as const;
const mapped = (
  statement: Statement,
  change: (list: readonly string[], name: string) => unknown,
): Statement => {
  const changed = lists.flatMap((name) =>
    statement[name] === undefined ? [] : [[name, change([statement[name]].flat().map(String), name)]],
  );
  return { ...statement, ...Object.fromEntries(changed) };
};

/** Other words for the same policy. */
export const rewritings: Readonly<Record<string, Rewrite>> = {
  "statements in another order": (statements) => [...statements].reverse(),
  "lists in another order": (statements) =>
    statements.map((each) => mapped(each, (list) => [...list].reverse())),
  "lists in place of texts, and texts in place of lists": (statements) =>
    statements.map((each) =>
      mapped(each, (list, name) =>
        list.length > 1 ? list : typeof each[name] === "string" ? list : list[0],
      ),
    ),
  "other Sids": (statements) => statements.map((each, index) => ({ ...each, Sid: `Statement${index}` })),
  "each statement twice": (statements) => [...statements, ...statements],
  "a statement for each action": (statements) =>
    statements.flatMap((each) =>
      each.Action === undefined ? [each] : [each.Action].flat().map((Action) => ({ ...each, Action })),
    ),
  "a statement for each resource": (statements) =>
    statements.flatMap((each) =>
      each.Resource === undefined
        ? [each]
        : [each.Resource].flat().map((Resource) => ({ ...each, Resource })),
    ),
  "statements with the same resources in one": (statements) => {
    const groups = new Map<string, Statement>();
    for (const each of statements) {
      const { Action, ...rest } = each;
      const key = Action === undefined ? JSON.stringify(each) : JSON.stringify(rest);
      const known = groups.get(key);
      groups.set(key, known === undefined ? each : { ...known, Action: [known.Action, Action].flat() });
    }
    return [...groups.values()];
  },
  "actions in lower case": (statements) =>
    statements.map((each) => ({
      ...each,
      ...(each.Action !== undefined && {
        Action: [each.Action].flat().map((action) => String(action).toLowerCase()),
      }),
    })),
  "entries that others include": (statements) =>
    statements.map((each) =>
      mapped(each, (list) =>
        list.flatMap((entry) => (entry.endsWith("*") ? [entry, `${entry}Further`] : [entry])),
      ),
    ),
  "wildcards as lists": (statements) =>
    statements.map((each) =>
      mapped(each, (list) =>
        list.flatMap((entry) =>
          entry.endsWith("*") && entry !== "*" ? [entry.slice(0, -1), `${entry.slice(0, -1)}?*`] : [entry],
        ),
      ),
    ),
  "values of conditions as lists": (statements) =>
    statements.map((each) => {
      if (each.Condition === undefined) return each;
      const condition = Object.entries(Object(each.Condition)).map(([operator, keys]) => [
        operator,
        Object.fromEntries(Object.entries(Object(keys)).map(([key, value]) => [key, [value].flat()])),
      ]);
      return { ...each, Condition: Object.fromEntries(condition.reverse()) };
    }),
  "principals as lists": (statements) =>
    statements.map((each) =>
      typeof each.Principal === "object" && each.Principal !== null
        ? {
            ...each,
            Principal: Object.fromEntries(
              Object.entries(each.Principal).map(([kind, names]) => [kind, [names].flat()]),
            ),
          }
        : each,
    ),
};
