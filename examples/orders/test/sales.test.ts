import { salesHandler } from "../logic/sales";
import { kinesisEvent } from "./events";

const sold = (product: string, quantity: number) => JSON.stringify({ orderId: "1", product, quantity });

function counter() {
  const counts: Record<string, number> = {};
  const handler = salesHandler({
    add: async (product, quantity) => {
      counts[product] = (counts[product] ?? 0) + quantity;
    },
  });
  return { counts, handler };
}

describe("sales", () => {
  test("are added up by product", async () => {
    const { counts, handler } = counter();
    const event = kinesisEvent(sold("tea", 2), sold("rice", 1), sold("tea", 3));
    expect(await handler(event)).toEqual({ batchItemFailures: [] });
    expect(counts).toEqual({ tea: 5, rice: 1 });
  });

  test("continue from the record that failed", async () => {
    const log = jest.spyOn(console, "error").mockReturnValue();
    const { counts, handler } = counter();
    const event = kinesisEvent(sold("tea", 2), "{", sold("tea", 3));
    expect(await handler(event)).toEqual({
      batchItemFailures: [{ itemIdentifier: event.Records[1]?.kinesis.sequenceNumber }],
    });
    expect(counts).toEqual({ tea: 2 });
    log.mockRestore();
  });
});
