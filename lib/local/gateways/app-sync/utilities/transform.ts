import { isRecord } from "../../../../facts/app-sync";
import { ConditionPlaceholders, conditionText } from "./conditions";
import type { FilterEntry, FilterGroups } from "./filter";

/**
 * `util.transform`.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/transformation-helpers-in-utils-transform-js.html
 */
export const transformUtil = {
  /** JSON text. */
  toDynamoDBFilterExpression: expressionJson,
  toDynamoDBConditionExpression: expressionJson,
  toSubscriptionFilter: (filter: unknown, ignored?: unknown, rules?: unknown): FilterGroups =>
    subscriptionFilter(
      filter,
      Array.isArray(ignored) ? ignored.map(String) : [],
      isRecord(rules) ? rules : undefined,
    ),
  /** JSON text. */
  toElasticsearchQueryDSL: (filter: unknown): string => JSON.stringify(searchQuery(filter)),
};

/** The fields of one filter hold together; the members of `or` are groups of their own. */
function subscriptionFilter(filter: unknown, ignored: readonly string[], rules: unknown): FilterGroups {
  const groups = groupsOf(filter, ignored);
  const added = isRecord(rules) ? entriesOf(rules, []) : [];
  const all = groups.length === 0 ? [[]] : groups;
  return { filterGroup: all.map((group) => ({ filters: [...group, ...added] })) };
}

function groupsOf(filter: unknown, ignored: readonly string[]): readonly (readonly FilterEntry[])[] {
  if (!isRecord(filter)) return [];
  const { or, and, ...fields } = filter;
  let groups: readonly (readonly FilterEntry[])[] = [entriesOf(fields, ignored)];
  for (const each of Array.isArray(and) ? and : []) groups = product(groups, groupsOf(each, ignored));
  if (Array.isArray(or)) {
    groups = product(
      groups,
      or.flatMap((each) => groupsOf(each, ignored)),
    );
  }
  return groups.filter((group) => group.length > 0);
}

function product(
  left: readonly (readonly FilterEntry[])[],
  right: readonly (readonly FilterEntry[])[],
): readonly (readonly FilterEntry[])[] {
  return right.length === 0 ? left : left.flatMap((one) => right.map((other) => [...one, ...other]));
}

function entriesOf(fields: object, ignored: readonly string[]): readonly FilterEntry[] {
  return Object.entries(fields).flatMap(([fieldName, given]) => {
    if (ignored.includes(fieldName)) return [];
    return Object.entries(isRecord(given) ? given : {}).map(([operator, value]) => ({
      fieldName,
      operator,
      value,
    }));
  });
}

const searches: Readonly<Record<string, (field: string, value: unknown) => object>> = {
  eq: (field, value) => ({ term: { [field]: value } }),
  ne: (field, value) => ({ bool: { must_not: { term: { [field]: value } } } }),
  gt: (field, value) => ({ range: { [field]: { gt: value } } }),
  gte: (field, value) => ({ range: { [field]: { gte: value } } }),
  ge: (field, value) => ({ range: { [field]: { gte: value } } }),
  lt: (field, value) => ({ range: { [field]: { lt: value } } }),
  lte: (field, value) => ({ range: { [field]: { lte: value } } }),
  le: (field, value) => ({ range: { [field]: { lte: value } } }),
  match: (field, value) => ({ match: { [field]: value } }),
  matchPhrase: (field, value) => ({ match_phrase: { [field]: value } }),
  matchPhrasePrefix: (field, value) => ({ match_phrase_prefix: { [field]: value } }),
  multiMatch: (field, value) => ({ multi_match: { fields: [field], query: value } }),
  exists: (field, value) =>
    value === false ? { bool: { must_not: { exists: { field } } } } : { exists: { field } },
  wildcard: (field, value) => ({ wildcard: { [field]: value } }),
  regexp: (field, value) => ({ regexp: { [field]: value } }),
};

function searchQuery(filter: unknown): object {
  const parts = Object.entries(isRecord(filter) ? filter : {}).flatMap(([key, given]) => {
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (key === "and") return [{ bool: { must: list.map(searchQuery) } }];
    if (key === "or") return [{ bool: { should: list.map(searchQuery) } }];
    if (key === "not") return [{ bool: { must_not: list.map(searchQuery) } }];
    return Object.entries(isRecord(given) ? given : {}).flatMap(([name, value]) => {
      const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
      return search === undefined ? [] : [search(key, value)];
    });
  });
  return parts.length === 1 ? (parts[0] ?? {}) : { bool: { must: parts } };
}

function expressionJson(filter: unknown): string {
  const placeholders = new ConditionPlaceholders();
  return JSON.stringify(placeholders.expression(conditionText(filter, placeholders) ?? ""));
}
