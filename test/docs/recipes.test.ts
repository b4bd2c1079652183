/** @group processes */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { serveLocal, type TestServer } from "../../lib/testing";

/* The code of the recipes, with the permissions that they give it. */

let server: TestServer;
const ada = { as: "ada", authorizer: "jwt" };

beforeAll(async () => {
  server = await serveLocal({ app: "npx tsx test/docs/recipes-app.ts" });
});

afterAll(() => server.stop());

test("a user may make as many requests as the limit, and another user as many", async () => {
  const statuses = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await server.fetch("/reports", { ...ada, method: "POST" })).status);
  expect(statuses).toEqual([...Array(10).fill(202), 429]);
  expect((await server.fetch("/reports", { ...ada, as: "bob", method: "POST" })).status).toBe(202);
});

test("pages have each item once, and none of another user", async () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(server.aws));
  for (const [owner, id] of ["ada 1", "ada 2", "ada 3", "bob 4"].map((each) => each.split(" ")))
    await client.send(new PutCommand({ TableName: "test-recipes-PlacedOrders", Item: { owner, id } }));
  const page = async (query: string) => (await server.fetch(`/orders?limit=2${query}`, ada)).json();
  expect(await page("")).toEqual({ items: [1, 2].map((id) => ({ owner: "ada", id: `${id}` })), next: "2" });
  expect(await page("&after=2")).toEqual({ items: [{ owner: "ada", id: "3" }] });
  expect(server.denials()).toEqual([]);
});
