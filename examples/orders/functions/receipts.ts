import { receiptsHandler } from "../logic/receipts";
import { ordersTable } from "../services/orders-table";

export const handler = receiptsHandler(ordersTable());
