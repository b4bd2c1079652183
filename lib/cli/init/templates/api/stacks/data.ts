import { type StackContext, Table } from "serverform";

export function Data({ stack }: StackContext) {
  const notes = new Table(stack, "Notes", {
    fields: { owner: "string", id: "string" },
    primaryIndex: { partitionKey: "owner", sortKey: "id" },
  });
  return { notes };
}
