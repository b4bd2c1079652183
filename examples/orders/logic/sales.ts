import type { KinesisStreamBatchResponse, KinesisStreamEvent } from "aws-lambda";
import { sale } from "./events";

/** Counts the sales. */
export interface SalesStore {
  add(product: string, quantity: number): Promise<void>;
}

/**
 * Adds up what was sold: the consumer of the data stream.
 *
 * Answers with the first record that failed. The stream continues there, and earlier records are not counted again.
 */
export function salesHandler(store: SalesStore) {
  return async ({ Records }: KinesisStreamEvent): Promise<KinesisStreamBatchResponse> => {
    for (const { kinesis } of Records) {
      try {
        const text = Buffer.from(kinesis.data, "base64").toString();
        const { product, quantity } = sale.parse(JSON.parse(text));
        await store.add(product, quantity);
      } catch (error) {
        console.error(error);
        return { batchItemFailures: [{ itemIdentifier: kinesis.sequenceNumber }] };
      }
    }
    return { batchItemFailures: [] };
  };
}
