import { KinesisClient, PutRecordsCommand } from "@aws-sdk/client-kinesis";
import { KinesisStream } from "serverform/node/kinesis-stream";
import type { Sale } from "../logic/events";

const client = new KinesisClient({});

/** Writes sales to the data stream that the function is bound to. */
export async function recordSales(sales: readonly Sale[]): Promise<void> {
  const { FailedRecordCount = 0 } = await client.send(
    new PutRecordsCommand({
      StreamName: KinesisStream.Activity.streamName,
      Records: sales.map((sale) => ({
        PartitionKey: sale.product,
        Data: Buffer.from(JSON.stringify(sale)),
      })),
    }),
  );
  if (FailedRecordCount > 0) throw new Error(`${FailedRecordCount} sales were not recorded`);
}
