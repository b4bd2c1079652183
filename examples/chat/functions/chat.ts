import { Table } from "serverform/node/table";
import { chatHandlers } from "./handlers";
import { postThrough } from "./post";
import { tableStore } from "./store";

export const { connect, disconnect, send } = chatHandlers(
  tableStore(Table.Connections.tableName),
  postThrough,
);
