import { Table } from "serverform/node/table";
import { noteHandlers } from "./handlers";
import { tableStore } from "./store";

export const { list, get, create, update, remove } = noteHandlers(tableStore(Table.Notes.tableName));
