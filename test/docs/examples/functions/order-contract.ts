import { z } from "zod";

/** What the route takes: the handler checks it, and so does the gateway. */
export const order = {
  body: z.object({ item: z.string().min(1), count: z.number().int().positive() }),
  query: z.object({ shop: z.string() }),
};
