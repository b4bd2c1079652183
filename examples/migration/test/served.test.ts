/** @group processes */

import { join } from "node:path";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

const reviews = { api: "ReviewsApi" };

test("the reviews of the old server exist, and new ones can be added", async () => {
  const before = (await (await server.fetch("/products/tea/reviews", reviews)).json()) as object;
  const body = JSON.stringify({ author: "Ada", stars: 5, text: "Fine" });
  const added = await server.fetch("/products/tea/reviews", { ...reviews, method: "POST", body });
  expect(added.status).toBe(201);
  expect(await (await server.fetch("/products/tea/reviews", reviews)).json()).not.toEqual(before);
});

test("products that have moved are answered by functions", async () => {
  expect((await server.fetch("/products", { api: "ShopApi" })).status).toBe(200);
});

test("without a key no partner is served", async () => {
  expect((await server.fetch("/feed", { api: "PartnerApi" })).status).toBe(401);
});

test("the permissions suffice, and what has run can leave none of them out", () => {
  const { missing, unused } = server.permissions();
  expect([server.denials(), missing, unused]).toEqual([[], [], []]);
});
