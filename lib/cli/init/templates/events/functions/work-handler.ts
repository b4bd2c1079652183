import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Order } from "./orders-table.js";

/**
 * Processes orders from the queue. It returns the messages that failed: only these come again.
 *
 * A message may come twice, so processing it again must do no harm.
 */
export function workHandler(process: (order: Order) => Promise<void>) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const { messageId, body } of Records) {
      try {
        await process(JSON.parse(body).detail);
      } catch (error) {
        console.error(error);
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
}
