/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { find, serveLocal, type TestServer } from "../../lib/testing";
import { cleanEnvironment, root, synthesizeNotes } from "../examples/support";
import { compiledLibrary, withCompiledLibrary } from "../support/compiled";
import { temporaryFolder } from "../support/stack";

beforeAll(() => {
  // App commands inherit it, and find the library.
  Object.assign(process.env, withCompiledLibrary());
});

/** The JSON of the notes, of which no function may do anything. */
function notesWithoutPermissions(): string {
  const outdir = synthesizeNotes(root, temporaryFolder());
  // The SDK is not bundled; functions find it above their code, as in a project.
  symlinkSync(join(root, "node_modules"), join(outdir, "node_modules"));
  for (const stack of readdirSync(join(outdir, "stacks"))) {
    const file = join(outdir, "stacks", stack, "cdk.tf.json");
    const json = JSON.parse(readFileSync(file, "utf8"));
    for (const policy of Object.values<object>(json.resource?.aws_iam_role_policy ?? {}))
      Object.assign(policy, { policy: JSON.stringify({ Version: "2012-10-17", Statement: [] }) });
    writeFileSync(file, JSON.stringify(json));
  }
  return outdir;
}

test("an app command is served for its stage, twice at the same time, with data of its own", async () => {
  const started: string[] = [];
  const report = (event: { readonly event: string }): void => void started.push(event.event);
  const source = { app: "npx tsx main.ts", folder: join(root, "examples/hello") };
  const servers = await Promise.all([serveLocal(source, { report }), serveLocal(source, { stage: "other" })]);
  try {
    const [first, second] = servers;
    expect(first.url()).not.toBe(second.url());
    for (const each of servers) expect(await (await each.fetch("/")).text()).toBe("Hello world");
    const requestContext = { domainName: "127.0.0.1", http: { method: "GET" } };
    const event = { version: "2.0", rawPath: "/", rawQueryString: "", headers: {}, requestContext };
    expect(await first.invoke("Api/Lambda_GET_--", event)).toMatchObject({ body: "Hello world" });
    // A cookie that is not a text makes the handler fail.
    await expect(
      first.invoke("Api/Lambda_GET_--", { ...event, headers: { cookie: 1 } }),
    ).rejects.toMatchObject({
      name: "TypeError",
      cause: expect.objectContaining({ errorType: "TypeError" }),
    });
    expect(started).toContain("request");
    const { missing, unused, unknown } = first.permissions();
    expect([first.denials(), missing, unused, unknown]).toEqual([[], [], [], []]);
  } finally {
    await Promise.all(servers.map((each) => each.stop()));
  }
  await expect(servers[0].fetch("/")).rejects.toThrow();
});

describe("Terraform JSON that is served in the process of a test", () => {
  const outdir = notesWithoutPermissions();
  let server: TestServer;

  beforeAll(async () => {
    server = await serveLocal(outdir);
  });

  afterAll(() => server.stop());

  test("shows the calls that are denied", async () => {
    expect((await server.fetch("/notes")).status).toBe(500);
    const [table] = find(outdir, "aws_dynamodb_table");
    expect(server.denials()).toEqual([
      expect.objectContaining({ action: "dynamodb:Scan", resource: table?.values.arn, enforced: true }),
    ]);
  });

  test("only reports them if permissions are not enforced", async () => {
    const warning = await serveLocal(outdir, { permissions: "warn" });
    try {
      const body = JSON.stringify({ title: "Buy milk" });
      const created = await warning.fetch("/notes", { method: "POST", body, as: "ada@example.com" });
      expect(created.status).toBe(201);
      expect(warning.denials()).toEqual([expect.objectContaining({ enforced: false })]);
    } finally {
      await warning.stop();
    }
  });

  test("takes scopes of tokens, and asks for a token", async () => {
    const remove = (given: object) => server.fetch("/notes/1", { method: "DELETE", ...given });
    expect((await remove({})).status).toBe(401);
    expect((await remove({ as: "ada@example.com", client: "admin" })).status).toBe(403);
    // The function is called, and may not use the table.
    const scopes = ["notes/delete"];
    expect((await remove({ as: "ada@example.com", client: "admin", scopes })).status).toBe(500);
  });

  test("keeps the messages to users whom the test creates", async () => {
    await server.createUser({ name: "ada@example.com" });
    await server.createUser({ name: "bob@example.com", password: "Correct-horse-1" });
    expect(await server.inbox.messages()).toHaveLength(1);
    const [message] = await server.inbox.messages("ada@example.com");
    expect(message?.text).toContain(await server.inbox.codeFor("ada@example.com"));
    await expect(server.inbox.codeFor("bob@example.com")).rejects.toMatchObject({ code: "part-not-found" });
  });

  test("gives the refusals of the user pool", async () => {
    const weak = server.createUser({ name: "eve@example.com", password: "weak" });
    await expect(weak).rejects.toMatchObject({ code: "local-users-refused" });
    const wrong = server.confirmSignUp({ name: "eve@example.com", code: "000000" });
    await expect(wrong).rejects.toThrow("Exception");
  });

  test("names what it does not find", async () => {
    await expect(server.invoke("Nothing")).rejects.toMatchObject({ code: "local-function-unknown" });
    expect(() => server.url("Nothing")).toThrow('names the API "Nothing"');
    expect(server.url("Api")).toBe(server.url());
    await expect(server.fetch("/notes", { groups: ["admins"] })).rejects.toThrow("has no effect without as");
    await expect(serveLocal(outdir, { endpoints: { sess: "http://127.0.0.1:1" } })).rejects.toMatchObject({
      code: "local-endpoint-unknown",
    });
  });
});

test("works in any test runner", () => {
  const file = join(temporaryFolder(), "hello.test.cjs");
  writeFileSync(
    file,
    `const { test } = require("node:test");
     const { equal } = require("node:assert");
     const { serveLocal } = require(${JSON.stringify(join(compiledLibrary(), "testing"))});
     test("says hello", async () => {
       const server = await serveLocal(${JSON.stringify(join(root, "examples/hello"))});
       equal(await (await server.fetch("/")).text(), "Hello world");
       await server.stop();
     });`,
  );
  const environment = { ...cleanEnvironment(), ...withCompiledLibrary() };
  const output = execFileSync(process.execPath, ["--test", file], { env: environment, encoding: "utf8" });
  expect(output).toMatch(/pass 1\n/);
});

test("a folder without Terraform JSON is refused", async () => {
  await expect(serveLocal(temporaryFolder())).rejects.toMatchObject({ code: "local-folder-empty" });
});

test("a token of another issuer is accepted without a network", async () => {
  const folder = temporaryFolder();
  cpSync(join(root, "test/fixtures/local"), folder, { recursive: true });
  const file = join(folder, "main.tf.json");
  const json = JSON.parse(readFileSync(file, "utf8"));
  const api_id = "${aws_apigatewayv2_api.hello.id}";
  const jwt_configuration = { issuer: "https://issuer.invalid/", audience: ["notes"] };
  const identity_sources = ["$request.header.Authorization"];
  json.resource.aws_apigatewayv2_authorizer = {
    members: { api_id, name: "members", authorizer_type: "JWT", identity_sources, jwt_configuration },
  };
  Object.assign(json.resource.aws_apigatewayv2_route.hello, {
    authorization_type: "JWT",
    authorizer_id: "${aws_apigatewayv2_authorizer.members.id}",
    authorization_scopes: ["notes/read"],
  });
  writeFileSync(file, JSON.stringify(json));
  const server = await serveLocal(folder, { permissions: "off" });
  try {
    const status = async (more: object) =>
      (await server.fetch("/hello", { as: "ada", authorizer: "members", ...more })).status;
    expect((await server.fetch("/hello")).status).toBe(401);
    expect(await status({ scopes: ["notes/read"], claims: { roles: ["admin"] } })).toBe(200);
    expect(await status({ claims: { scp: ["notes/read"] } })).toBe(200);
    expect(await status({})).toBe(403);
    expect(await status({ scopes: ["notes/read"], claims: { aud: "other" } })).toBe(401);
  } finally {
    await server.stop();
  }
  const endpoints = { "https://issuer.invalid": "http://127.0.0.1:1" };
  await expect(serveLocal(folder, { endpoints })).rejects.toMatchObject({ code: "local-endpoint-issuer" });
});
