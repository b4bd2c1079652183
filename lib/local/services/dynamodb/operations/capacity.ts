import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../../model";
import type { StoredItem } from "../expressions/attribute-values";
import { itemBytes } from "../item-size";
import type { Table, TableIndex } from "../store/table";

const [readBytes, writeBytes] = [4096, 1024];

/** The units that reads or writes of a table consume. */
export class Capacity {
  private table = 0;
  private readonly indexes = new Map<TableIndex, number>();

  /**
   * @param of - the table, or the index that is read
   * @param ofTransaction - the kind of units of a transaction, which reads or writes each item twice. @default - no transaction
   */
  constructor(
    private readonly of: Table,
    private readonly ofTransaction?: "ReadCapacityUnits" | "WriteCapacityUnits",
  ) {}

  /** Reads are counted together, as those of one page. */
  addRead(bytes: number, isConsistent: unknown, index?: TableIndex): void {
    const units = Math.ceil(bytes / readBytes) * (isConsistent === true ? 1 : 0.5);
    if (index === undefined) this.table += units;
    else this.addIndex(index, units);
  }

  /**
   * Sources: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes, and
   * https://github.com/scylladb/scylladb (test/alternator/test_returnconsumedcapacity.py, written against AWS)
   */
  addWrite(before: StoredItem | undefined, after: StoredItem | undefined): void {
    this.table += Math.max(1, writeUnits(before), writeUnits(after));
    for (const index of this.of.indexes) {
      const [was, is] = [index.entryOf(before), index.entryOf(after)];
      if ((was === undefined && is === undefined) || isDeepStrictEqual(was, is)) continue;
      const [deleted, put] = [writeUnits(was), writeUnits(is)];
      const isSamePlace = was && is && index.placeOf(was, "") === index.placeOf(is, "");
      // Another key is deleted and put.
      this.addIndex(index, isSamePlace ? Math.max(deleted, put) : deleted + put);
    }
  }

  /** As the request wants it; undefined if it does not. */
  told({ ReturnConsumedCapacity: wanted }: Values): object | undefined {
    if (wanted !== "TOTAL" && wanted !== "INDEXES") return undefined;
    const units = [...this.indexes.values()].reduce((sum, each) => sum + each, this.table);
    const total = { ...this.units(units), TableName: this.of.name };
    if (wanted === "TOTAL") return total;
    const ofKind = (isLocal: boolean) => {
      const found = [...this.indexes].filter(([index]) => index.isLocal === isLocal);
      if (found.length === 0) return undefined;
      return Object.fromEntries(found.map(([{ name }, count]) => [name, this.units(count)]));
    };
    return {
      ...total,
      Table: this.units(this.table),
      LocalSecondaryIndexes: ofKind(true),
      GlobalSecondaryIndexes: ofKind(false),
    };
  }

  /**
   * Sources: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling, and
   * the examples of https://docs.aws.amazon.com/cli/latest/reference/dynamodb/transact-write-items.html
   */
  private units(count: number): object {
    if (this.ofTransaction === undefined) return { CapacityUnits: count };
    return { CapacityUnits: 2 * count, [this.ofTransaction]: 2 * count };
  }

  private addIndex(index: TableIndex, units: number): void {
    this.indexes.set(index, (this.indexes.get(index) ?? 0) + units);
  }
}

/** A list of capacities; undefined for a request that does not want them. */
export function told(input: Values, capacities: Iterable<Capacity>): readonly object[] | undefined {
  const found = [...capacities].flatMap((each) => each.told(input) ?? []);
  return found.length === 0 ? undefined : found;
}

function writeUnits(item: StoredItem | undefined): number {
  return item === undefined ? 0 : Math.ceil(itemBytes(item) / writeBytes);
}
