/** @group processes */

import { createHash } from "node:crypto";
import { RunningExample } from "./support";

let weather: RunningExample;
let key: string;

beforeAll(async () => {
  const ADMIN_TOKEN_HASH = createHash("sha256").update("secret").digest("hex");
  weather = await RunningExample.start("examples/rest-usage-plan", { ADMIN_TOKEN_HASH });
  const { text } = await weather.line(
    ({ event, text }) => event === "notice" && String(text).includes("accepts the API key"),
  );
  key = /accepts the API key \S*Newspaper: (\S+)/.exec(String(text))?.[1] ?? `no key in: ${text}`;
});

afterAll(async () => {
  expect(await weather.stop()).toBe(0);
});

async function call(path: string, options: RequestInit = {}): Promise<readonly [number, unknown]> {
  const response = await fetch(`${weather.url("Api")}${path}`, options);
  return [response.status, await response.json()];
}

const withKey = (value: string) => ({ headers: { "x-api-key": value } });
const put = (token: string, body = '{"celsius":20}') => ({
  method: "PUT",
  body,
  headers: { authorization: token },
});

describe("the rest-usage-plan example, served on this machine", () => {
  test("a customer with a key reads", async () => {
    expect(await call("/stations/hill", withKey(key))).toEqual([
      200,
      { id: "hill", place: "Castle hill", celsius: 8.2 },
    ]);
  });

  test.each([
    ["without a key", {}],
    ["with another key", withKey("0".repeat(20))],
  ])("nobody reads %s", async (_name, options) => {
    expect(await call("/stations", options)).toEqual([403, { message: "Forbidden" }]);
  });

  test("who holds the token writes", async () => {
    expect(await call("/stations/hill", put("Bearer secret"))).toEqual([200, { celsius: 20, by: "admin" }]);
  });

  test("another token is denied by the authorizer", async () => {
    const [status, body] = await call("/stations/hill", put("Bearer guess"));
    expect(status).toBe(403);
    expect(body).toMatchObject({
      message: expect.stringMatching(/^User is not authorized to access this resource/),
    });
  });

  test("what is not a bearer token never reaches it", async () => {
    expect(await call("/stations/hill", put("secret"))).toEqual([401, { message: "Unauthorized" }]);
  });

  test("who keeps a station notes a visit, with a token that the command prints", async () => {
    const token = weather.command("token", "--user", "ada@example.com", "--use", "id");
    const response = await fetch(`${weather.url("Stations")}/stations/hill/visits`, {
      method: "POST",
      headers: { authorization: token },
    });
    expect([response.status, await response.json()]).toEqual([
      201,
      { station: "hill", by: "ada@example.com" },
    ]);
  });

  test("a path that does not exist asks for a token, as AWS does", async () => {
    expect(await call("/nowhere")).toEqual([403, { message: "Missing Authentication Token" }]);
  });
});
