import { Script, type StackContext, Table } from "serverform";

// #region script
export function Notes({ stack }: StackContext) {
  const table = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  new Script(stack, "Seed", {
    onCreate: { handler: "functions/seed.create", bind: [table] },
    onUpdate: { handler: "functions/seed.update", bind: [table] },
    params: { language: "en" },
  });
}
// #endregion

// #region script-version
export function Cleaning({ stack }: StackContext) {
  new Script(stack, "Cleaning", {
    onCreate: "functions/seed.update",
    onUpdate: "functions/seed.update",
    version: "2",
  });
}
// #endregion
