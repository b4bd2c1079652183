import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveLocal, type TestServer } from "serverform/testing";

let server: TestServer;

before(async () => {
  server = await serveLocal(".");
});

after(() => server.stop());

test("greets by name", async () => {
  const response = await server.fetch("/?name=Ada");
  assert.equal(await response.text(), "Hello Ada");
});
