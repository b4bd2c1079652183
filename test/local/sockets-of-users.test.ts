/** @group processes */

import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { WebSocket } from "ws";
import { App, Stack, Userbase, WebSocketApi, type WebSocketApiProps } from "../../lib";
import { createToken, Local, type LocalEvent, PoolKeys } from "../../lib/local";
import { readModel } from "../../lib/model";
import { accessKeys } from "../support/access-keys";
import { inBrowser, startBrowser } from "../support/browser";
import { project } from "../support/environment";
import { signInWithSrp } from "../support/srp-sign-in";

const user = { name: "ada@example.com", password: "Correct-horse-1" };
const routes = { $connect: "functions/socket-users.connect", send: "functions/socket-users.send" };
const events: LocalEvent[] = [];
const waiting = new Set<() => void>();
let local: Local;
let folder: string;
let tokens: { readonly id: string; readonly access: string };

/** The APIs of the app, with their authorizers. */
function createApis(stack: Stack): void {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  new CognitoUserPoolClient(stack, "Foreign", {
    name: "foreign",
    userPoolId: users.userPoolId,
    explicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
  });
  const issuer = `https://cognito-idp.${stack.region}.${stack.urlSuffix}/${users.userPoolId}`;
  const authorizers: Readonly<Record<string, WebSocketApiProps["authorizer"]>> = {
    Chat: { type: "user_pool", userPool: users },
    Quiet: { type: "user_pool", userPool: users, tokenSource: "subprotocol" },
    Servers: {
      type: "jwt",
      jwt: { issuer, audience: [users.userPoolClientId] },
      tokenSource: "header.Authorization",
    },
    Partners: {
      type: "jwt",
      jwt: { issuer: "https://login.example.invalid/", audience: ["partners"] },
      tokenSource: "header.Authorization",
    },
    Elsewhere: {
      type: "user_pool",
      userPool: { userPoolId: "us-east-1_elsewhere", userPoolClientId: "mobile" },
      tokenSource: "header.Authorization",
    },
  };
  for (const [id, authorizer] of Object.entries(authorizers))
    new WebSocketApi(stack, id, { authorizer, routes });
}

beforeAll(async () => {
  folder = project({ "cdktf.json": '{ "language": "typescript", "app": "none" }' });
  cpSync(
    join(__dirname, "../docs/examples/functions/socket-users.ts"),
    join(folder, "functions/socket-users.ts"),
  );
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const app = new App({ name: "chat", stage: "dev", region: "us-east-1", outdir: join(folder, "out") });
  createApis(new Stack(app, "Main"));
  app.synth();
  delete process.env.SERVERFORM_BUNDLES_FILE;
  local = await Local.start({
    accessKeys,
    from: join(folder, "out"),
    bundlesFile,
    folder: join(folder, "server"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    seed: [user],
    report(event) {
      events.push(event);
      for (const wake of waiting) wake();
    },
  });
  tokens = await signIn();
});

afterAll(() => local.stop());

const signIn = (isForeign = false) => {
  const [pool] = local.userPools;
  const client = pool?.clients.find(({ name }) => (name === "foreign") === isForeign);
  return signInWithSrp({
    endpoint: local.servicesUrl,
    poolId: pool?.id ?? "",
    clientId: client?.id ?? "",
    ...user,
  });
};

const url = (name: string): string =>
  local.served.find(({ gateway }) => gateway.name.endsWith(name))?.urls[0] ?? "";

/** Waits until a function has logged a text, which it may have done already. */
async function logged(pattern: RegExp): Promise<void> {
  while (!events.some((event) => event.event === "log" && pattern.test(JSON.stringify(event))))
    await new Promise<void>((done) => waiting.add(done));
}

async function connected(client: WebSocket): Promise<string> {
  await once(client, "open");
  client.terminate();
  return client.protocol;
}

async function statusOf(client: WebSocket): Promise<number> {
  client.on("error", () => {});
  const [, response] = await once(client, "unexpected-response");
  return response.statusCode;
}

const withToken = (token: string) => new WebSocket(`${url("Chat")}?token=${token}`);
const inHeader = (token: string, api = "Servers") =>
  new WebSocket(url(api), { headers: { Authorization: `Bearer ${token}` } });

test("a user who signed in with amazon-cognito-identity-js connects, and every event knows who", async () => {
  const client = withToken(tokens.access);
  await once(client, "open");
  client.send('{"action":"send"}');
  await logged(/is connected/);
  await logged(/[0-9a-f-]{36} sends a message/);
  client.terminate();
});

test("a user connects with the token among the subprotocols", async () => {
  expect(await connected(new WebSocket(url("Quiet"), ["chat", tokens.access]))).toBe("chat");
  expect(await connected(new WebSocket(url("Quiet"), tokens.access))).toBe(tokens.access);
});

test("a pool is an issuer like others, whose configuration is found", async () => {
  await connected(inHeader(tokens.id));
  await connected(inHeader(tokens.access));
});

test.each(["Partners", "Elsewhere"])(
  "a developer connects to %s with a token of another issuer, without a network",
  async (api) => {
    const made = { keys: new PoolKeys(join(folder, "server")), model: readModel(join(folder, "out")) };
    const signed = (now = Date.now()) =>
      createToken({ ...made, clock: { now: () => now }, user: "grace", authorizer: api });
    await connected(inHeader(await signed(), api));
    expect(await statusOf(inHeader(await signed(Date.now() - 7_200_000), api))).toBe(403);
    const other = await createToken({
      ...made,
      keys: new PoolKeys(join(folder, "other")),
      clock: Date,
      user: "grace",
      authorizer: api,
    });
    // The local server does not know the key, so that the function asks the issuer, which does not exist.
    expect(await statusOf(inHeader(other, api))).toBe(500);
  },
);

test("no other client connects, and the log has the reason", async () => {
  const issued = { now: () => Date.now() - 7_200_000 };
  const keys = new PoolKeys(join(folder, "server"));
  const model = readModel(join(folder, "out"));
  const expired = await createToken({ model, keys, clock: issued, user: user.name });
  expect(await statusOf(new WebSocket(url("Chat")))).toBe(401);
  expect(await statusOf(withToken(tokens.id))).toBe(403);
  await logged(/refused: Token use not allowed: id/);
  expect(await statusOf(withToken(expired))).toBe(403);
  await logged(/refused: Token expired/);
  expect(await statusOf(withToken((await signIn(true)).access))).toBe(403);
  await logged(/refused: Client ID not allowed/);
  expect(await statusOf(new WebSocket(url("Quiet"), ["chat"]))).toBe(403);
  await logged(/refused: there is no token among the subprotocols/);
  expect(await statusOf(new WebSocket(url("Servers")))).toBe(403);
});

inBrowser("a page connects, in Chromium", async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    // Pages of this machine may connect; the answer to a plain request is one.
    await page.goto(url("Chat").replace(/^ws/, "http"));
    const open = (...args: unknown[]) =>
      page.evaluate(`new Promise((resolve) => {
        const socket = new WebSocket(...${JSON.stringify(args)});
        socket.onopen = () => resolve("open " + socket.protocol);
        socket.onclose = ({ code }) => resolve("closed " + code);
      })`);
    expect(await open(`${url("Chat")}?token=${tokens.access}`)).toBe("open ");
    expect(await open(url("Quiet"), ["chat", tokens.access])).toBe("open chat");
    expect(await open(url("Quiet"), ["chat"])).toBe("closed 1006");
  } finally {
    await browser.close();
  }
});
