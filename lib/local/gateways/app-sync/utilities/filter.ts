import { isRecord } from "../../../../facts/text/record";

/** One condition on a field of a mutation's result. */
export interface FilterEntry {
  /** `author.name` for a member of an object. */
  readonly fieldName: string;
  readonly operator: string;
  readonly value: unknown;
}

/** A message passes when all conditions of at least one group hold. */
export interface FilterGroups {
  readonly filterGroup: readonly { readonly filters: readonly FilterEntry[] }[];
}

type Test = (found: unknown, value: unknown) => boolean;

const ordered =
  (test: (order: number) => boolean): Test =>
  (found, value) => {
    if (typeof found !== typeof value || (typeof found !== "number" && typeof found !== "string"))
      return false;
    return test(found < (value as typeof found) ? -1 : found > (value as typeof found) ? 1 : 0);
  };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const contains: Test = (found, value) =>
  typeof found === "string" ? found.includes(String(value)) : listOf(found).includes(value);

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/extensions-js.html */
export const filterOperators: Readonly<Record<string, Test>> = {
  eq: (found, value) => found === value,
  ne: (found, value) => found !== value,
  le: ordered((order) => order <= 0),
  lt: ordered((order) => order < 0),
  ge: ordered((order) => order >= 0),
  gt: ordered((order) => order > 0),
  contains,
  notContains: (found, value) => found !== undefined && found !== null && !contains(found, value),
  beginsWith: (found, value) => typeof found === "string" && found.startsWith(String(value)),
  in: (found, value) => listOf(value).includes(found),
  notIn: (found, value) => !listOf(value).includes(found),
  between: (found, value) => {
    const [from, to] = listOf(value);
    return ordered((order) => order >= 0)(found, from) && ordered((order) => order <= 0)(found, to);
  },
  containsAny: (found, value) => listOf(value).some((each) => contains(found, each)),
};

/** Whether a result passes a filter. A filter without groups lets everything pass. */
export function passes(groups: FilterGroups, result: unknown): boolean {
  const { filterGroup } = groups;
  if (filterGroup.length === 0) return true;
  return filterGroup.some(({ filters }) =>
    filters.every(({ fieldName, operator, value }) => {
      const test = Object.hasOwn(filterOperators, operator) ? filterOperators[operator] : undefined;
      return test?.(memberAt(result, fieldName), value) ?? false;
    }),
  );
}

/** Why a filter cannot be used; undefined if it can. */
export function filterProblem(groups: unknown): string | undefined {
  if (!isRecord(groups) || !Array.isArray(groups.filterGroup)) return "it has no filterGroup.";
  for (const group of groups.filterGroup) {
    if (!isRecord(group) || !Array.isArray(group.filters)) return "a group has no filters.";
    for (const each of group.filters) {
      const { fieldName, operator } = isRecord(each) ? each : {};
      if (typeof fieldName !== "string") return "a filter has no fieldName.";
      if (typeof operator !== "string" || !Object.hasOwn(filterOperators, operator)) {
        return `the operator of ${fieldName} is ${JSON.stringify(operator)}. Known operators: ${Object.keys(filterOperators).join(", ")}.`;
      }
    }
  }
  return undefined;
}

function memberAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split("."))
    found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}
