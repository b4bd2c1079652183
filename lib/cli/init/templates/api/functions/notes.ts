import { noteHandlers } from "./note-handlers.js";
import { notesTable } from "./notes-table.js";

export const { list, create, remove, listOfUser } = noteHandlers(notesTable());
