import { noteHandlers } from "./handlers";
import { tableStore } from "./store";

export const { list, get, create, update, remove } = noteHandlers(tableStore(process.env.TABLE_NAME ?? ""));
