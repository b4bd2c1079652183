import { changesHandler } from "../logic/changes";
import type { OrderEvent } from "../logic/events";
import { type Change, streamEvent } from "./events";

const image = (status: string, more = {}) => ({
  id: { S: "1" },
  customer: { S: "ann@example.com" },
  status: { S: status },
  ...more,
});

async function emitted(...changes: readonly Change[]) {
  const calls: (readonly OrderEvent[])[] = [];
  await changesHandler(async (events) => void calls.push(events))(streamEvent(...changes));
  return calls.map((events) => events.map((event) => event["detail-type"]));
}

describe("changes of orders", () => {
  test.each<[name: string, changes: readonly Change[], types: readonly string[][]]>([
    ["a new order was placed", [{ after: image("placed") }], [["OrderPlaced"]]],
    [
      "an order that leaves was shipped",
      [{ before: image("placed"), after: image("shipped") }],
      [["OrderShipped"]],
    ],
    [
      "a receipt is no news",
      [{ before: image("shipped"), after: image("shipped", { receipt: { S: "r" } }) }],
      [],
    ],
    ["nor is what is removed", [{ before: image("placed") }], []],
    [
      "several are told at once",
      [{ after: image("placed") }, { after: image("placed") }],
      [["OrderPlaced", "OrderPlaced"]],
    ],
  ])("%s", async (_name, changes, types) => {
    expect(await emitted(...changes)).toEqual(types);
  });

  test("an event names the order and its customer", async () => {
    const calls: (readonly OrderEvent[])[] = [];
    await changesHandler(async (events) => void calls.push(events))(streamEvent({ after: image("placed") }));
    expect(calls).toEqual([
      [
        {
          source: "shop.orders",
          "detail-type": "OrderPlaced",
          detail: { id: "1", customer: "ann@example.com" },
        },
      ],
    ]);
  });
});
