import type { Values } from "../../../../model";
import type { DynamodbTables } from "../dynamodb-tables";
import { ItemError } from "../errors";
import { invalid, type StoredItem, typeOf } from "../expressions/attribute-values";
import { isFulfilled } from "../expressions/conditions";
import type { Path } from "../expressions/syntax";
import { itemBytes } from "../item-size";
import { checkKeyPaths, type Expressions, parseExpressions, pathsOf } from "../requests/expressions";
import {
  checkConditions,
  fulfilsAll,
  type LegacyCondition,
  type LegacyConditions,
  queryConditions,
} from "../requests/legacy-conditions";
import { checkLegacyParameters, checkStartKey, outside } from "../requests/rules";
import { after, keyText, placeOf, segmentStart, startText } from "../store/key-text";
import { attributeOf, checkKey, checkKeyPart, checkNotEmpty, type Keys, picked } from "../store/schema";
import type { TableIndex } from "../store/table";
import { Capacity } from "./capacity";
import { chosen, readProjection } from "./reads";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
const pageBytes = 1024 * 1024;

interface Page {
  /** Undefined where only their number is wanted. */
  readonly Items?: readonly StoredItem[];
  readonly Count: number;
  readonly ScannedCount: number;
  /** The key that the next page starts after; undefined for the last page. */
  readonly LastEvaluatedKey?: StoredItem | undefined;
  readonly ConsumedCapacity: object | undefined;
}

/** The places of the items to read. */
type Range = readonly [from: string, to: string];

export function query(tables: DynamodbTables, input: Values): Page {
  if (input.Limit === 0) throw outside("Limit", "have value greater than or equal to 1");
  checkSelection(input);
  const old = ["AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"];
  checkLegacyParameters(input, ["ProjectionExpression", "FilterExpression", "KeyConditionExpression"], old);
  checkConditions(input.QueryFilter as LegacyConditions | undefined);
  checkStartKey(input);
  if (input.KeyConditions === undefined && input.KeyConditionExpression === undefined) {
    const rule = "must be specified in the request.";
    throw new ItemError(`Either the KeyConditions or KeyConditionExpression parameter ${rule}`);
  }
  const expressions = parseExpressions(input);
  const conditions = queryConditions(input, expressions);
  checkConditions(conditions);
  const count = Object.keys(conditions).length;
  if (count !== 1 && count !== 2) throw new ItemError("Conditions can be of length 1 or 2 only");
  const wanted = readProjection(input, expressions);
  const source = sourceOf(tables, input);
  const { table, start, keys } = source;
  if (start !== undefined && Object.keys(start).length !== source.names.length) {
    throw new ItemError("The provided starting key is invalid");
  }
  for (const key of keys) {
    if (start !== undefined) checkStartPart(start, key);
    checkKeyCondition(conditions, keys, key);
  }
  if (start !== undefined) checkStart(source, conditions, start);
  checkKeyPaths(wanted, table);
  checkFilter(input, expressions, keys);
  checkSelect(source, input);
  checkKeyPaths(pathsOf(expressions.filter), table);
  const findsOne = source.index === undefined && keys.length === 1;
  if (findsOne && start !== undefined) throw new ItemError(shownStart(start));
  const page = readPage(source, input, expressions, wanted, rangeOf(source, conditions));
  // It has no second page.
  return findsOne ? { ...page, LastEvaluatedKey: undefined } : page;
}

export function scan(tables: DynamodbTables, input: Values): Page {
  checkSegments(input);
  checkSelection(input);
  const old = ["AttributesToGet", "ScanFilter", "ConditionalOperator"];
  checkLegacyParameters(input, ["ProjectionExpression", "FilterExpression"], old);
  checkConditions(input.ScanFilter as LegacyConditions | undefined);
  checkStartKey(input);
  const { Segment: segment, TotalSegments: segments } = input;
  const expressions = parseExpressions(input);
  const wanted = readProjection(input, expressions);
  const source = sourceOf(tables, input);
  const { table, index, start, keys } = source;
  if (start !== undefined && Object.keys(start).length !== source.names.length) {
    const detail = index === undefined ? ": The provided key element does not match the schema" : "";
    throw new ItemError(`The provided starting key is invalid${detail}`);
  }
  if (start !== undefined && index !== undefined) for (const key of keys) checkStartPart(start, key);
  checkSelect(source, input);
  if (start !== undefined) checkTableStart(source, start);
  const [first, total] = [Number(segment ?? 0), Number(segments ?? 1)];
  let [from, to] = [segmentStart(first, total), segmentStart(first + 1, total)];
  if (start !== undefined) {
    const place = placeIn(source, start);
    if (place < from || place >= to) {
      const rule = "Please use ExclusiveStartKey with correct Segment.";
      const where = `TotalSegments: ${segments} Segment: ${segment}`;
      throw new ItemError(
        `The provided starting key is invalid: Invalid ExclusiveStartKey. ${rule} ${where}`,
      );
    }
    from = after(place);
  }
  checkKeyPaths(wanted, table);
  checkKeyPaths(pathsOf(expressions.filter), table);
  return readPage(source, input, expressions, wanted, [from, to]);
}

function checkSegments({ Segment: segment, TotalSegments: segments }: Values): void {
  const wrong = (missing: string, given: string): ItemError =>
    new ItemError(
      `The ${missing} parameter is required but was not present in the request when ${given} is present`,
    );
  if (segment === undefined && segments !== undefined) throw wrong("Segment", "parameter TotalSegments");
  if (segment === undefined) return;
  if (segments === undefined) throw wrong("TotalSegments", "Segment parameter");
  if (Number(segment) < Number(segments)) return;
  const rule = "The Segment parameter is zero-based and must be less than parameter TotalSegments";
  throw new ItemError(`${rule}: Segment: ${segment} is not less than TotalSegments: ${segments}`);
}

/** Refuses a choice of attributes that does not go with the rest of a request. */
function checkSelection({ Select, ProjectionExpression, AttributesToGet, IndexName }: Values): void {
  if (Select === "ALL_PROJECTED_ATTRIBUTES" && IndexName === undefined) {
    const rule = "can be used only when Querying using an IndexName";
    throw new ItemError(invalid(`ALL_PROJECTED_ATTRIBUTES ${rule}`));
  }
  const isChosen = ProjectionExpression !== undefined || AttributesToGet !== undefined;
  if (isChosen && Select !== undefined && Select !== "SPECIFIC_ATTRIBUTES") {
    const member = ProjectionExpression === undefined ? "AttributesToGet" : "ProjectionExpression";
    const wanted = Select === "COUNT" ? "only the Count" : Select;
    throw new ItemError(`Cannot specify the ${member} when choosing to get ${wanted}`);
  }
  if (isChosen || Select !== "SPECIFIC_ATTRIBUTES") return;
  throw new ItemError(invalid("Must specify the AttributesToGet when choosing to get SPECIFIC_ATTRIBUTES"));
}

function sourceOf(tables: DynamodbTables, input: Values) {
  const table = tables.require(input.TableName);
  const { IndexName: name, ExclusiveStartKey } = input;
  const index = typeof name === "string" ? table.index(name) : undefined;
  if (name !== undefined && index === undefined) {
    throw new ItemError(`The table does not have the specified index: ${name}`);
  }
  if (index?.isLocal === false && input.ConsistentRead === true) {
    throw new ItemError("Consistent reads are not supported on global secondary indexes");
  }
  const keys = index?.keys ?? table.keys;
  const names = new Set([...table.keys, ...keys].map((key) => key.name));
  return { table, index, keys, names: [...names], start: ExclusiveStartKey as StoredItem | undefined };
}

/** The table, or one of its indexes, that a page is read from. The names of the keys of both mark the end of a page. */
type Source = Readonly<ReturnType<typeof sourceOf>>;

function checkStartPart(start: StoredItem, key: Keys[number]): void {
  if (attributeOf(start, key.name) === undefined) throw new ItemError("The provided starting key is invalid");
  checkKeyPart(start, key);
}

/** Operators that do not name a range of keys. */
const notIndexable = ["NULL", "NOT_NULL", "NE", "CONTAINS", "NOT_CONTAINS", "IN"];

function checkKeyCondition(conditions: LegacyConditions, keys: Keys, key: Keys[number]): void {
  const { name, type, isHash } = key;
  const count = Object.keys(conditions).length;
  if (isHash && keys.length === 1 && count > 1) throw new ItemError("Query key condition not supported");
  const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  if (condition === undefined) {
    if (!isHash && count === 1) return;
    throw new ItemError(`Query condition missed key schema element: ${name}`);
  }
  const { ComparisonOperator: operator = "", AttributeValueList: values = [] } = condition;
  if (notIndexable.includes(operator)) {
    throw new ItemError("Attempted conditional constraint is not an indexable operation");
  }
  if (values.some((value) => typeOf(value) !== type)) {
    throw new ItemError(invalid("Condition parameter type does not match schema type"));
  }
  for (const value of values) checkNotEmpty(value, key);
  if (isHash && operator !== "EQ") throw new ItemError("Query key condition not supported");
}

function checkTableStart({ table }: Source, start: StoredItem): void {
  try {
    checkKey(table.keyOf(start), table.keys);
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    throw new ItemError(`The provided starting key is invalid: ${error.message}`);
  }
}

function checkStart(source: Source, conditions: LegacyConditions, start: StoredItem): void {
  checkTableStart(source, start);
  const [hash, range] = source.keys.map(({ name }) => name);
  const of = (name: string | undefined): LegacyConditions =>
    Object.fromEntries(Object.entries(conditions).filter(([each]) => each === name));
  const isPartition = fulfilsAll(of(hash), undefined, start);
  if (Object.keys(of(range)).length === 0) {
    if (isPartition) return;
    const rule = "outside query boundaries based on provided conditions";
    throw new ItemError(`The provided starting key is ${rule}`);
  }
  if (!fulfilsAll(of(range), undefined, start)) {
    throw new ItemError("The provided starting key does not match the range key predicate");
  }
  if (!isPartition) throw new ItemError("The query can return at most one row and cannot be restarted");
}

function checkFilter(input: Values, { filter }: Expressions, keys: Keys): void {
  const named = new Set(
    input.QueryFilter === undefined
      ? [...pathsOf(filter)].map(([name]) => name)
      : Object.keys(Object(input.QueryFilter)),
  );
  const found = keys.find(({ name }) => named.has(name));
  if (found === undefined) return;
  const member = input.QueryFilter === undefined ? "Filter Expression" : "QueryFilter";
  const rule = `can only contain non-primary key attributes: Primary key attribute: ${found.name}`;
  throw new ItemError(`${member} ${rule}`);
}

function checkSelect({ index }: Source, { Select }: Values): void {
  if (Select !== "ALL_ATTRIBUTES" || index?.attributes === undefined || index.isLocal) return;
  throw new ItemError(
    invalid(
      "Select type ALL_ATTRIBUTES is not supported for global secondary index " +
        `${index.name} because its projection type is not ALL`,
    ),
  );
}

function shownStart(start: StoredItem): string {
  const shown = Object.entries(start).map(([name, value]) => {
    const type = typeOf(value);
    return `${name}=AttributeValue: {${type}:${String(value[type])}}`;
  });
  return `The provided exclusive start key is invalid: ExclusiveStartKey: {${shown.join(", ")}}`;
}

function placeIn({ table, index }: Source, key: StoredItem): string {
  const place = table.placeOf(key);
  return index === undefined ? place : index.placeOf(key, place);
}

function rangeOf({ keys: [hash, range] }: Source, conditions: LegacyConditions): Range {
  const valuesOf = (name = ""): readonly StoredItem[string][] => conditions[name]?.AttributeValueList ?? [];
  const partition = placeOf(valuesOf(hash?.name));
  const condition = range && conditions[range.name];
  if (condition === undefined) return [partition, after(partition)];
  const [first = {}, second = {}] = valuesOf(range?.name);
  const [least, most] = [first, second].map((value) => partition + keyText(value));
  return ranges[condition.ComparisonOperator ?? ""]?.(partition, least ?? "", most ?? "", first) ?? ["", ""];
}

const ranges: Readonly<
  Record<string, (partition: string, place: string, most: string, value: StoredItem[string]) => Range>
> = {
  EQ: (_, place) => [place, after(place)],
  LT: (partition, place) => [partition, place],
  LE: (partition, place) => [partition, after(place)],
  GT: (partition, place) => [after(place), after(partition)],
  GE: (partition, place) => [place, after(partition)],
  BETWEEN: (_, place, most) => [place, after(most)],
  BEGINS_WITH: (partition, _, __, value) => [
    partition + startText(value),
    after(partition + startText(value)),
  ],
};

function readPage(
  source: Source,
  input: Values,
  { filter }: Expressions,
  wanted: readonly Path[] | undefined,
  [from, to]: Range,
): Page {
  const { table, index, names, start } = source;
  const { Select, QueryFilter, ScanFilter, ConditionalOperator, ConsistentRead } = input;
  const needsItems = index?.attributes !== undefined && fetchesItems(index, Select, wanted);
  const isReversed = input.ScanIndexForward === false;
  const limit = Number(input.Limit ?? Number.POSITIVE_INFINITY);
  const conditions = (QueryFilter ?? ScanFilter ?? {}) as Readonly<Record<string, LegacyCondition>>;
  const isKept = (item: StoredItem): boolean =>
    filter === undefined
      ? fulfilsAll(conditions, ConditionalOperator as string | undefined, item)
      : isFulfilled(filter, item);
  const place = start && placeIn(source, start);
  const first = place === undefined || isReversed ? from : after(place);
  const last = place === undefined || !isReversed ? to : place;
  const items: StoredItem[] = [];
  let [read, bytes, tableBytes, count] = [0, 0, 0, 0] as [number, number, number, number];
  let lastItem: StoredItem | undefined;
  for (const item of (index ?? table).items.between(first, last, isReversed)) {
    const entry = index?.entryOf(item) ?? item;
    bytes += itemBytes(entry);
    read += 1;
    lastItem = item;
    const whole = needsItems ? item : entry;
    if (needsItems) tableBytes += itemBytes(item);
    if (isKept(whole)) {
      count += 1;
      if (Select !== "COUNT") items.push(chosen(whole, wanted));
    }
    if (read >= limit || bytes >= pageBytes) break;
  }
  const isWhole = read < limit && bytes < pageBytes;
  const capacity = new Capacity(table);
  capacity.addRead(index === undefined ? bytes : tableBytes, ConsistentRead);
  if (index !== undefined) capacity.addRead(bytes, ConsistentRead, index);
  return {
    ...(Select !== "COUNT" && { Items: items }),
    Count: count,
    ScannedCount: read,
    ...(!isWhole && lastItem !== undefined && { LastEvaluatedKey: picked(lastItem, names) }),
    ConsumedCapacity: capacity.told(input),
  };
}

/** Whether attributes come from the table because the index does not have them. Only local indexes allow that. */
function fetchesItems(index: TableIndex, select: unknown, wanted: readonly Path[] | undefined): boolean {
  const missing = (wanted ?? []).map(([name]) => String(name)).filter((name) => !index.attributes?.has(name));
  if (index.isLocal) return select === "ALL_ATTRIBUTES" || missing.length > 0;
  if (missing.length === 0) return false;
  throw new ItemError(
    invalid(`Global secondary index ${index.name} does not project [${missing.join(", ")}]`),
  );
}
