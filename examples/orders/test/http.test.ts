import { httpHandlers } from "../logic/http";
import { httpEvent } from "./events";
import { memoryStore } from "./memory";

const body = '{"customer":"ann@example.com","lines":[{"product":"tea","quantity":2}]}';

describe("the API", () => {
  const now = new Date("2026-01-01T00:00:00.000Z");
  const store = memoryStore();
  const { place, get } = httpHandlers(store, () => now);
  let id: string;

  test("an order that was placed is returned with an id", async () => {
    const { statusCode, body: text = "" } = await place(httpEvent("POST /orders", { body }));
    const placed = JSON.parse(text);
    expect([statusCode, placed]).toEqual([
      201,
      {
        id: expect.any(String),
        status: "placed",
        placedAt: now.toISOString(),
        customer: "ann@example.com",
        lines: [{ product: "tea", quantity: 2 }],
      },
    ]);
    ({ id } = placed);
  });

  test("an order is read by its id", async () => {
    const { statusCode, body: text = "" } = await get(
      httpEvent("GET /orders/{id}", { pathParameters: { id } }),
    );
    expect([statusCode, JSON.parse(text).id]).toEqual([200, id]);
  });

  test("an unknown order is not found", async () => {
    const event = httpEvent("GET /orders/{id}", { pathParameters: { id: "none" } });
    expect((await get(event)).statusCode).toBe(404);
  });

  test("a body that the gateway encoded is decoded", async () => {
    const encoded = Buffer.from(body).toString("base64");
    const event = httpEvent("POST /orders", { body: encoded, isBase64Encoded: true });
    expect((await place(event)).statusCode).toBe(201);
  });

  test.each([undefined, "{", '{"customer":"ann"}', '{"customer":"ann@example.com","lines":[]}'])(
    "an invalid order is refused: %j",
    async (given) => {
      const before = store.orders.size;
      expect((await place(httpEvent("POST /orders", { body: given }))).statusCode).toBe(400);
      expect(store.orders.size).toBe(before);
    },
  );
});
