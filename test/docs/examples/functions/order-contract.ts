import { z } from "zod";

/** The input of the route, which both the gateway and the handler check. */
export const order = {
  body: z.object({ item: z.string().min(1), count: z.number().int().positive() }),
  query: z.object({ shop: z.string() }),
};
