import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { LiveDatabases } from "../../../lib/cli/live/databases";
import type { LiveEvent } from "../../../lib/cli/live-client/report";
import { TestClock } from "../../local/support/clock";
import { temporaryFolder } from "../../support/stack";
import { until } from "../../support/until";

interface Call {
  readonly path: string;
  readonly body: unknown;
}

/** AWS: what it was asked, and how it answers. */
let calls: Call[] = [];
let answer: { readonly status: number; readonly body: unknown };
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (data: Buffer) => {
      text += data;
    });
    request.on("end", () => {
      calls.push({ path: String(request.url), body: JSON.parse(text) });
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const cluster = { clusterArn: "arn:cluster", secretArn: "arn:secret", defaultDatabaseName: "notes" };

function open(given: object = {}) {
  calls = [];
  answer = { status: 200, body: [] };
  const [root, clock, events] = [temporaryFolder(), new TestClock(), [] as LiveEvent[]];
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = () => ({ accessKeyId: "a", secretAccessKey: "s" });
  const aws = { region: "us-east-1", credentials, endpoints: { AWS_ENDPOINT_URL: endpoint } };
  const report = (event: LiveEvent): void => void events.push(event);
  const databases = new LiveDatabases({ root, aws, report, clock });
  const value = { id: "Db", ...cluster, ...given };
  const outputs = { "live-database-c8": { value, sensitive: false, type: "string" } };
  return { root, clock, events, databases, deployed: [{ id: "dev-notes-Main", outputs }] };
}

const texts = (events: readonly LiveEvent[]) => events.map((event) => ("text" in event ? event.text : ""));

describe("The databases of a stage under start", () => {
  test("have their types written after a deployment, by the function that migrates", async () => {
    const types = { path: "db/database.d.ts", camelCase: false };
    const { root, events, databases, deployed } = open({ types, migrator: "dev-notes-Db" });
    await databases.update(deployed);
    expect(calls).toEqual([
      { path: "/2015-03-31/functions/dev-notes-Db/invocations", body: { type: "schema" } },
    ]);
    expect(readFileSync(join(root, "db/database.d.ts"), "utf8")).toContain("interface Database");
    expect(texts(events)).toEqual(["The types of Db are in db/database.d.ts."]);
  });

  test("whose tables cannot be read are reported with the reason", async () => {
    const types = { path: "database.d.ts", camelCase: false };
    const { events, databases, deployed } = open({ types, migrator: "dev-notes-Db" });
    answer = { status: 403, body: { Message: "not authorized" } };
    await databases.update(deployed);
    expect(texts(events)).toEqual([expect.stringMatching(/types of Db cannot be written.*not authorized/)]);
  });

  test("have no types without migrations", async () => {
    const { databases, deployed } = open({ types: { path: "database.d.ts", camelCase: false } });
    await databases.update(deployed);
    expect(calls).toEqual([]);
  });

  test("are queried every 60 seconds, until the client ends", async () => {
    const { clock, databases, deployed } = open();
    await databases.update(deployed);
    databases.keepAwake();
    clock.advance(59_999);
    expect(calls).toEqual([]);
    clock.advance(1);
    clock.advance(60_000);
    await until(() => calls.length === 2);
    const body = { resourceArn: "arn:cluster", secretArn: "arn:secret", database: "notes", sql: "SELECT 1" };
    expect(calls[1]).toEqual({ path: "/Execute", body });
    databases.stop();
    expect(clock.advanceToNext()).toBe(false);
  });

  test("that refuse the query are reported once", async () => {
    const { clock, events, databases, deployed } = open();
    await databases.update(deployed);
    databases.keepAwake();
    answer = { status: 403, body: { __type: "AccessDeniedException", message: "not authorized" } };
    clock.advance(60_000);
    await until(() => events.length === 1);
    clock.advance(60_000);
    await until(() => calls.length === 2);
    databases.stop();
    expect(texts(events)).toEqual([expect.stringMatching(/^Db cannot be kept awake.*not authorized/)]);
  });
});
