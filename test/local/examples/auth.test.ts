/** @group processes */

import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { localCredentials } from "../../../lib/local/wire/local-credentials";
import { RunningExample } from "./support";

let auth: RunningExample;

beforeAll(async () => {
  auth = await RunningExample.start("examples/auth");
});

afterAll(async () => {
  expect(await auth.stop()).toBe(0);
});

const token = (...args: readonly string[]) => auth.command("token", "--user", "ada@example.com", ...args);

const get = (path: string, given?: string) =>
  fetch(`${auth.url("Api")}${path}`, {
    headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
  });

describe("the auth example, served on this machine", () => {
  test("a user sees who they are", async () => {
    const response = await get("/me", token("--group", "members"));
    expect([response.status, await response.json()]).toEqual([
      200,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), groups: ["members"] },
    ]);
  });

  test("without a token nobody does", async () => {
    const response = await get("/me");
    expect([response.status, await response.json()]).toEqual([401, { message: "Unauthorized" }]);
  });

  test("who is not an admin is turned away by the function", async () => {
    const response = await get("/users", token("--group", "members"));
    expect([response.status, await response.json()]).toEqual([403, { message: "Only admins see all users" }]);
  });

  test("what an admin asks of the directory is told not to be served here", async () => {
    expect((await get("/users", token("--group", "admins"))).status).toBe(500);
    const { text } = await auth.line(({ event }) => event === "warning");
    expect(text).toMatch(/does not emulate cognito-idp. Use an emulator: --endpoint/);
  });

  test("the signed route takes a request that is signed with local credentials, and no other", async () => {
    const url = new URL(`${auth.url("Api")}/identity`);
    const signer = new SignatureV4({
      credentials: localCredentials,
      region: "us-east-1",
      service: "execute-api",
      sha256: Sha256,
    });
    const { headers } = await signer.sign({
      method: "GET",
      protocol: url.protocol,
      hostname: url.hostname,
      port: Number(url.port),
      path: url.pathname,
      headers: { host: url.host },
    });
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(url, { headers: { ...headers, "x-amz-date": "20200101T000000Z" } })).status).toBe(
      403,
    );
    expect((await fetch(url)).status).toBe(403);
  });

  test("a trigger is invoked by hand", async () => {
    const event = JSON.stringify({
      request: { userAttributes: { email: "eve@elsewhere.org" } },
      response: {},
    });
    expect(() => auth.command("invoke", "Users/preSignUp", event)).toThrow(/Only addresses of example.com/);
  });
});
