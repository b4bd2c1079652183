import { httpHandlers } from "../logic/http";
import { ordersTable } from "../services/orders-table";

export const { place, get } = httpHandlers(ordersTable(), () => new Date());
