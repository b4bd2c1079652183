import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { find, type TestServer } from "../../../../lib/testing";
import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/shop.ts";

export const task: TrialTask = {
  start: "events",
  edits: [{ file: stack, before: "      partialBatchResponses: true,\n", after: "" }],

  check: (folder) =>
    served(folder, async (server, findings) => {
      await sendOrders(server, { id: "1", product: "tea" }, { product: "of nobody" });
      await server.settled({ within: "6 hours" });
      const orders = await (await server.fetch("/orders")).json();
      findings.is("the list of orders", orders, [{ id: "1", product: "tea" }]);
      const kept = (await server.queue("Failed").messages()).map((each) => JSON.parse(each).detail);
      findings.is("the list of orders in Failed", kept, [{ product: "of nobody" }]);
    }),

  solve(solver) {
    solver.source(stack);
    solver.source("functions/work-handler.ts");
    solver.read("docs/agents/constructs/queue.md", "ConsumerProps");
    solver.edit(stack, "    consumer: {\n", "    consumer: {\n      partialBatchResponses: true,\n");
  },
};

/** Puts orders into the queue of the worker in one request, as the rule of the bus would one by one. */
async function sendOrders(server: TestServer, ...orders: readonly object[]): Promise<void> {
  const client = new SQSClient(server.aws);
  const [queue] = find(server.json, "aws_sqs_queue", { name: /-Work$/ });
  const Entries = orders.map((detail, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify({ detail }),
  }));
  const QueueUrl = `${server.aws.endpoint}/000000000000/${queue?.values.name}`;
  await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  client.destroy();
}
