import { matchesWildcard } from "../../../facts/aws/wildcards";
import type { ResourceGrants } from "../../../model";

/** The maximum number of grants that replace one: three lines are better than a wildcard, but four are hard to read. */
const maxGrants = 3;

/** Grants that allow less than a function has, and everything that it uses. */
export interface NarrowerGrants {
  /** `["grantRead", "grantPut"]` */
  readonly names: readonly string[];
  /** The granted actions without these, in lower case. */
  readonly leftOut: readonly string[];
}

/**
 * The grants of a construct that leave out most of the unused actions; undefined if none leaves out anything.
 *
 * @param granted - actions of the function, in lower case
 * @param used - required actions
 */
export function narrowerGrants(
  { access }: ResourceGrants,
  granted: readonly string[],
  used: readonly string[],
): NarrowerGrants | undefined {
  const lower = new Map(
    Object.entries(access).map(([name, actions]) => [name, actions.map((each) => each.toLowerCase())]),
  );
  const isNoMore = (name: string): boolean =>
    (lower.get(name) ?? []).every((each) => includesAction(granted, each));
  const candidates = subsetsOf([...lower.keys()].filter(isNoMore), maxGrants).flatMap((names) => {
    const actions = names.flatMap((name) => lower.get(name) ?? []);
    if (!used.every((each) => includesAction(actions, each))) return [];
    const leftOut = granted.filter((each) => !includesAction(actions, each));
    return leftOut.length === 0 ? [] : [{ names, leftOut, excess: excessOf(actions, used) }];
  });
  const [best] = candidates.sort(
    (left, right) =>
      right.leftOut.length - left.leftOut.length ||
      left.excess - right.excess ||
      left.names.length - right.names.length,
  );
  return best && { names: best.names, leftOut: best.leftOut };
}

/** The amount of unused access. A wildcard for a whole service gives more than any list. */
function excessOf(actions: readonly string[], used: readonly string[]): number {
  if (actions.some((each) => each.endsWith(":*"))) return Number.MAX_SAFE_INTEGER;
  return new Set(actions.filter((each) => !used.some((action) => includesAction([each], action)))).size;
}

/** Whether an action of a function comes from a grant instead of a handwritten statement. */
export function isFromGrant(
  { access, byDefault }: ResourceGrants,
  granted: readonly string[],
  action: string,
): boolean {
  return [byDefault, ...Object.values(access)].some((actions) => {
    const lower = actions.map((each) => each.toLowerCase());
    return lower.includes(action) && lower.every((each) => granted.includes(each));
  });
}

function subsetsOf<Item>(items: readonly Item[], largest: number): readonly (readonly Item[])[] {
  const extended = (set: readonly Item[], rest: readonly Item[]): readonly (readonly Item[])[] =>
    set.length === largest
      ? [set]
      : [set, ...rest.flatMap((each, index) => extended([...set, each], rest.slice(index + 1)))];
  return extended([], items).filter(({ length }) => length > 0);
}

/** Whether lower-case actions with wildcards include an action, or all actions of another wildcard. */
export function includesAction(patterns: Iterable<string>, action: string): boolean {
  const wanted = action.toLowerCase();
  return [...patterns].some((each) => matchesWildcard(each, wanted));
}
