import { z } from "zod";

/** The events on the bus; its rules match `source` and the types. */
export const source = "shop.orders";

export const orderEvent = z.object({
  source: z.literal(source),
  "detail-type": z.enum(["OrderPlaced", "OrderShipped"]),
  detail: z.object({ id: z.string(), customer: z.email() }),
});

/** An event of the bus, as far as its receivers read it. */
export type OrderEvent = z.infer<typeof orderEvent>;

/** Sends events to the bus. */
export type Emit = (events: readonly OrderEvent[]) => Promise<void>;

/** The records of the stream: products that were sold. */
export const sale = z.object({ orderId: z.string(), product: z.string(), quantity: z.int() });

export type Sale = z.infer<typeof sale>;

/** The messages of the topic. */
export const news = z.object({ customer: z.email(), subject: z.string(), text: z.string() });

export type News = z.infer<typeof news>;

/** Publishes to the topic. */
export type Publish = (item: News) => Promise<void>;
