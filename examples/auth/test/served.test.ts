/** @group processes */

import { join } from "node:path";
// #region served
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

test("a user is shown only with a token", async () => {
  expect((await server.fetch("/me")).status).toBe(401);
});

test("only admins see all users", async () => {
  await server.createUser({ name: "ada@example.com", groups: ["admins"] });
  const response = await server.fetch("/users", { as: "ada@example.com" });
  expect(await response.json()).toEqual(["ada@example.com"]);
  expect((await server.fetch("/users", { as: "eve@example.com", groups: ["members"] })).status).toBe(403);
});

test("a new user becomes a member", async () => {
  const name = "bob@example.com";
  await server.signUp({ name, password: "Correct-horse-1" });
  await server.confirmSignUp({ name, code: await server.inbox.codeFor(name) });

  const response = await server.fetch("/me", { as: name });
  expect(await response.json()).toMatchObject({ groups: ["members"] });
  expect(server.denials()).toEqual([]);
});
// #endregion

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused } = server.permissions();
  expect([server.denials(), missing, unused]).toEqual([[], [], []]);
});

test("a trigger refuses other domains", async () => {
  const eve = { name: "eve@elsewhere.org", password: "Correct-horse-1" };
  await expect(server.signUp(eve)).rejects.toThrow("PreSignUp failed with error");
});
