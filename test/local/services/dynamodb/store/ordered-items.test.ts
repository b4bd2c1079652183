import { OrderedItems } from "../../../../../lib/local/services/dynamodb/store/ordered-items";

const place = (number: number): string => String(number).padStart(5, "0");
const item = (number: number) => ({ n: { N: String(number) } });
const read = (items: OrderedItems, from: string, to: string, isReversed = false) =>
  [...items.between(from, to, isReversed)].map(({ n }) => Number(n?.N));

/** Puts and deletes in an order that is the same in each run, and more of them than a block holds. */
function filled(count: number): { items: OrderedItems; kept: readonly number[] } {
  const items = new OrderedItems();
  const step = 7919;
  for (let each = 0; each < count; each += 1) {
    const number = (each * step) % count;
    items.set(place(number), item(number));
  }
  const kept = [];
  for (let number = 0; number < count; number += 1) {
    if (number % 3 === 0) items.delete(place(number));
    else kept.push(number);
  }
  return { items, kept };
}

describe("items in the order of their places", () => {
  const { items, kept } = filled(5000);

  test("are read in both directions", () => {
    expect(read(items, "", "x")).toEqual(kept);
    expect(read(items, "", "x", true)).toEqual([...kept].reverse());
  });

  test.each([
    [place(1000), place(2000)],
    [place(999), place(1000)],
    [place(1000), place(1001)],
    ["", place(0)],
    [place(4999), "x"],
    [place(2000), place(1000)],
    ["x", "y"],
  ])("are read from %s on and before %s", (from, to) => {
    const wanted = kept.filter((number) => place(number) >= from && place(number) < to);
    expect(read(items, from, to)).toEqual(wanted);
    expect(read(items, from, to, true)).toEqual([...wanted].reverse());
  });

  test("are replaced in their place, and gone when they are deleted", () => {
    const few = new OrderedItems();
    few.set("b", item(1));
    few.set("a", item(2));
    few.set("b", item(3));
    expect(read(few, "", "x")).toEqual([2, 3]);
    few.delete("a");
    few.delete("a");
    few.delete("b");
    expect([read(few, "", "x"), read(few, "", "x", true), few.get("b")]).toEqual([[], [], undefined]);
    few.set("c", item(4));
    expect(read(few, "", "x")).toEqual([4]);
  });
});
