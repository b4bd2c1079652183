import { expect, test } from "@jest/globals";
import type { SQSEvent } from "aws-lambda";
import type { Order } from "../functions/orders-table.js";
import { workHandler } from "../functions/work-handler.js";

/** Messages as the rule of the bus puts them into the queue. */
const messages = (...orders: readonly Order[]) =>
  ({
    Records: orders.map((order) => ({ messageId: order.id, body: JSON.stringify({ detail: order }) })),
  }) as SQSEvent;

const tea = { id: "1", product: "tea" };
const jam = { id: "2", product: "jam" };

test("processes each order", async () => {
  const done: Order[] = [];
  const handler = workHandler(async (order) => void done.push(order));
  expect(await handler(messages(tea, jam))).toEqual({ batchItemFailures: [] });
  expect(done).toEqual([tea, jam]);
});

test("an order that fails comes again, alone", async () => {
  const handler = workHandler(async ({ product }) => {
    if (product === "jam") throw new Error("No jam left (this is part of the test)");
  });
  expect(await handler(messages(tea, jam))).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
});
