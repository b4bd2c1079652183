import type { SQSEvent } from "aws-lambda";

/** Works off what the gateway has put into the queue; it stands for handing an order to the warehouse. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const { product, quantity } = JSON.parse(body) as { product: string; quantity: number };
    console.log(`ordered: ${quantity} x ${product}`);
  }
}
