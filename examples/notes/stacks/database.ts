import { type StackContext, Table } from "serverform";

export function Database({ stack }: StackContext) {
  const notes = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  stack.addOutputs({ TableName: notes.tableName });
  return { notes };
}
