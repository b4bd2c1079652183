import { Bucket, KinesisStream, type StackContext, Table } from "serverform";

/** The stored data, and the reactions to its changes. */
export function Data({ stack }: StackContext) {
  // #region tables
  const orders = new Table(stack, "Orders", {
    fields: { id: "string", status: "string", placedAt: "string" },
    primaryIndex: { partitionKey: "id" },
    globalIndexes: { byStatus: { partitionKey: "status", sortKey: "placedAt" } },
    stream: "new_and_old_images",
  });
  const sales = new Table(stack, "Sales", {
    fields: { product: "string" },
    primaryIndex: { partitionKey: "product" },
  });
  // #endregion
  // #region bucket
  const receipts = new Bucket(stack, "Receipts", {
    notifications: {
      written: {
        function: { handler: "functions/receipts.handler", bind: [[orders, "grantWriteData"]] },
        events: ["object_created"],
        filters: [{ prefix: "receipts/" }, { suffix: ".txt" }],
      },
    },
  });
  // #endregion
  // #region stream
  const activity = new KinesisStream(stack, "Activity", {
    consumers: {
      sales: {
        function: { handler: "functions/sales.handler", bind: [[sales, "grantWriteData"]] },
        partialBatchResponses: true,
        retryAttempts: 10,
      },
    },
  });
  // #endregion
  return { orders, receipts, activity };
}
