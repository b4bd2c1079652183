import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { containerUrl, environmentCredentials } from "../../../lib/runtime/aws/credentials";

const names = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN",
];
const asked: (string | undefined)[] = [];
let server: Server;
let answer: object = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  for (const name of names) delete process.env[name];
});

const address = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const validFor = (minutes: number) => ({
  AccessKeyId: "A",
  SecretAccessKey: "S",
  Token: "T",
  Expiration: new Date(Date.now() + minutes * 60_000).toISOString(),
});

describe("The credentials of a program in AWS", () => {
  test("are those in the environment of a function", async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: "A",
      AWS_SECRET_ACCESS_KEY: "S",
      AWS_CONTAINER_CREDENTIALS_FULL_URI: address("/none"),
    });
    expect(await environmentCredentials()).toEqual({ accessKeyId: "A", secretAccessKey: "S" });
    expect(asked).toEqual([]);
  });

  test.each([
    [{ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/a" }, "http://169.254.170.2/v2/a"],
    [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://localhost/a" }, "http://localhost/a"],
  ])("in the container of a job are at an address: %j", (variables, url) => {
    Object.assign(process.env, variables);
    expect(containerUrl()).toBe(url);
  });

  test.each([
    ["are requested once while they are valid", 60, 1],
    ["are requested again 5 minutes before they expire", 4, 2],
  ])("in a container %s", async (_what, minutes, times) => {
    process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI = address(`/${minutes}`);
    process.env.AWS_CONTAINER_AUTHORIZATION_TOKEN = "secret";
    answer = validFor(minutes);
    const expected = { accessKeyId: "A", secretAccessKey: "S", sessionToken: "T" };
    expect([await environmentCredentials(), await environmentCredentials()]).toEqual([expected, expected]);
    expect(asked).toEqual(Array(times).fill("secret"));
  });

  test("that a container does not have are an error that names the address", async () => {
    process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI = address("/refused");
    answer = { message: "no role" };
    await expect(environmentCredentials()).rejects.toThrow(`${address("/refused")} gives no credentials.`);
  });
});
