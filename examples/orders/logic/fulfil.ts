import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { orderEvent, type Sale } from "./events";
import type { Order, OrderStore } from "./order";

/** The services with which an order is fulfilled. */
export interface Warehouse {
  readonly store: Pick<OrderStore, "get" | "ship">;
  /** Writes a receipt. */
  readonly writeReceipt: (order: Order) => Promise<void>;
  /** Sends the sales to the stream. */
  readonly record: (sales: readonly Sale[]) => Promise<void>;
}

/**
 * Fulfils orders: the consumer of the queue that the bus fills.
 *
 * A message that fails comes again, alone, and is in the dead-letter queue after the third time. So each step may
 * happen twice: a receipt is written over, and an order that was shipped stays so.
 */
export function fulfilHandler(warehouse: Warehouse) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(Records.map(({ body }) => fulfil(warehouse, body)));
    const batchItemFailures = outcomes.flatMap((outcome, index) => {
      if (outcome.status === "fulfilled") return [];
      console.error(outcome.reason);
      return [{ itemIdentifier: Records[index]?.messageId ?? "" }];
    });
    return { batchItemFailures };
  };
}

async function fulfil({ store, writeReceipt, record }: Warehouse, body: string): Promise<void> {
  const { detail } = orderEvent.parse(JSON.parse(body));
  const order = await store.get(detail.id);
  if (order === undefined) throw new Error(`no order ${detail.id}`);
  await writeReceipt(order);
  if (await store.ship(order.id))
    await record(order.lines.map(({ product, quantity }) => ({ orderId: order.id, product, quantity })));
}
