import { overdueHandler } from "../logic/announce";
import { publishNews } from "../services/news-topic";
import { ordersTable } from "../services/orders-table";

export const handler = overdueHandler(ordersTable(), publishNews);
