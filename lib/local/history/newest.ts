/**
 * Items by id, in the order in which they were added. The oldest are removed first.
 *
 * Finding the first entry of a `Map` iterates over all deleted ones, so the order is in a separate list.
 */
export class Newest<Item extends { readonly id: string }> {
  private readonly byId = new Map<string, Item>();
  private order: (Item | undefined)[] = [];
  /** The position of the oldest item in the list. */
  private first = 0;

  get size(): number {
    return this.byId.size;
  }

  get(id: string): Item | undefined {
    return this.byId.get(id);
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  all(): readonly Item[] {
    return this.order.slice(this.first) as Item[];
  }

  /** Adds an item with a new id. */
  add(item: Item): void {
    this.byId.set(item.id, item);
    this.order.push(item);
  }

  takeOldest(): Item | undefined {
    const oldest = this.order[this.first];
    if (oldest === undefined) return undefined;
    this.order[this.first] = undefined;
    this.first += 1;
    this.byId.delete(oldest.id);
    if (this.first > 1000 && this.first * 2 > this.order.length) {
      this.order = this.order.slice(this.first);
      this.first = 0;
    }
    return oldest;
  }

  clear(): void {
    this.byId.clear();
    this.order = [];
    this.first = 0;
  }
}
