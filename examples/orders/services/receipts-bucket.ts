import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Bucket } from "serverform/node/bucket";
import type { Order } from "../logic/order";
import { receiptKey } from "../logic/receipts";

const client = new S3Client({});

/** Writes a receipt to the bucket that the function is bound to. */
export async function writeReceipt({ id, customer, lines }: Order): Promise<void> {
  const rows = lines.map(({ product, quantity }) => `${quantity} x ${product}`);
  await client.send(
    new PutObjectCommand({
      Bucket: Bucket.Receipts.bucketName,
      Key: receiptKey(id),
      Body: [`Order ${id} of ${customer}`, ...rows, ""].join("\n"),
      ContentType: "text/plain; charset=utf-8",
    }),
  );
}
