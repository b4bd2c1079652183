import { listOrders } from "./orders-table.js";

/** Runs every morning, as the Cron of the stack says. */
export const handler = async () => {
  console.log(`${(await listOrders()).length} orders`);
};
