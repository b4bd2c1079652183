import { randomUUID } from "node:crypto";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { ApiHandler, useJsonBody } from "serverform/node/api";
import { EventBus } from "serverform/node/event-bus";
import { listOrders, type Order } from "./orders-table.js";

const client = new EventBridgeClient({});

/** Announces an order on the bus. The rule of the stack leads it to the worker. */
export const place = ApiHandler(async () => {
  const { product } = useJsonBody<{ product?: unknown }>() ?? {};
  if (typeof product !== "string") return { statusCode: 400, body: '{"message":"product is missing"}' };
  const order: Order = { id: randomUUID(), product };
  const { FailedEntryCount } = await client.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: EventBus.Bus.eventBusName,
          Source: "shop",
          DetailType: "OrderPlaced",
          Detail: JSON.stringify(order),
        },
      ],
    }),
  );
  if (FailedEntryCount !== 0) throw new Error(`The bus did not take order ${order.id}.`);
  return { statusCode: 202, body: JSON.stringify(order) };
});

/** The orders that the worker has processed. */
export const list = async () => listOrders();
