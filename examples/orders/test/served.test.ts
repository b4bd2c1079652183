/** @group processes */

import { join } from "node:path";
import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
// #region served
import { find, serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

test("an order goes all the way: table, stream, bus, queue, bucket, topic", async () => {
  const id = await place();
  await server.settled();
  const order = await (await server.fetch(`/orders/${id}`)).json();
  expect(order).toMatchObject({ status: "shipped", receipt: expect.stringContaining(id) });
});
// #endregion

async function place(): Promise<string> {
  const order = { customer: "ada@example.com", lines: [{ product: "tea", quantity: 2 }] };
  const response = await server.fetch("/orders", { method: "POST", body: JSON.stringify(order) });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

// #region dead-letter
test("an order that cannot be fulfilled ends in the dead-letter queue", async () => {
  const NewImage = { id: { S: "gone" }, customer: { S: "bob@example.com" } };
  await server.invoke("Consumer_Orders_changes", {
    Records: [{ eventName: "INSERT", dynamodb: { NewImage } }],
  });
  await server.settled();
  const [message = ""] = await server.queue("Failed").drain();
  expect(message).toContain("gone");
});
// #endregion

test("an order that waits for more than a day is announced by the schedule", async () => {
  const id = await place();
  await server.settled();
  const [orders] = find(server.json, "aws_dynamodb_table", { name: /Orders$/ });
  await new DynamoDBClient(server.aws).send(
    new UpdateItemCommand({
      TableName: String(orders?.values.name),
      Key: { id: { S: id } },
      UpdateExpression: "SET #status = :placed",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":placed": { S: "placed" } },
    }),
  );
  await server.clock.advance("2 days");
  expect(server.logs("Subscriber_News_mail").join("\n")).toContain(
    `Your order ${id} takes longer than usual.`,
  );
});

// #region permissions
test("the permissions suffice, and none of them can be left out", () => {
  expect(server.denials()).toEqual([]);
  const { missing, unused, unknown } = server.permissions();
  expect({ missing, unused, unknown }).toEqual({ missing: [], unused: [], unknown: [] });
});
// #endregion
