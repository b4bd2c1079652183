/** @group processes */

import { join } from "node:path";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

const site = { api: "Site" };

test("the page is at every path that is not a file", async () => {
  const page = await (await server.fetch("/", site)).text();
  expect(page).toContain("<title>");
  expect(await (await server.fetch("/about", site)).text()).toBe(page);
});

test("every visitor is greeted, under the domain of the page", async () => {
  const response = await server.fetch("/api/greeting", site);
  expect(await response.json()).toEqual({ greeting: "Hello from the API" });
});

test("only users learn who they are", async () => {
  expect((await server.fetch("/api/me", site)).status).toBe(401);
  const response = await server.fetch("/api/me", { ...site, as: "ada@example.com" });
  expect(await response.json()).toEqual({ user: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused, unknown } = server.permissions();
  expect([server.denials(), missing, unused, unknown]).toEqual([[], [], [], []]);
});
