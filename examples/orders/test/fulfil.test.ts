import type { Sale } from "../logic/events";
import { fulfilHandler } from "../logic/fulfil";
import type { Order } from "../logic/order";
import { busEvent, queueEvent } from "./events";
import { memoryStore, placed } from "./memory";

const message = (id: string) => JSON.stringify(busEvent("OrderPlaced", { id, customer: "ann@example.com" }));

function warehouse(...orders: readonly Order[]) {
  const store = memoryStore(...orders);
  const receipts: string[] = [];
  const sold: Sale[] = [];
  const handler = fulfilHandler({
    store,
    writeReceipt: async ({ id }) => void receipts.push(id),
    record: async (sales) => void sold.push(...sales),
  });
  return { handler, store, receipts, sold };
}

describe("fulfilment", () => {
  test("an order gets its receipt, is shipped and is counted", async () => {
    const { handler, store, receipts, sold } = warehouse(placed("1"));
    expect(await handler(queueEvent({ m1: message("1") }))).toEqual({ batchItemFailures: [] });
    expect([store.orders.get("1")?.status, receipts]).toEqual(["shipped", ["1"]]);
    expect(sold).toEqual([{ orderId: "1", product: "tea", quantity: 2 }]);
  });

  test("a message that is delivered twice counts once", async () => {
    const { handler, sold } = warehouse(placed("1"));
    await handler(queueEvent({ m1: message("1") }));
    expect(await handler(queueEvent({ m1: message("1") }))).toEqual({ batchItemFailures: [] });
    expect(sold).toHaveLength(1);
  });

  test("only failed messages are delivered again", async () => {
    const log = jest.spyOn(console, "error").mockReturnValue();
    const { handler, store } = warehouse(placed("1"));
    const event = queueEvent({ broken: "{", unknown: message("2"), good: message("1") });
    expect(await handler(event)).toEqual({
      batchItemFailures: [{ itemIdentifier: "broken" }, { itemIdentifier: "unknown" }],
    });
    expect([store.orders.get("1")?.status, log.mock.calls.length]).toEqual(["shipped", 2]);
    log.mockRestore();
  });
});
