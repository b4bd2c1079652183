import { blocks, requireText, type Values } from "../../../../model";
import type { StateFile } from "../../contract/state-file";
import { ItemError } from "../errors";
import type { AttributeValue, StoredItem } from "../expressions/attribute-values";
import type { TableSettings } from "../table-settings";
import type { LocalTableStream } from "../table-stream";
import { placeOf } from "./key-text";
import { OrderedItems } from "./ordered-items";
import { attributeOf, type Keys, keysIn, picked, problemOfIndexKey, projectedNames } from "./schema";

/** The content that survives the server. */
export interface TableContent {
  readonly description: Values;
  readonly settings: TableSettings;
  readonly timeToLive?: string | undefined;
  readonly tags: readonly (readonly [string, string])[];
  readonly items: readonly StoredItem[];
}

/** An item that was written, or the key of one that was deleted. */
export type ItemChange = { readonly put: StoredItem } | { readonly gone: StoredItem };

/** A write that fulfils its condition. Nothing is written yet. */
export interface PlannedWrite {
  readonly table: Table;
  readonly place: string;
  /** The item in the request, or its key. */
  readonly item: StoredItem;
  readonly before: StoredItem | undefined;
  readonly after: StoredItem | undefined;
  /** The attributes that the request asks for. */
  readonly returned?: StoredItem | undefined;
}

/** A table with its items and indexes. */
export class Table {
  settings: TableSettings;
  /** The attribute with the time after which an item expires. */
  timeToLive: string | undefined;
  readonly items = new OrderedItems();
  readonly tags: Map<string, string>;
  /** The stream of changes; undefined if the table has neither a stream nor a Kinesis stream. */
  stream: LocalTableStream | undefined;
  /** As CreateTable describes it. */
  description: Values;
  keys: Keys;
  private ofIndexes: ReadonlyMap<string, TableIndex> = new Map();

  constructor(
    { description, settings, timeToLive, tags, items }: TableContent,
    private readonly kept: StateFile<TableContent, ItemChange>,
  ) {
    this.description = description;
    this.keys = keysIn(description, description);
    this.settings = settings;
    this.timeToLive = timeToLive;
    this.tags = new Map(tags);
    for (const item of items) this.items.set(this.placeOf(item), item);
    for (const change of kept.changes) {
      if ("put" in change) this.items.set(this.placeOf(change.put), change.put);
      else this.items.delete(this.placeOf(change.gone));
    }
    this.fillIndexes();
  }

  get name(): string {
    return this.settings.name;
  }

  get indexes(): Iterable<TableIndex> {
    return this.ofIndexes.values();
  }

  get hasLocalIndexes(): boolean {
    return this.description.LocalSecondaryIndexes !== undefined;
  }

  /** Changes the throughput or the indexes. */
  redefine(description: Values): void {
    this.description = description;
    this.fillIndexes();
  }

  index(name: string): TableIndex | undefined {
    return this.ofIndexes.get(name);
  }

  /** The key of an item. */
  keyOf(item: StoredItem): StoredItem {
    return picked(
      item,
      this.keys.map(({ name }) => name),
    );
  }

  /** The place of an item, or of a key. */
  placeOf(item: StoredItem): string {
    return placeOf(valuesOf(this.keys, item));
  }

  /** Puts an item, or deletes the one at this place if `item` is undefined. */
  write(place: string, before: StoredItem | undefined, item: StoredItem | undefined): void {
    if (item === undefined) this.items.delete(place);
    else this.items.set(place, item);
    for (const index of this.indexes) index.write(place, before, item);
    if (before === undefined && item === undefined) return;
    this.save(() => (item === undefined ? { gone: this.keyOf(before ?? {}) } : { put: item }));
  }

  /** @param change - what has changed. @default - anything but items */
  save(change?: () => ItemChange): void {
    this.kept.save(
      () => ({
        description: this.description,
        settings: this.settings,
        timeToLive: this.timeToLive,
        tags: [...this.tags],
        items: [...this.items.all],
      }),
      change,
    );
  }

  /** Removes the state file. */
  async remove(): Promise<void> {
    await this.kept.remove();
  }

  async settled(): Promise<void> {
    await this.kept.settled();
    await this.stream?.settled();
  }

  /** Creates the indexes and fills them with the existing items. */
  private fillIndexes(): void {
    const table = this.description;
    const found = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].flatMap((kind) =>
      blocks(table, kind).map((index) => new TableIndex(index, table, kind === "LocalSecondaryIndexes")),
    );
    for (const index of found) {
      for (const item of this.items.all) index.write(this.placeOf(item), undefined, item);
    }
    this.ofIndexes = new Map(found.map((index) => [index.name, index]));
  }
}

/** A local or global index. */
export class TableIndex {
  readonly name: string;
  readonly keys: Keys;
  readonly items = new OrderedItems();
  /** The projected attributes. @default - all */
  readonly attributes: ReadonlySet<string> | undefined;

  constructor(
    description: Values,
    table: Values,
    readonly isLocal: boolean,
  ) {
    this.name = requireText(description, "IndexName");
    this.keys = keysIn(description, table);
    this.attributes = projectedNames(description, table);
  }

  /** The part of an item in the index; undefined for an item that lacks a key, or has one that cannot be a key. */
  entryOf(item: StoredItem | undefined): StoredItem | undefined {
    if (item === undefined || !this.has(item)) return undefined;
    return this.attributes === undefined ? item : picked(item, this.attributes);
  }

  /** @param place - that of the item in its table */
  placeOf(item: StoredItem, place: string): string {
    return placeOf(valuesOf(this.keys, item)) + place;
  }

  write(place: string, before: StoredItem | undefined, after: StoredItem | undefined): void {
    const [old, now] = [before, after].map((item) =>
      item !== undefined && this.has(item) ? this.placeOf(item, place) : undefined,
    );
    if (old !== undefined && old !== now) this.items.delete(old);
    if (now !== undefined && after !== undefined) this.items.set(now, after);
  }

  /**
   * Refuses an item with a value that cannot be a key of the index.
   *
   * @param changed - the attributes that a request changes; others may be from a time before the index
   */
  check(item: StoredItem, changed?: ReadonlySet<string>): void {
    for (const key of this.keys) {
      const value = attributeOf(item, key.name);
      if (value === undefined || changed?.has(key.name) === false) continue;
      const problem = problemOfIndexKey(value, key, this.name);
      if (problem === undefined) continue;
      if (changed === undefined || problem.isType !== true) throw new ItemError(problem.text);
      throw new ItemError(
        "The update expression attempted to update the secondary index key to unsupported type",
      );
    }
  }

  private has(item: StoredItem): boolean {
    return this.keys.every((key) => {
      const value = attributeOf(item, key.name);
      return value !== undefined && problemOfIndexKey(value, key, this.name) === undefined;
    });
  }
}

function valuesOf(keys: Keys, item: StoredItem): readonly AttributeValue[] {
  return keys.map(({ name }) => attributeOf(item, name) ?? {});
}
