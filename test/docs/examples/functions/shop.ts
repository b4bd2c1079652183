import { route } from "serverform/node/route";
import { order } from "./order-contract";

export const createOrder = route(order, async ({ body, query }) => ({ shop: query.shop, ...body }));
