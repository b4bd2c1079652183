import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askRunningServer, type LocalEvent } from "../../lib/local";
import { type ControlActions, ControlServer } from "../../lib/local/control";

const actions: ControlActions = {
  invoke: async (request) => ({ invoked: request.function, with: request.event }),
  published: async (path) => (path === "/pool/keys" ? { keys: [] } : undefined),
};

let folder: string;
let control: ControlServer;
let reported: LocalEvent[];
const report = (event: LocalEvent): void => void reported.push(event);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "serverform-"));
  reported = [];
  control = await ControlServer.start(folder, actions, report);
});

afterEach(async () => {
  await control.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = (headers: Record<string, string>) =>
  fetch(`${control.url}/invoke`, { method: "POST", headers, body: '{"function":"f"}' });

const secret = (): string => JSON.parse(readFileSync(join(folder, "server.json"), "utf8")).secret;

describe("the side door of a running server", () => {
  test("a command in the same project invokes a function", async () => {
    const answer = await askRunningServer(folder, { function: "notes", event: { id: 1 } });
    expect(answer).toEqual({ answer: { invoked: "notes", with: { id: 1 } } });
  });

  test("without a running server there is no answer", async () => {
    await control.close();
    expect(await askRunningServer(folder, { function: "notes", event: {} })).toBeUndefined();
  });

  test("the file of a server that was killed is passed over", async () => {
    await control.close();
    writeFileSync(join(folder, "server.json"), JSON.stringify({ port: 1, secret: "x", pid: 1 }));
    expect(await askRunningServer(folder, { function: "notes", event: {} })).toBeUndefined();
  });

  test("only its owner can read the secret", () => {
    expect(statSync(join(folder, "server.json")).mode & 0o077).toBe(0);
  });

  test("without the secret nothing is invoked", async () => {
    expect((await post({})).status).toBe(403);
    expect((await post({ "x-serverform-secret": "0".repeat(64) })).status).toBe(403);
  });

  test("an event has 6 MB at most, as in Lambda", async () => {
    const bytes = 6 * 1024 * 1024;
    const ask = (length: number) =>
      fetch(`${control.url}/invoke`, {
        method: "POST",
        headers: { "x-serverform-secret": secret() },
        body: `{"function":"f","event":"${"x".repeat(length - 27)}"}`,
      });
    expect((await ask(bytes)).status).toBe(200);
    const refused = await ask(bytes + 1);
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining(`${bytes} bytes`)]);
  });

  test("a page of another origin is turned away, even with the secret", async () => {
    const response = await post({ "x-serverform-secret": secret(), origin: "https://evil.example.com" });
    expect(response.status).toBe(403);
  });

  test("documents of issuers are public, and nothing else is", async () => {
    expect(await (await fetch(`${control.url}/pool/keys`)).json()).toEqual({ keys: [] });
    expect((await fetch(`${control.url}/server.json`)).status).toBe(404);
  });

  test("its file goes with it, but not that of a later one", async () => {
    const later = await ControlServer.start(folder, actions, report);
    await control.close();
    expect(await askRunningServer(folder, { function: "f", event: {} })).toBeDefined();
    await later.close();
    expect(() => readFileSync(join(folder, "server.json"))).toThrow();
  });
});
