import { type AttributeValue, invalid, type StoredItem, typeOf } from "../expressions/attribute-values";
import { ItemError } from "../expressions/problems";
import type { Done, Index, IndexKind, Store, StoredTable, TableStore } from "./package";
import type { WriteCapacity } from "./write-capacity";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-partition-sort-keys */
const longestHashKey = 2048;
const longestRangeKey = 1024;

/** Why a value cannot be a key of an index; undefined when it can. */
type Problem = { readonly kind: "type" | "empty" | "size"; readonly text: string } | undefined;

interface KeyOfIndex {
  readonly name: string;
  readonly type: string | undefined;
  readonly isHash: boolean;
  readonly index: Index;
}

function keysOf(index: Index, table: StoredTable): readonly KeyOfIndex[] {
  return index.KeySchema.map(({ AttributeName: name }, at) => ({
    name,
    type: table.AttributeDefinitions.find((each) => each.AttributeName === name)?.AttributeType,
    isHash: at === 0,
    index,
  }));
}

function problemOf({ name, type, isHash, index }: KeyOfIndex, value: AttributeValue): Problem {
  if (type === undefined) return undefined;
  const of = `IndexName: ${index.IndexName}`;
  if (typeOf(value) !== type) {
    const text = `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(value)} ${of}`;
    return { kind: "type", text: invalid(text) };
  }
  const content = String(value[type]);
  if (content === "") {
    const what = "A value specified for a secondary index key is not supported.";
    const kind = type === "S" ? "string" : "binary";
    const rule = `The AttributeValue for a key attribute cannot contain an empty ${kind} value.`;
    return {
      kind: "empty",
      text: `One or more parameter values are not valid. ${what} ${rule} ${of}, IndexKey: ${name}`,
    };
  }
  const size = type === "N" ? 0 : Buffer.byteLength(content, type === "S" ? "utf8" : "base64");
  if (size <= (isHash ? longestHashKey : longestRangeKey)) return undefined;
  const text = isHash
    ? `Size of hashkey has exceeded the maximum size limit of${longestHashKey} bytes`
    : `Aggregated size of all range keys has exceeded the size limit of ${longestRangeKey} bytes`;
  return { kind: "size", text: invalid(text) };
}

function indexesOf(table: StoredTable): readonly Index[] {
  return [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
}

/**
 * Refuses an item with a value that cannot be a key of an index.
 *
 * @param changed - the attributes that a request changes; others may be from a time before the index
 */
export function checkIndexKeys(table: StoredTable, item: StoredItem, changed?: ReadonlySet<string>): void {
  for (const index of indexesOf(table)) {
    for (const key of keysOf(index, table)) {
      const value = Object.hasOwn(item, key.name) ? item[key.name] : undefined;
      if (value === undefined || changed?.has(key.name) === false) continue;
      const problem = problemOf(key, value);
      if (problem === undefined) continue;
      if (changed === undefined || problem.kind !== "type") throw new ItemError(problem.text);
      throw new ItemError(
        "The update expression attempted to update the secondary index key to unsupported type",
      );
    }
  }
}

/** An item, when an index has it: it has all keys of the index, and each is one that can be a key. */
function inIndex(
  index: Index,
  table: StoredTable,
  item: StoredItem | undefined | null,
): StoredItem | undefined {
  if (item === undefined || item === null) return undefined;
  const isIn = keysOf(index, table).every((key) => {
    const value = Object.hasOwn(item, key.name) ? item[key.name] : undefined;
    return value !== undefined && problemOf(key, value) === undefined;
  });
  return isIn ? item : undefined;
}

/** Writes the entries of an item in the indexes of a table, and deletes the former ones. */
export function indexUpdates(database: TableStore, capacity: WriteCapacity): TableStore["updateIndexes"] {
  return (store, table, before, after, done) => {
    const writes: ((next: Done) => void)[] = [];
    const add = (kind: IndexKind, index: Index): void => {
      const part = store.getIndexDb(kind, table.TableName, index.IndexName);
      const [old, now] = [inIndex(index, table, before), inIndex(index, table, after)];
      if (old === undefined && now === undefined) return;
      capacity.add(kind, index, table, { before, after, old, now });
      const { puts, deletes } = database.getIndexActions([index], old, now, table);
      for (const { key } of deletes) writes.push((next) => part.del(key, next));
      for (const { key, item } of puts) writes.push((next) => part.put(key, item, next));
    };
    for (const index of table.LocalSecondaryIndexes ?? []) add("Local", index);
    for (const index of table.GlobalSecondaryIndexes ?? []) add("Global", index);
    inTurn(writes, done);
  };
}

function inTurn(writes: readonly ((next: Done) => void)[], done: Done): void {
  const [first, ...rest] = writes;
  if (first === undefined) done(null);
  else first((error) => (error ? done(error) : inTurn(rest, done)));
}

/** Fills a new index with the items of its table. */
export async function fillIndex(
  database: TableStore,
  store: Store,
  table: StoredTable,
  index: Index,
): Promise<void> {
  const target = store.getIndexDb("Global", table.TableName, index.IndexName);
  for await (const item of store.getItemDb(table.TableName).createValueStream({})) {
    const indexed = inIndex(index, table, item);
    if (indexed === undefined) continue;
    for (const put of database.getIndexActions([index], undefined, indexed, table).puts) {
      await new Promise<void>((resolve, reject) =>
        target.put(put.key, put.item, (error) => (error ? reject(error) : resolve())),
      );
    }
  }
}
