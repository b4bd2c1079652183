import { fulfilHandler } from "../logic/fulfil";
import { ordersTable } from "../services/orders-table";
import { writeReceipt } from "../services/receipts-bucket";
import { recordSales } from "../services/sales-stream";

export const handler = fulfilHandler({ store: ordersTable(), writeReceipt, record: recordSales });
