import { z } from "zod";

/** The input of a client. */
export const orderInput = z.strictObject({
  customer: z.email(),
  lines: z
    .array(z.strictObject({ product: z.string().min(1).max(100), quantity: z.int().min(1).max(100) }))
    .min(1)
    .max(50),
});

/** An order as it is stored. */
export interface Order extends z.infer<typeof orderInput> {
  readonly id: string;
  readonly status: "placed" | "shipped";
  readonly placedAt: string;
  /** Key of the receipt in the bucket, once it exists. */
  readonly receipt?: string;
}

/** Where orders are kept. */
export interface OrderStore {
  get(id: string): Promise<Order | undefined>;
  put(order: Order): Promise<void>;
  /** False when the order does not exist, or was shipped before. */
  ship(id: string): Promise<boolean>;
  /** False when the order does not exist. */
  addReceipt(id: string, key: string): Promise<boolean>;
  /** Orders that wait since before that time, the oldest first. */
  listWaiting(before: Date): Promise<Order[]>;
}
