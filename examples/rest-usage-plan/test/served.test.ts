/** @group processes */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { type LocalEvent, serveLocal, type TestRequest, type TestServer } from "serverform/testing";

let server: TestServer;
let key = "";

/** The server prints the keys of usage plans at its start. */
function report(event: LocalEvent): void {
  const found = event.event === "notice" && /accepts the API key \S*Newspaper: (\S+)/.exec(event.text);
  if (found) key = found[1] ?? "";
}

beforeAll(async () => {
  process.env.ADMIN_TOKEN_HASH = createHash("sha256").update("secret").digest("hex");
  server = await serveLocal(join(__dirname, ".."), { report });
});

afterAll(() => server.stop());

async function call(path: string, request: TestRequest = {}): Promise<readonly [number, unknown]> {
  const response = await server.fetch(path, { api: "Api", ...request });
  return [response.status, await response.json()];
}

const withKey = (value: string) => ({ headers: { "x-api-key": value } });
const put = (token: string) => ({ method: "PUT", body: '{"celsius":20}', headers: { authorization: token } });

test("a customer with a key reads", async () => {
  expect(await call("/stations/hill", withKey(key))).toEqual([
    200,
    { id: "hill", place: "Castle hill", celsius: 8.2 },
  ]);
});

test.each([
  ["without a key", {}],
  ["with another key", withKey("0".repeat(20))],
])("a request %s is refused", async (_name, request) => {
  expect(await call("/stations", request)).toEqual([403, { message: "Forbidden" }]);
});

test("the holder of the token may write", async () => {
  expect(await call("/stations/hill", put("Bearer secret"))).toEqual([200, { celsius: 20, by: "admin" }]);
});

test("another token is denied by the authorizer", async () => {
  const [status, body] = await call("/stations/hill", put("Bearer guess"));
  expect([status, body]).toEqual([
    403,
    { message: expect.stringMatching(/^User is not authorized to access/) },
  ]);
});

test("a text that is not a bearer token never reaches it", async () => {
  expect(await call("/stations/hill", put("secret"))).toEqual([401, { message: "Unauthorized" }]);
});

test("a keeper of a station notes a visit", async () => {
  const authorization = await server.token({ as: "ada@example.com", use: "id" });
  const request = { api: "Stations", method: "POST", headers: { authorization } };
  expect(await call("/stations/hill/visits", request)).toEqual([
    201,
    { station: "hill", by: "ada@example.com" },
  ]);
});

test("a path that does not exist asks for a token, as AWS does", async () => {
  expect(await call("/nowhere")).toEqual([403, { message: "Missing Authentication Token" }]);
});

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused } = server.permissions();
  expect([server.denials(), missing, unused]).toEqual([[], [], []]);
});
