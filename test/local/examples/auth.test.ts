/** @group processes */

import { Sha256 } from "@aws-crypto/sha256-js";
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { SignatureV4 } from "@smithy/signature-v4";
import { signInWithSrp } from "../../support/srp-sign-in";
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

  test("without a token every request is refused", async () => {
    const response = await get("/me");
    expect([response.status, await response.json()]).toEqual([401, { message: "Unauthorized" }]);
  });

  test("a user who is not an admin is refused by the function", async () => {
    const response = await get("/users", token("--group", "members"));
    expect([response.status, await response.json()]).toEqual([403, { message: "Only admins see all users" }]);
  });

  test("a newcomer signs up through the triggers, and an admin sees them", async () => {
    const { services: endpoint, userPools } = await auth.line(({ event }) => event === "ready");
    const [pool] = userPools as { id: string; clients: { id: string }[] }[];
    const [poolId, ClientId] = [pool?.id ?? "", pool?.clients[0]?.id];
    const client = new CognitoIdentityProviderClient({ region: "us-east-1", endpoint: String(endpoint) });
    const [Username, Password] = ["bob@example.com", "Correct-horse-1"];
    const refused = client.send(new SignUpCommand({ ClientId, Username: "eve@elsewhere.org", Password }));
    await expect(refused).rejects.toThrow("PreSignUp failed with error");
    await client.send(new SignUpCommand({ ClientId, Username, Password }));
    const { code } = await auth.line(({ event, to }) => event === "message" && to === Username);
    expect(auth.command("inbox")).toContain(String(code));
    await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: String(code) }));
    expect(auth.command("users", "list", "--json")).toContain('"groups":["members"]');
    auth.command("users", "create", "ada@example.com", "--password", Password, "--group", "admins");
    const ada = {
      endpoint: String(endpoint),
      poolId,
      clientId: ClientId ?? "",
      name: "ada@example.com",
      password: Password,
    };
    const response = await get("/users", (await signInWithSrp(ada)).access);
    expect([response.status, await response.json()]).toEqual([200, expect.arrayContaining([Username])]);
  });

  test("the signed route takes a request that is signed with local credentials, and no other", async () => {
    const url = new URL(`${auth.url("Api")}/identity`);
    const signer = new SignatureV4({
      credentials: auth.credentials,
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
