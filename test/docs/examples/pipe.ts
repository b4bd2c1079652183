import { EventBus, Pipe, type StackContext, Table } from "serverform";

// #region pipe
export function Orders({ stack }: StackContext) {
  const table = new Table(stack, "Orders", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    stream: "new_image",
  });
  const bus = new EventBus(stack, "Shop", {
    rules: { paid: { pattern: { detailType: ["paid"] }, targets: { mail: "functions/notes.create" } } },
  });
  new Pipe(stack, "Paid", {
    source: table,
    filters: [{ dynamodb: { NewImage: { status: { S: ["paid"] } } } }],
    template: '{"id": <$.dynamodb.NewImage.id.S>}',
    target: bus,
    detailType: "paid",
    eventSource: "shop",
  });
}
// #endregion
