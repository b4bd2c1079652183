import type { StoredItem } from "../expressions/attribute-values";
import { isFulfilled } from "../expressions/conditions";
import { projected } from "../expressions/paths";
import { fulfilsAll } from "./legacy-conditions";
import type { StoredTable, TableStore } from "./package";

interface Page {
  Items?: readonly StoredItem[];
  Count: number;
}

/** Reads a page of a table or an index. The package reads; filters and projections of this library choose. */
export function queryTable(read: TableStore["queryTable"]): TableStore["queryTable"] {
  return (store, table, request, range, isLocal, readsItems, keys, done) => {
    const { _filter, _projection, QueryFilter, ScanFilter, AttributesToGet, Select, ...plain } = request;
    const filter = QueryFilter ?? ScanFilter;
    const paths = _projection?.paths ?? AttributesToGet?.map((name) => [name]);
    const names = paths?.map(([name]) => String(name)) ?? [];
    // A local index has the other attributes of its items in the table.
    const needsItems = readsItems || (isLocal === true && !hasAll(table, request.IndexName, names));
    read(store, table, plain, range, isLocal, needsItems, keys, (error, result) => {
      if (error) return done(error);
      const { Items = [], ...rest } = result as Page;
      const kept = Items.filter((item) => {
        if (_filter !== undefined) return isFulfilled(_filter.expression, item);
        return filter === undefined || fulfilsAll(filter, request.ConditionalOperator, item);
      });
      const chosen = paths === undefined ? kept : kept.map((item) => projected(item, paths));
      const answer = { ...rest, Count: kept.length };
      done(null, Select === "COUNT" ? answer : { ...answer, Items: chosen });
    });
  };
}

function hasAll(table: StoredTable, indexName: string | undefined, names: readonly string[]): boolean {
  const index = table.LocalSecondaryIndexes?.find((each) => each.IndexName === indexName);
  if (index?.Projection === undefined || index.Projection.ProjectionType === "ALL") return true;
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName);
  const has = new Set([...keys, ...(index.Projection.NonKeyAttributes ?? [])]);
  return names.every((name) => has.has(name));
}
