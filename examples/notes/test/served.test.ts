/** @group processes */

import { join } from "node:path";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, "../../.."));
});

afterAll(() => server.stop());

const ada = { as: "ada@example.com", client: "admin" } as const;
const noteOf = (title: string) => JSON.stringify({ title });

test("a note is written, read, changed and deleted", async () => {
  const created = await server.fetch("/notes", { ...ada, method: "POST", body: noteOf("Buy milk") });
  const { id } = (await created.json()) as { readonly id: string };
  expect(await (await server.fetch("/notes")).json()).toMatchObject([{ id, title: "Buy milk" }]);
  const changed = await server.fetch(`/notes/${id}`, { ...ada, method: "PUT", body: noteOf("Buy tea") });
  expect(changed.status).toBe(200);
  expect(await (await server.fetch(`/notes/${id}`)).json()).toMatchObject({ title: "Buy tea" });
  const remove = (scopes: readonly string[]) =>
    server.fetch(`/notes/${id}`, { ...ada, method: "DELETE", scopes });
  expect((await remove(["openid"])).status).toBe(403);
  expect((await remove(["notes/delete"])).status).toBe(204);
  expect((await server.fetch(`/notes/${id}`)).status).toBe(404);
});

// #region expiry
test("a token is refused once it has expired", async () => {
  const authorization = `Bearer ${await server.token(ada)}`;
  const write = () =>
    server.fetch("/notes", { method: "POST", headers: { authorization }, body: noteOf("Buy bread") });
  expect((await write()).status).toBe(201);
  await server.clock.advance("2h");
  expect((await write()).status).toBe(401);
});
// #endregion

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused, unknown } = server.permissions();
  expect([server.denials(), missing, unused, unknown]).toEqual([[], [], [], []]);
});
