import { isDeepStrictEqual } from "node:util";
import type { StoredItem } from "../expressions/attribute-values";
import type { Index, IndexKind, Request, StoredTable, TableStore } from "./package";

type Units = { CapacityUnits: number };

/** The capacity that a write needs: of the table, and of its indexes. */
interface Capacity extends Units {
  readonly Table?: Units;
  LocalSecondaryIndexes?: Record<string, Units>;
  GlobalSecondaryIndexes?: Record<string, Units>;
}

interface BatchAnswer {
  ConsumedCapacity?: readonly (Capacity & { readonly TableName: string })[];
}

interface BatchRequest {
  readonly RequestItems: Readonly<Record<string, readonly BatchWrite[]>>;
}

interface BatchWrite {
  readonly PutRequest?: { readonly Item: StoredItem };
  readonly DeleteRequest?: { readonly Key: StoredItem };
}

type BatchAction = (
  store: unknown,
  request: BatchRequest,
  done: (error: unknown, answer?: BatchAnswer) => void,
) => void;

/**
 * Adds the capacity of indexes to that of writes, which the package counts for the table alone.
 *
 * Sources: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes, and
 * https://github.com/scylladb/scylladb (test/alternator/test_returnconsumedcapacity.py, written against AWS)
 */
export class WriteCapacity {
  /** By the item that is written, or else deleted. */
  private readonly ofItems = new WeakMap<StoredItem, Capacity>();
  /** By the item or the key in the request. */
  private readonly ofRequests = new WeakMap<StoredItem, Capacity>();

  constructor(private readonly database: TableStore) {}

  /** The package's function, whose answers are completed when the indexes are written. */
  counted(original: TableStore["addConsumedCapacity"]): TableStore["addConsumedCapacity"] {
    return (request, isRead, one, other) => {
      const capacity = original(request, isRead, one, other) as Capacity | undefined;
      if (isRead || capacity === undefined) return capacity;
      const item = other ?? one;
      if (item !== undefined) this.ofItems.set(item, capacity);
      this.ofRequests.set(
        (request as Request & { readonly Item?: StoredItem }).Item ?? request.Key,
        capacity,
      );
      return capacity;
    };
  }

  /** Adds what an index needs, if what it has of the item changes. */
  add(kind: IndexKind, index: Index, table: StoredTable, change: IndexChange): void {
    const { before, after, old, now } = change;
    const item = after ?? before;
    const capacity = item === undefined ? undefined : this.ofItems.get(item);
    if (capacity === undefined) return;
    const entryOf = (each: StoredItem | undefined) =>
      this.database.getIndexActions([index], undefined, each, table).puts[0];
    const [was, is] = [entryOf(old), entryOf(now)];
    if (isDeepStrictEqual(was, is)) return;
    const [deleted, put] = [this.unitsOf(was), this.unitsOf(is)];
    // Another key is deleted and put.
    addUnits(capacity, kind, index.IndexName, was?.key === is?.key ? Math.max(deleted, put) : deleted + put);
  }

  private unitsOf(entry: { readonly item: unknown } | undefined): number {
    return entry === undefined ? 0 : Math.ceil(this.database.itemSize(entry.item as StoredItem) / 1024);
  }

  /** The package's batch, with the capacity of each index. */
  ofBatches(original: BatchAction): BatchAction {
    return (store, request, done) =>
      original(store, request, (error, answer) => {
        if (answer?.ConsumedCapacity === undefined) return done(error, answer);
        const all = answer.ConsumedCapacity.map((each) => {
          const writes = request.RequestItems[each.TableName] ?? [];
          return this.total(each, writes);
        });
        done(error, { ...answer, ConsumedCapacity: all });
      });
  }

  private total<Of extends Capacity>(of: Of, writes: readonly BatchWrite[]): Of {
    const total: Of = { ...of, CapacityUnits: 0, ...(of.Table && { Table: { CapacityUnits: 0 } }) };
    for (const { PutRequest, DeleteRequest } of writes) {
      const key = PutRequest?.Item ?? DeleteRequest?.Key;
      const each = key === undefined ? undefined : this.ofRequests.get(key);
      if (each === undefined) continue;
      const { LocalSecondaryIndexes: local = {}, GlobalSecondaryIndexes: global = {} } = each;
      const table = each.Table?.CapacityUnits ?? each.CapacityUnits;
      total.CapacityUnits += table;
      if (total.Table !== undefined) total.Table.CapacityUnits += table;
      for (const [name, units] of Object.entries(local)) addUnits(total, "Local", name, units.CapacityUnits);
      for (const [name, units] of Object.entries(global))
        addUnits(total, "Global", name, units.CapacityUnits);
    }
    return total;
  }
}

/** The item before and after a write, and as far as it is in the index. */
interface IndexChange {
  readonly before: StoredItem | undefined;
  readonly after: StoredItem | null;
  readonly old: StoredItem | undefined;
  readonly now: StoredItem | undefined;
}

/** Adds units of an index to the total, and to those of the index where the request asks for them. */
function addUnits(capacity: Capacity, kind: IndexKind, name: string, units: number): void {
  capacity.CapacityUnits += units;
  if (capacity.Table === undefined) return;
  const indexes = capacity[`${kind}SecondaryIndexes`] ?? {};
  capacity[`${kind}SecondaryIndexes`] = indexes;
  indexes[name] = { CapacityUnits: (indexes[name]?.CapacityUnits ?? 0) + units };
}
