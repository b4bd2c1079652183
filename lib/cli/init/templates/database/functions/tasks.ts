import { openDatabase } from "./open-database.js";
import { taskHandlers } from "./task-handlers.js";

export const { list, create, done } = taskHandlers(openDatabase());
