import type { StoredItem } from "../expressions/attribute-values";

/** A block with more places is divided: places are added and removed in the middle of one. */
const mostInBlock = 512;

/** Items in the order of their places. */
export class OrderedItems {
  private readonly items = new Map<string, StoredItem>();
  private readonly blocks: string[][] = [];

  get(place: string): StoredItem | undefined {
    return this.items.get(place);
  }

  /** All of them, in no order. */
  get all(): Iterable<StoredItem> {
    return this.items.values();
  }

  set(place: string, item: StoredItem): void {
    if (!this.items.has(place)) this.insert(place);
    this.items.set(place, item);
  }

  delete(place: string): void {
    if (!this.items.delete(place)) return;
    const at = this.blockOf(place);
    const block = this.blocks[at] ?? [];
    block.splice(firstFrom(block, place), 1);
    if (block.length === 0) this.blocks.splice(at, 1);
  }

  /** The items from a place on and before another one; the last one first, if it is reversed. */
  *between(from: string, to: string, isReversed: boolean): Iterable<StoredItem> {
    const step = isReversed ? -1 : 1;
    const start = isReversed ? to : from;
    let at = this.blockOf(start);
    for (let isFirst = true; at >= 0 && at < this.blocks.length; at += step, isFirst = false) {
      const block = this.blocks[at] ?? [];
      let index = isReversed ? block.length - 1 : 0;
      if (isFirst) index = firstFrom(block, start) - (isReversed ? 1 : 0);
      for (; index >= 0 && index < block.length; index += step) {
        const place = block[index] ?? "";
        if (isReversed ? place < from : place >= to) return;
        const item = this.items.get(place);
        if (item !== undefined) yield item;
      }
    }
  }

  private insert(place: string): void {
    const at = this.blockOf(place);
    const block = this.blocks[at];
    if (block === undefined) {
      this.blocks.push([place]);
      return;
    }
    block.splice(firstFrom(block, place), 0, place);
    if (block.length > mostInBlock) this.blocks.splice(at + 1, 0, block.splice(mostInBlock / 2));
  }

  /** The last block that begins at a place or before it, or else the first one. */
  private blockOf(place: string): number {
    let [low, high] = [0, this.blocks.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.blocks[middle]?.[0] ?? "") <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** The index of the first place that is not before another one. */
function firstFrom(places: readonly string[], wanted: string): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
