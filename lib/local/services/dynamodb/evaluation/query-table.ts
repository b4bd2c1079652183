import { invalid, type StoredItem, typeOf } from "../expressions/attribute-values";
import { isFulfilled } from "../expressions/conditions";
import { projected } from "../expressions/paths";
import { fulfilsAll } from "./legacy-conditions";
import type { Request, StoredTable, TableStore } from "./package";

interface Page {
  readonly LastEvaluatedKey?: StoredItem;
  Items?: readonly StoredItem[];
  Count: number;
}

/** Reads a page of a table or an index. The package reads; filters and projections of this library choose. */
export function queryTable({
  queryTable: read,
  validationError,
}: Pick<TableStore, "queryTable" | "validationError">): TableStore["queryTable"] {
  return (store, table, request, range, isLocal, readsItems, keys, done) => {
    const { _filter, _projection, QueryFilter, ScanFilter, AttributesToGet, Select, ...plain } = request;
    const filter = QueryFilter ?? ScanFilter;
    const paths = _projection?.paths ?? AttributesToGet?.map((name) => [name]);
    const names = paths?.map(([name]) => String(name)) ?? [];
    // A local index has the other attributes of its items in the table.
    const missing = notProjected(table, request.IndexName, names);
    const needsItems = readsItems || (isLocal === true && missing.length > 0);
    const refused = needsItems ? undefined : (refusedStart(table, request) ?? refusedNames(request, missing));
    if (refused !== undefined) return done(validationError(refused));
    read(store, table, plain, range, isLocal, needsItems, keys, (error, result) => {
      if (error) return done(error);
      const { Items = [], LastEvaluatedKey, ...rest } = result as Page;
      const kept = Items.filter((item) => {
        if (_filter !== undefined) return isFulfilled(_filter.expression, item);
        return filter === undefined || fulfilsAll(filter, request.ConditionalOperator, item);
      });
      const chosen = paths === undefined ? kept : kept.map((item) => projected(item, paths));
      const isLast = LastEvaluatedKey === undefined || findsOne(table, request);
      const answer = { ...rest, Count: kept.length, ...(!isLast && { LastEvaluatedKey }) };
      done(null, Select === "COUNT" ? answer : { ...answer, Items: chosen });
    });
  };
}

/** The attributes of a request that an index does not have. */
function notProjected(
  table: StoredTable,
  indexName: string | undefined,
  names: readonly string[],
): readonly string[] {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])];
  const index = indexes.find((each) => each.IndexName === indexName);
  if (index?.Projection === undefined || index.Projection.ProjectionType === "ALL") return [];
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName);
  const has = new Set([...keys, ...(index.Projection.NonKeyAttributes ?? [])]);
  return names.filter((name) => !has.has(name));
}

function refusedNames({ IndexName }: Request, missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined;
  return invalid(`Global secondary index ${IndexName} does not project [${missing.join(", ")}]`);
}

/** A query of a table without a sort key finds one item at most, and has no second page. */
function findsOne({ KeySchema }: StoredTable, { KeyConditions, IndexName }: Request): boolean {
  return KeyConditions !== undefined && IndexName === undefined && KeySchema.length === 1;
}

function refusedStart(table: StoredTable, request: Request): string | undefined {
  const { ExclusiveStartKey: start } = request;
  if (start === undefined || !findsOne(table, request)) return undefined;
  const shown = Object.entries(start).map(([name, value]) => {
    const type = typeOf(value);
    return `${name}=AttributeValue: {${type}:${String(value[type])}}`;
  });
  return `The provided exclusive start key is invalid: ExclusiveStartKey: {${shown.join(", ")}}`;
}
