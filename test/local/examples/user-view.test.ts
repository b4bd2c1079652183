/** @group processes */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { FakeCognito } from "../../examples/cognito";
import { isAlive, until } from "../../support/until";
import { ExampleCopy } from "./example-copy";
import type { Line } from "./support";
import { apisOf, type StartedCommand, urlIn } from "./support";

const isReady = ({ event }: Line): boolean => event === "ready";
const copies: ExampleCopy[] = [];
const commands: StartedCommand[] = [];

function copyOf(example: string): ExampleCopy {
  const copy = new ExampleCopy(example);
  copies.push(copy);
  return copy;
}

function start(copy: ExampleCopy, ...args: readonly string[]): StartedCommand {
  const command = copy.start(["--no-watch", ...args]);
  commands.push(command);
  return command;
}

afterAll(async () => {
  for (const command of commands) expect(await command.stop()).toBe(0);
  for (const copy of copies) copy.remove();
});

const functionName = expect.stringMatching(/^dev-notes-Service-Api-/);

describe("the notes example, for a program that reads along", () => {
  let copy: ExampleCopy;
  let notes: StartedCommand;
  let ready: Line;

  const run = async (): Promise<void> => {
    notes = start(copy, "--json", "--data", copy.path("data"));
    ready = await notes.line(isReady);
  };
  const url = () => urlIn(ready, "Api");

  beforeAll(async () => {
    copy = copyOf("examples/notes");
    await run();
  });

  let token: string | undefined;

  /** Writes a note, as a user with a token; returns its id. */
  async function write(title: string): Promise<string> {
    token ??= copy.command("token", "--user", "ada@example.com");
    const response = await fetch(`${url()}/notes`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ title }),
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { readonly id: string }).id;
  }

  test("it begins with one line: addresses, and each route with its authorizer and function", () => {
    // A machine with an older Node than that of the functions prints a notice first.
    expect(notes.lines.find(({ event }) => event !== "notice")).toEqual(ready);
    expect(apisOf(ready)).toEqual([
      {
        name: "dev-notes-Api",
        kind: "HTTP",
        port: expect.any(Number),
        urls: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/)],
        routes: expect.any(Array),
      },
    ]);
    const routes = apisOf(ready)[0]?.routes ?? [];
    expect(routes.map(({ method, path, authorizer }) => `${method} ${path} ${authorizer}`).sort()).toEqual([
      "DELETE /notes/{id} members",
      "GET /notes none",
      "GET /notes/{id} none",
      "GET /status none",
      "POST /notes members",
      "PUT /notes/{id} members",
    ]);
    for (const { path, target } of routes) {
      expect(target).toEqual(path === "/status" ? "https://status.example.com/notes" : functionName);
    }
  });

  test("each request is one line, with the function that has answered it", async () => {
    expect((await fetch(`${url()}/notes/none?from=here`)).status).toBe(404);
    const line = await notes.line(({ event, path }) => event === "request" && path === "/notes/none");
    expect(line).toEqual({
      event: "request",
      api: "dev-notes-Api",
      method: "GET",
      path: "/notes/none",
      status: 404,
      durationMs: expect.any(Number),
      function: functionName,
      requestId: expect.any(String),
    });
  });

  test("where the gateway answers alone, the line names no function", async () => {
    expect((await fetch(`${url()}/nowhere`)).status).toBe(404);
    const line = await notes.line(({ event, path }) => event === "request" && path === "/nowhere");
    expect(line).toMatchObject({ method: "GET", status: 404 });
    expect(line.function).toBeUndefined();
  });

  test("a function is invoked by hand with an event from a file, over the data of the server", async () => {
    const id = await write("Buy milk");
    const file = copy.write("event.json", JSON.stringify({ pathParameters: { id } }));
    const printed = copy.command("invoke", "Api/Lambda_GET_--notes--{id}", file);
    const { statusCode, body } = JSON.parse(printed);
    expect([statusCode, JSON.parse(body)]).toEqual([200, expect.objectContaining({ id, title: "Buy milk" })]);
  });

  test("with --data a note survives a restart of the server", async () => {
    const id = await write("Still there");
    expect(await notes.stop()).toBe(0);
    await run();
    expect(await (await fetch(`${url()}/notes/${id}`)).json()).toMatchObject({ id, title: "Still there" });
  });
});

/** Processes of a group, and those below one of its members, whichever group they have gone to. */
function processesOf(group: number): readonly number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    all.flatMap(([pid = 0, of]) => (of === parent ? [pid, ...below(pid)] : []));
  return [...new Set([...all.flatMap(([pid = 0, , of]) => (of === group ? [pid] : [])), ...below(group)])];
}

describe("the notes example, for people", () => {
  let notes: StartedCommand;
  let url: string;

  beforeAll(async () => {
    const copy = copyOf("examples/notes");
    const get = "const get = route({ path, output: note, errors }, async (input, { fail }) => {";
    copy.edit(
      "functions/handlers.ts",
      get,
      `${get}
    if (input.path.id === "broken") throw new RangeError("no such page");
    if (input.path.id === "noisy") console.log("looking for", input.path.id);`,
    );
    notes = start(copy);
    const found = /http:\S+/.exec(await notes.text(/^dev-notes-Api {2}http:/))?.[0] ?? "";
    url = found.replace(/\/$/, "");
    await notes.text(/^Ready\. Stop with Ctrl-C\.$/);
  });

  test("it begins with addresses and a table of the routes", () => {
    const at = notes.texts.findIndex((text) => text.startsWith("dev-notes-Api"));
    const table = notes.texts.slice(at + 1, at + 7);
    expect(table).toContainEqual(
      expect.stringMatching(/^ {2}GET {5}\/notes {7}none {5}functions\/notes\.ts \w+$/),
    );
    expect(table).toContainEqual(
      expect.stringMatching(/^ {2}DELETE {2}\/notes\/\{id\} {2}members {2}functions\/notes\.ts remove$/),
    );
    expect(table).toContainEqual(
      expect.stringMatching(/^ {2}GET {5}\/status {6}none {5}https:\/\/status\.example\.com\/notes$/),
    );
  });

  test("a request is one line: method, path, status, time and function", async () => {
    await fetch(`${url}/notes/none`);
    await notes.text(/^GET \/notes\/none 404 \d+ ms {2}functions\/notes\.ts get$/);
    await fetch(`${url}/notes`, { method: "POST" });
    await notes.text(/^POST \/notes 401 \d+ ms {2}The authorizer \S+ finds no token in the request\.$/);
  });

  test("the output of a function comes with its name and the beginning of its request", async () => {
    await fetch(`${url}/notes/noisy`);
    await notes.text(/^\[functions\/notes\.ts get [0-9a-f]{8}\] looking for noisy$/);
  });

  test("an error comes with its place in the source", async () => {
    await fetch(`${url}/notes/broken`);
    await notes.text(/^\[functions\/notes\.ts get [0-9a-f]{8}\] RangeError: no such page$/);
    const place = await notes.text(/^ {2}at .*handlers\.ts:\d+:\d+\)?$/);
    expect(place).toMatch(/examples\/notes\/functions\/handlers\.ts:16:43/);
  });

  test("Ctrl-C ends everything that it has started", async () => {
    expect((await fetch(`${url}/notes`)).status).toBe(200);
    const started = processesOf(notes.group);
    // Itself, the function, and the process that waits for the next one.
    expect(started.length).toBeGreaterThan(2);
    expect(await notes.stop()).toBe(0);
    // A killed process disappears when the system has removed it.
    await until(() => !started.some(isAlive) && processesOf(notes.group).length === 0);
    await expect(fetch(`${url}/notes`)).rejects.toThrow();
  });
});

describe("the auth example with a service elsewhere", () => {
  const cognito = new FakeCognito();
  let auth: StartedCommand;
  /** The function in this file calls a service that is not emulated. */
  let asks: string;
  let token: string;

  beforeAll(async () => {
    const copy = copyOf("examples/auth");
    asks = copy.path("asks-ses");
    copy.edit(
      "functions/directory.ts",
      "const emails: string[] = [];",
      `const emails: string[] = [];\n      if (existsSync(${JSON.stringify(asks)})) {${asksSes}\n      }`,
    );
    copy.edit("functions/directory.ts", "import {", 'import { existsSync } from "node:fs";\nimport {');
    auth = start(copy, "--json", "--endpoint", `cognito-idp=${await cognito.start()}`);
    await auth.line(isReady);
    token = copy.command("token", "--user", "ada@example.com", "--group", "admins");
  });
  afterAll(() => cognito.stop());

  /** The request of a service's client, as far as the local server reads it. */
  const asksSes = `
      const credential = \`Credential=\${process.env.AWS_ACCESS_KEY_ID}/20260101/us-east-1/ses/aws4_request\`;
      const answer = await fetch(process.env.AWS_ENDPOINT_URL ?? "", {
        method: "POST",
        headers: {
          authorization: \`AWS4-HMAC-SHA256 \${credential}, SignedHeaders=host, Signature=00\`,
          "x-amz-security-token": process.env.AWS_SESSION_TOKEN ?? "",
        },
      });
      if (!answer.ok) throw new Error(await answer.text());`;

  /** The response to an admin who requests all users. */
  async function users(): Promise<readonly [number, unknown]> {
    const url = urlIn(await auth.line(isReady), "Api");
    const response = await fetch(`${url}/users`, { headers: { authorization: `Bearer ${token}` } });
    return [response.status, await response.json()];
  }

  const warnings = () => auth.lines.flatMap(({ event, text }) => (event === "warning" ? [text] : []));

  test("with --endpoint the function reaches the emulator of its user, without a change", async () => {
    expect(await users()).toEqual([200, ["ann@example.com", "bob@example.com"]]);
    expect(cognito.requests.map(([operation]) => operation)).toEqual(["ListUsers"]);
    expect(warnings()).toEqual([]);
  });

  test("one line says that a service is not emulated, however often it is asked", async () => {
    writeFileSync(asks, "");
    for (let times = 0; times < 2; times += 1) {
      expect(await users()).toEqual([500, { message: "Internal Server Error" }]);
    }
    expect(warnings()).toEqual([
      "serverform local does not emulate ses. Use an emulator: --endpoint ses=http://127.0.0.1:4566",
    ]);
  });
});
