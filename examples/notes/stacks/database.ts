import { type StackContext, Table } from "serverform";

export function Database({ stack }: StackContext) {
  const notes = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    // The type of the records: serverform types --items
    itemSchema: "examples/notes/functions/note.note",
  });
  stack.addOutputs({ TableName: notes.tableName });
  return { notes };
}
