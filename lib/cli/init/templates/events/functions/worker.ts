import { putOrder } from "./orders-table.js";
import { workHandler } from "./work-handler.js";

export const handler = workHandler(putOrder);
