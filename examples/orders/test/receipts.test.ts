import { receiptsHandler } from "../logic/receipts";
import { bucketEvent } from "./events";
import { memoryStore, placed } from "./memory";

describe("receipts", () => {
  test("an order learns where its receipt is", async () => {
    const store = memoryStore(placed("1 a"), placed("2"));
    await receiptsHandler(store)(bucketEvent("receipts/1+a.txt", "receipts/2.txt"));
    expect([...store.orders.values()].map(({ receipt }) => receipt)).toEqual([
      "receipts/1 a.txt",
      "receipts/2.txt",
    ]);
  });

  test.each(["receipts/9.txt", "other.txt"])("%s of no order is noted, not failed", async (key) => {
    const log = jest.spyOn(console, "warn").mockReturnValue();
    await receiptsHandler(memoryStore())(bucketEvent(key));
    expect(log.mock.calls).toEqual([[`no order for ${key}`]]);
    log.mockRestore();
  });
});
