/** @group processes */

import { join } from "node:path";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

beforeAll(async () => {
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

test("the metadata of the server names the authority, whose metadata names where clients register", async () => {
  const resource = await (await server.fetch("/.well-known/oauth-protected-resource/mcp")).json();
  expect(resource).toMatchObject({ resource: `${server.url()}/mcp`, authorization_servers: [server.url()] });
  const authority = await (await server.fetch("/.well-known/oauth-authorization-server")).json();
  expect(authority).toMatchObject({ registration_endpoint: `${server.url()}/oauth/register` });
});

test("a client registers itself, with an address on the machine of its user", async () => {
  const body = JSON.stringify({ redirect_uris: ["http://127.0.0.1:3000/callback"] });
  const response = await server.fetch("/oauth/register", { method: "POST", body });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ client_id: expect.any(String) });
});

test("a client without a token cannot read notes, and learns where to sign in", async () => {
  const response = await server.fetch("/mcp", { method: "POST", body: "{}" });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/mcp");
});

test("the permissions suffice", () => {
  expect([server.denials(), server.permissions().missing]).toEqual([[], []]);
});
