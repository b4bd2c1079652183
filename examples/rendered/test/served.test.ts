/** @group processes */

import { join } from "node:path";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

const site = { api: "Web" };

test("the page is rendered on the server, with the environment of the site", async () => {
  expect(await (await server.fetch("/", site)).text()).toContain("<h1>Guest book</h1>");
});

test("a guest who signs is in the book that their browser keeps", async () => {
  const body = new URLSearchParams({ name: "Ada" });
  const signed = await server.fetch("/", { ...site, method: "POST", body, redirect: "manual" });
  expect(signed.status).toBe(303);
  const cookie = signed.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await (await server.fetch("/", { ...site, headers: { cookie } })).text()).toContain("<li>Ada</li>");
});

test("the API is under the domain of the page", async () => {
  const { time } = (await (await server.fetch("/api/time", site)).json()) as { readonly time: string };
  expect(Date.parse(time)).not.toBeNaN();
});

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused, unknown } = server.permissions();
  expect([server.denials(), missing, unused]).toEqual([[], [], []]);
  // The server of a site and the function at the edge do not run as functions here.
  expect(unknown).toEqual(["test-rendered-Main/Web/Server", "test-rendered-Main/_body_hash"]);
});
