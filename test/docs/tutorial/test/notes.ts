import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

before(async () => {
  server = await serveLocal(".");
});

after(() => server.stop());

const ada = { as: "ada@example.com" };
const bob = { as: "bob@example.com" };

test("users see their own notes only", async () => {
  const body = JSON.stringify({ text: "Buy milk" });
  const created = await server.fetch("/notes", { ...ada, method: "POST", body });
  const note = (await created.json()) as { id: string };
  assert.equal(created.status, 201);
  assert.deepEqual(await (await server.fetch("/notes", ada)).json(), [note]);
  assert.deepEqual(await (await server.fetch("/notes", bob)).json(), []);
  assert.equal((await server.fetch(`/notes/${note.id}`, bob)).status, 404);
});

test("only admins see all notes", async () => {
  assert.equal((await server.fetch("/admin/notes")).status, 401);
  assert.equal((await server.fetch("/admin/notes", bob)).status, 403);
  assert.equal((await server.fetch("/admin/notes", { ...bob, groups: ["admins"] })).status, 200);
});

test("the permissions of the functions suffice", () => {
  assert.deepEqual(server.denials(), []);
});
