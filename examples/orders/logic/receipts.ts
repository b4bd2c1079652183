import type { S3Event } from "aws-lambda";
import type { OrderStore } from "./order";

/** Where the receipt of an order is in the bucket. */
export const receiptKey = (orderId: string) => `receipts/${orderId}.txt`;

/** Notes at each order where its receipt is: the bucket's notification. */
export function receiptsHandler(store: Pick<OrderStore, "addReceipt">) {
  return async ({ Records }: S3Event): Promise<void> => {
    for (const { s3 } of Records) {
      // Keys arrive as in a query string.
      const key = decodeURIComponent(s3.object.key.replaceAll("+", " "));
      const id = /^receipts\/(.+)\.txt$/.exec(key)?.[1];
      if (id === undefined || !(await store.addReceipt(id, key))) console.warn(`no order for ${key}`);
    }
  };
}
