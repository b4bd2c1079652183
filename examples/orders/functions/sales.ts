import { salesHandler } from "../logic/sales";
import { salesTable } from "../services/sales-table";

export const handler = salesHandler(salesTable());
