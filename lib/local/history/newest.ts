/**
 * Items in the order in which they were added, by id. The oldest leave first.
 *
 * The first entry of a `Map` is found by passing over all that were deleted before it, so the order has a list of its own.
 */
export class Newest<Item extends { readonly id: string }> {
  private readonly byId = new Map<string, Item>();
  private order: (Item | undefined)[] = [];
  /** The oldest item's place in the list. */
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

  /** Adds an item whose id no other has. */
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
