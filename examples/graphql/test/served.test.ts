/** @group processes */

import { join } from "node:path";
import { serveLocal, type TestRequest, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

const query = async (text: string): Promise<unknown> =>
  (await server.fetch(`/graphql?query=${encodeURIComponent(text)}`)).json();

const mutate = (text: string, given: TestRequest = {}): Promise<Response> =>
  server.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: text }),
    ...given,
  });

const addReview = 'mutation { addReview(book: "Emma", stars: 4) { book author } }';

test("everyone may read", async () => {
  expect(await query("{ reviews { book } }")).toEqual({ data: { reviews: [] } });
});

test("writing requires a token", async () => {
  expect((await mutate(addReview)).status).toBe(401);
});

test("a user with a token writes under the name in it", async () => {
  const response = await mutate(addReview, { as: "ada@example.com", use: "id" });
  const { data } = (await response.json()) as { data: { addReview: { book: string; author: string } } };
  expect(data.addReview).toEqual({ book: "Emma", author: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(await query("{ reviews { book } }")).toEqual({ data: { reviews: [{ book: "Emma" }] } });
});

test("a token with another signature is refused", async () => {
  const [head, body] = (await server.token({ as: "ada@example.com" })).split(".");
  const authorization = `Bearer ${head}.${body}.${"A".repeat(342)}`;
  const headers = { "content-type": "application/json", authorization };
  expect((await mutate(addReview, { headers })).status).toBe(401);
});

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused, unknown } = server.permissions();
  expect([server.denials(), missing, unused, unknown]).toEqual([[], [], [], []]);
});
