import { Api, Cron, EventBus, Queue, type StackContext, Table } from "serverform";

export function Shop({ stack }: StackContext) {
  const orders = new Table(stack, "Orders", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  // A message that fails three times is kept here.
  const failed = new Queue(stack, "Failed");
  const work = new Queue(stack, "Work", {
    consumer: {
      function: { handler: "functions/worker.handler", bind: [[orders, "grantWriteData"]] },
      partialBatchResponses: true,
    },
    deadLetter: { queue: failed, maxReceiveCount: 3 },
  });
  const bus = new EventBus(stack, "Bus", {
    rules: {
      placed: { pattern: { source: ["shop"], detailType: ["OrderPlaced"] }, targets: { work } },
    },
  });
  const api = new Api(stack, "Api", {
    routes: {
      "POST /orders": { function: { handler: "functions/orders.place", bind: [bus] } },
      "GET /orders": {
        function: { handler: "functions/orders.list", bind: [[orders, "grantReadData"]] },
      },
    },
  });
  new Cron(stack, "Report", {
    schedule: "cron(0 7 * * ? *)",
    job: { function: { handler: "functions/report.handler", bind: [[orders, "grantReadData"]] } },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
