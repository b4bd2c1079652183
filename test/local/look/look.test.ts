/** @group processes */

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, ElementHandle, Page } from "puppeteer-core";
import { WebSocket } from "ws";
import { liveActions } from "../../../lib/cli/live/live-console";
import { ConsoleServer, FactStream, History, type Local, type ShownStage } from "../../../lib/local";
import { tokens } from "../../../lib/local/look/tokens";
import { accessFactsOf } from "../../../lib/model";
import { startBrowser, Visitor } from "../../support/browser";
import { expectFineLook } from "../../support/look";
import { temporaryFolder } from "../../support/stack";
import { serveEveryKind } from "./app";
import { inBrowser, isLookedAt, seesOn } from "./in-browser";
import { lookAtLargeApp } from "./large-app";
import { lookAtSignInPages } from "./sign-in";

let local: Local;
let browser: Browser;
let page: Page;
const violations: string[] = [];

beforeAll(async () => {
  if (!isLookedAt) return;
  [local, browser] = await Promise.all([serveEveryKind(), startBrowser()]);
  const base = apiUrl();
  await Promise.all([
    fetch(`${base}/notes`),
    fetch(`${base}/notes/1`),
    fetch(`${base}/notes?tag=%C3%A4`, { method: "POST", body: '{ "text": "hi" }' }),
  ]);
  await new Promise((done) => new WebSocket(socketUrl("Doors")).once("error", done));
  page = await browser.newPage();
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await local?.stop();
});

const apiUrl = (): string => {
  const urls = local.served.filter(({ gateway }) => gateway.kind === "HTTP").flatMap((each) => each.urls);
  return (urls.find((each) => each.startsWith("http:")) ?? "").replace(/\/$/, "");
};

const socketUrl = (name: string): string =>
  local.served.find(({ gateway }) => gateway.name.endsWith(name))?.urls[0] ?? "";

const isFineAs = (name: string): Promise<void> => expectFineLook(page, name);

async function click(text: string): Promise<void> {
  const found = await page.waitForSelector(
    `xpath///*[self::button or self::a][contains(normalize-space(), ${JSON.stringify(text)})]`,
  );
  await found?.evaluate((each) => (each as unknown as { click(): void }).click());
}

/** Clicks on the button with exactly this text. */
async function press(text: string): Promise<void> {
  const found = await page.waitForSelector(`xpath///button[.=${JSON.stringify(text)}]`);
  await found?.evaluate((each) => (each as unknown as { click(): void }).click());
}

/** Chooses a part of the app in the list of data. */
async function choose(kind: string, name: string): Promise<void> {
  const found = await page.waitForSelector(`xpath///button[span[1][.="${kind}"] and span[2][.="${name}"]]`);
  await found?.evaluate((each) => (each as unknown as { click(): void }).click());
}

/** Writes a text, or the value of an expression, into the text area, as typing does. */
async function write(text: string, isExpression = false): Promise<void> {
  await page.waitForSelector("textarea");
  const value = isExpression ? text : JSON.stringify(text);
  await page.evaluate(
    `{ const area = document.querySelector("textarea"); area.value = ${value}; area.dispatchEvent(new InputEvent("input", { bubbles: true })); }`,
  );
}

/** The value of an option, by a part of its text. */
const optionOf = (text: string) =>
  page.$eval(`xpath///option[contains(., ${JSON.stringify(text)})]`, (each) =>
    String(each.getAttribute("value")),
  );

const type = (label: string, text: string) =>
  page.type(`xpath///label[contains(., ${JSON.stringify(label)})]//input`, text);

/** The colours of the results in the list of traces, by their titles. */
const coloursOfTraces = () =>
  page.$$eval("section[aria-label=Traces] li", (all) =>
    Object.fromEntries(
      all.map((each) => {
        const [name, result] = [".name", ".name + span"].map((query) => each.querySelector(query));
        return [name?.textContent, `${result?.className} ${result?.textContent}`];
      }),
    ),
  );

const sees = (text: string) => seesOn(page, text);

type Edges = Readonly<Record<"top" | "right" | "left" | "bottom", number>>;

describe("the console", () => {
  inBrowser("the timeline", async () => {
    await page.goto(local.consoleUrl ?? "");
    // The first screen is the newest failure.
    await sees("The function refuses the connection with statusCode 403.");
    expect(await coloursOfTraces()).toMatchObject({
      "GET /notes": "quiet 200",
      "GET /notes/1": "bad ✗ 500",
      "POST /notes": "warn ! 401",
      "CONNECT $connect": "bad ✗ 403",
    });
    await page.select("select[aria-label=Result]", "rejected");
    await sees("1 trace");
    expect(Object.keys(await coloursOfTraces())).toEqual(["POST /notes"]);
    await page.select("select[aria-label=Result]", "failed");
    await click("CONNECT $connect");
    await sees("The function refuses the connection with statusCode 403.");
    await page.select("select[aria-label=Result]", "");
    const site = local.served.find(({ gateway }) => gateway.kind === "SITE")?.urls[0] ?? "";
    await Promise.all([fetch(site), fetch(site), fetch(`${site}missing.js`)]);
    await sees("files of sites");
    expect(await coloursOfTraces()).not.toHaveProperty(["GET /"]);
    await page.click("label input[type=checkbox]");
    await sees("GET /\n");
    await page.click("label input[type=checkbox]");
    await click("GET /notes/1");
    await click("invocation");
    await sees("no such note");
    await sees("functions/notes.ts fail");
    await isFineAs("timeline");
    const edges = async () =>
      (await page.evaluate(
        `[".timed", ".detail"].map((each) => { const { top, right, left, bottom } = document.querySelector(each).getBoundingClientRect(); return { top, right, left, bottom }; })`,
      )) as [Edges, Edges];
    const [tree, detail] = await edges();
    expect(detail.left).toBeGreaterThanOrEqual(tree.right);
    await page.setViewport({ width: 375, height: 800 });
    const [above, below] = await edges();
    expect(below.top).toBeGreaterThanOrEqual(above.bottom);
    await page.setViewport({ width: 1280, height: 800 });
  });

  inBrowser("a refused request is sent again, with its body and query, as a user who may", async () => {
    await click("POST /notes");
    await sees("Path and query");
    const fields = () =>
      page.$$eval(".detail .field :is(input, textarea)", (all) =>
        all.map((each) => (each as unknown as { value: string }).value),
      );
    expect(await fields()).toEqual([
      "POST",
      "notes?tag=%C3%A4",
      '{\n  "text": "hi"\n}',
      "content-type: text/plain;charset=UTF-8",
    ]);
    await click("Send");
    await sees("Answer 401");
    await click("Its trace");
    await sees("Path and query");
    await page.select("xpath///label[contains(., 'Call as')]//select", await optionOf("ada@example.com"));
    await click("Send");
    await sees("Answer 200");
    await isFineAs("again");
  });

  inBrowser("a refused connection is opened again", async () => {
    await click("CONNECT $connect");
    await sees("Query, for example a token");
    await press("Connect");
    await sees("connection closed: 1006");
    await isFineAs("socket-trace");
  });

  inBrowser("a route with a key has it among the editable headers, and the reason of a refusal", async () => {
    await click("Routes");
    await click("GET /keyed");
    await write(`""`, true);
    await click("Send");
    await sees("the header x-api-key is missing");
    await click("GET /keyed");
    await click("GET /keyed");
    await click("Send");
    await sees("Answer 200");
  });

  inBrowser("the routes", async () => {
    await click("Routes");
    await click("POST /notes");
    await sees("Call as");
    await isFineAs("routes");
  });

  inBrowser("a WebSocket client, which sends and receives", async () => {
    await click("WS $default");
    await click("Connect");
    await sees("connection open");
    await click("Send");
    await sees("Internal server error");
    await isFineAs("socket");
    await click("Disconnect");
  });

  inBrowser(
    "the explorer of a GraphQL API, which writes an operation for a field of the schema",
    async () => {
      await click("Map");
      await click("Routes");
      await click("Explore");
      await sees("(id: ID!): Note");
      await press("note");
      await page.waitForFunction(
        "document.querySelector('textarea').value.includes('note(id: $id) { id text }')",
      );
      await click("Send");
      await sees("<b>a note</b>");
      await isFineAs("graphql");
    },
  );

  inBrowser("the lines of all functions as they come, by level, with the trace of each", async () => {
    await click("Logs");
    await sees("<b>not bold</b>");
    // The function runs until its request to the gate is answered.
    let open = (): void => {};
    const opened = new Promise<void>((done) => {
      open = done;
    });
    const gate = createServer((_, response) => void opened.then(() => response.end()));
    await new Promise<void>((done) => gate.listen(0, "127.0.0.1", done));
    const slow = fetch(`${apiUrl()}/slow?gate=${(gate.address() as AddressInfo).port}`);
    await sees("it has begun");
    open();
    await slow;
    gate.close();
    await sees("more letters, which the trace has");
    await sees("\u2400\u2401");
    await page.select("select[aria-label=Level]", "error");
    await page.waitForFunction("!document.body.innerText.includes('it has begun')");
    await sees("Error: no such note");
    await isFineAs("logs");
    await page.type("input[type=search]", "such");
    await page.waitForFunction(
      "[...document.querySelectorAll('.log li')].every((each) => each.textContent.includes('such'))",
    );
    await page.click(".log a");
    await sees("functions/notes.ts fail");
  });

  inBrowser("the resources, and the objects of a bucket", async () => {
    await click("Data");
    await sees("0 objects");
    await choose("bucket", "Files");
    const file = join(temporaryFolder(), "a b.txt");
    writeFileSync(file, "<i>text</i>");
    const input = (await page.$("input[type=file]")) as ElementHandle<never> | null;
    await input?.uploadFile(file);
    await sees("a b.txt was uploaded.");
    await click("a b.txt");
    await sees("<i>text</i>");
    await isFineAs("bucket");
    await choose("all", "Resources");
    await sees("1 object");
    await isFineAs("resources");
  });

  inBrowser("messages for a topic, a stream and a bus, whose rule takes the sample", async () => {
    for (const [kind, name] of [
      ["topic", "News"],
      ["stream", "Activity"],
      ["bus", "Shop"],
    ] as const) {
      await choose(kind, name);
      await press("Publish");
      await sees("The message was published.");
      await isFineAs(kind);
    }
    await write("{ oops");
    await press("Publish");
    await sees("The event is not JSON: line 1, column 3");
    await click("Timeline");
    await sees("events PutEvents");
    await click("events PutEvents");
    await page.waitForSelector('.timed [title="functions/notes.ts work"]');
    await isFineAs("trace-of-bus");
  });

  inBrowser("tables: a new item, a query by an index, and a change", async () => {
    await click("Data");
    await choose("table", "Notes");
    await click("New item");
    await write('{ "id": "1", "owner": "ada", "at": 5, "text": "<i>hello</i>" }');
    await click("Save");
    await sees("<i>hello</i>");
    await page.select("select", "byOwner");
    await type("owner =", "ada");
    await type("Value", "5");
    await press("Query");
    await sees("<i>hello</i>");
    await page.$eval("button.link", (each) => (each as unknown as { click(): void }).click());
    await write(`document.querySelector("textarea").value.replace("hello", "changed")`, true);
    await isFineAs("table");
    await click("Save");
    await sees("<i>changed</i>");
    const file = join(temporaryFolder(), "notes.jsonl");
    writeFileSync(file, '{ "id": "2", "owner": "bob" }\n{ "id": "3", "tags": { "deep": [1, null] } }\n');
    const input = (await page.$("input[type=file]")) as ElementHandle<never> | null;
    await input?.uploadFile(file);
    await sees("2 items were imported.");
    await page.select("select", "");
    await click("Scan");
    await sees('{"deep":[1,null]}');
  });

  inBrowser("queues: a message that fails becomes a dead letter, which goes back", async () => {
    await choose("queue", "Work");
    await write("bad");
    await click("Send");
    await choose("queue", "Failed");
    await sees("Takes the dead letters of");
    await sees("received 1 time");
    await isFineAs("queue");
    await click("Redrive");
    await sees("The messages go back to their queues.");
  });

  inBrowser("users: groups and attributes", async () => {
    await choose("users", "Users");
    await click("ada@example.com");
    await click("Remove from editors");
    await page.waitForFunction("!document.body.innerText.includes('Remove from editors')");
    await click("Add to group");
    await sees("Remove from editors");
    await isFineAs("users");
    await type("Name or email address", "eve@example.com");
    await press("Create");
    await click("eve@example.com");
    await sees("FORCE_CHANGE_PASSWORD");
    await choose("mails", "Mails and messages");
    await sees("Your temporary password");
    await isFineAs("mails");
  });

  inBrowser("a secret shows its value only after a click", async () => {
    await choose("secret", "KEY");
    await sees("Show the value");
    expect(await page.evaluate("document.body.innerText")).not.toContain("the secret value");
    await click("Show the value");
    await sees("the secret value");
    await isFineAs("secret");
    await choose("parameter", "Limit");
    await click("Show the value");
    await page.waitForFunction("document.querySelector('.content pre')?.textContent === '12'");
    await isFineAs("parameter");
  });

  inBrowser("a database takes statements", async () => {
    await choose("database", "Notebook");
    await sees("SQL");
    await isFineAs("database");
  });

  inBrowser("a cron runs now, and a function with a sample event", async () => {
    await choose("cron", "Nightly");
    await click("Run now");
    await sees("notes");
    await isFineAs("cron");
    await choose("function", "functions/notes.ts work");
    await sees("Sample events");
    await page.select("select", "0");
    await click("Send");
    await sees("Answer");
    await isFineAs("function");
  });

  inBrowser(
    "the map has the traffic and its failures, is drawn with a package of its own file, and takes keys",
    async () => {
      const loaded = () =>
        page.evaluate(
          "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/layout.js'))",
        );
      await fetch(`${apiUrl()}/notes/1`);
      await page.reload();
      await sees("Permissions");
      expect(await loaded()).toBe(false);
      await click("Map");
      const box = (title: string) =>
        page.waitForSelector(`xpath///*[local-name()="g"][*[local-name()="title"]="${title}"]`);
      const api = await box("Api");
      expect(await api?.evaluate((each) => String(each.textContent))).toMatch(/ApiApiapi✗\d+ \d+×/);
      expect(await loaded()).toBe(true);
      const failing = await box("Api/Lambda_GET_--notes--{id}");
      expect(await failing?.evaluate((each) => String(each.getAttribute("class")))).toContain("map-failed");
      await api?.evaluate((each) => (each as unknown as { focus(): void }).focus());
      await sees("Api api · ");
      await page.keyboard.press("ArrowRight");
      await sees("Api calls it");
      await isFineAs("map");
      const width = () => page.$eval(".map", (each) => each.getBoundingClientRect().width);
      const before = await width();
      await page.click("button[aria-label=Larger]");
      await page.waitForFunction(`document.querySelector(".map").getBoundingClientRect().width > ${before}`);
      await page.setViewport({ width: 375, height: 800 });
      await press("Fit");
      await page.waitForFunction(`document.querySelector(".map").getBoundingClientRect().width <= 375`);
      await page.setViewport({ width: 1280, height: 800 });
    },
  );

  inBrowser("the permissions", async () => {
    await click("Permissions");
    await sees("dynamodb:BatchGetItem");
    const of = (path: string) =>
      page.$eval(`section[aria-label$="${path}"]`, (each) => String(each.textContent));
    const notes = await of("Api/Lambda_GET_--notes");
    expect(notes).toContain("In place of bind: [notes], write:bind: []");
    expect(notes).toContain("Logs, traces and network, which the library grants to every function");
    // A consumer's permission to read its queue is used by the queue.
    expect(await of("Work/Consumer_Work")).toMatch(/sqs:ReceiveMessage \d+ times?.*used/);
    expect(await of("Api/Lambda_DELETE_--notes")).toContain("has not run yet");
    await isFineAs("permissions");
  });

  inBrowser("an empty timeline names the first request", async () => {
    await click("Timeline");
    await press("Clear");
    await sees("The first request");
    await sees(`curl -X GET '${apiUrl()}/notes'`);
    await isFineAs("first-request");
  });
});

describe("the console of a stage", () => {
  let history: History;
  let server: ConsoleServer;

  /** Serves the page of a stage whose history is here. */
  async function serve(port: number, more: Partial<ShownStage> = {}): Promise<void> {
    const stage = {
      name: "prod",
      region: "eu-west-1",
      summary: "from its logs. The page changes nothing.",
      empty: "Nothing in this time.",
      limits: ["Bodies."],
      problems: ["No traces."],
      ...more,
    };
    const facts = accessFactsOf(local.model);
    const functions = { runAgain: async () => ({ ...outcome, payload: '{"again":true}' }) };
    const actions = liveActions({ facts, functions }, history, () => stage);
    server = await ConsoleServer.start({
      port,
      actions,
      stream: new FactStream(history),
      report: () => {},
    });
  }

  const outcome = { status: "ok", requestId: "2", durationMs: 1 } as const;

  beforeAll(async () => {
    if (!isLookedAt) return;
    history = new History();
    await serve(0);
    const at = Date.now();
    const request = { api: "Api", method: "GET", path: "/notes", requestId: "1", status: 500, durationMs: 9 };
    history.put({ id: "a", kind: "request", at, causes: [], ...request });
    const passage = { source: "queue Work", target: "work", text: `queue ${"Work".repeat(75)}-retried` };
    history.put({ id: "b", kind: "retry", at: at + 60_000, causes: ["a"], durationMs: 3, ...passage });
    await page.goto(server.url);
  });

  afterAll(async () => {
    await page?.goto("about:blank");
    await server?.close();
  });

  inBrowser("each view, with what it cannot know", async () => {
    await sees("No traces.");
    await click("GET /notes");
    await page.$eval("summary", (each) => (each as unknown as { click(): void }).click());
    await sees("Bodies.");
    expect(await page.$$eval("nav button", (all) => all.map((each) => String(each.textContent)))).toEqual([
      "Timeline",
      "Logs",
      "Routes",
      "Data",
      "Permissions",
      "Map",
    ]);
    expect(await page.$("textarea")).toBeNull();
    // The pause before the retry is folded, and the long name keeps its end.
    expect(await page.$eval(".scale", (each) => String(each.textContent))).toMatch(/^0 ms.*\+ 60 s$/);
    expect(
      await page.$eval(".timed li:last-child .name", (each) => String(each.lastChild?.textContent)),
    ).toBe("rkWork-retried");
    await isFineAs("stage-timeline");
    await click("Routes");
    await sees("anyone");
    await sees("The page of a stage calls no routes");
    await isFineAs("stage-routes");
    await click("Logs");
    await sees("No lines.");
    await click("Data");
    await sees("their state is not known");
    await sees("dev-garden-Notes");
    await isFineAs("stage-data");
    await click("Permissions");
    await sees("dynamodb:BatchGetItem");
    expect(await page.evaluate("document.body.innerText")).not.toMatch(/unused|has not run/);
    await sees("does not know which permissions the deployed functions use");
    await isFineAs("stage-permissions");
    await click("Map");
    await page.waitForSelector(".map");
    await isFineAs("stage-map");
  });

  inBrowser("stays usable while 10,000 facts come in a second, and says what it left out", async () => {
    await click("Timeline");
    const begun = performance.now();
    for (let index = 0; index < 10_000; index++) history.record("warning", { text: `warning ${index}` });
    await sees("older or left out");
    await page.type("input[type=search]", "GET /notes");
    await sees("1 trace");
    await page.$eval("input[type=search]", (each) => {
      const input = each as unknown as { value: string; dispatchEvent(event: Event): void };
      input.value = "";
      input.dispatchEvent(new Event("input"));
    });
    await sees("200 of ");
    // With the time that the page takes on a busy machine. It took 0.4 seconds on a quiet one.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  inBrowser("under start, in a page that was open before: functions can be invoked again", async () => {
    const { port } = server;
    await press("Clear");
    await sees("Nothing in this time.");
    await server.close();
    history.clear();
    await serve(port, { summary: "from the invocations that run here.", problems: [], invokes: true });
    await sees("Open the address that the terminal shows.");
    await isFineAs("ended");
    // Only the fragment differs, so that the page is not loaded again.
    await page.goto(server.url);
    await page.waitForFunction("!document.body.innerText.includes('Open the address')");
    const payload = { text: '{"body":"hi"}', length: 13 };
    const details = {
      functionArn: "arn:aws:lambda:us-east-1:123456789012:function:work",
      source: "queue Work",
      requestId: "2",
      payload,
      logs: [],
    };
    history.record("invocation", {
      function: "work",
      status: "error",
      isCold: true,
      error: { type: "Error", message: "no stock", stack: ["at work (/app/functions/notes.ts:3:7)"] },
      ...details,
    });
    await click("work");
    await sees("no stock");
    await click("Send");
    await sees('"again": true');
    await isFineAs("start-timeline");
    await click("Data");
    await click("slow");
    await sees("Sample events");
  });
});

describe("the console of a large app", () => lookAtLargeApp(() => browser));

describe("the sign-in pages of a pool with every factor", () => lookAtSignInPages(() => browser));

describe("the sign-in pages", () => {
  const address = (path: string): string => {
    const [pool] = local.userPools;
    const client = pool?.clients.find(({ name }) => name.endsWith("web"));
    const query = new URLSearchParams({ client_id: client?.id ?? "", response_type: "code" });
    return `${pool?.pages}${path}?${query}`;
  };

  inBrowser("sign-up, with the rules of the password while the user types, and the code", async () => {
    const visitor = new Visitor(page);
    await page.goto(address("/signup"));
    await visitor.fill("Email address", "bob@example.com");
    await visitor.fill("Password", "Correct");
    const kept = async () =>
      page.$$eval(".rules .kept", (all) => all.map((each) => String(each.textContent)));
    expect(await kept()).toEqual(["A lowercase letter", "An uppercase letter"]);
    await isFineAs("sign-up");
    await visitor.fill("Password", "-horse-1");
    expect(await kept()).toHaveLength(5);
    await click("Show password");
    expect(await page.$eval("#field-password", (each) => each.getAttribute("type"))).toBe("text");
    await visitor.click("Sign up");
    await sees("A code was sent to b***@e***.");
    await sees("garden");
    await isFineAs("confirm");
  });

  inBrowser("the inbox has the code, and the mail as text", async () => {
    await new Visitor(page).click("Inbox");
    await sees("Mail to bob@example.com");
    const { messages = [] } = (await local.users({ action: "inbox" })) as {
      messages?: readonly { readonly code?: string }[];
    };
    await sees(String(messages.at(-1)?.code));
    await isFineAs("inbox");
  });

  inBrowser("sign-in", async () => {
    await page.goto(address("/login"));
    await sees("local stand-in");
    await isFineAs("sign-in");
  });

  inBrowser("a new password for an invited user, a forgotten password, and a wrong address", async () => {
    const visitor = new Visitor(page);
    const { messages = [] } = (await local.users({ action: "inbox" })) as {
      messages?: readonly { readonly to: string; readonly text: string }[];
    };
    const invitation = messages.find(({ to }) => to === "eve@example.com")?.text ?? "";
    await visitor.fill("Email address", "eve@example.com");
    await visitor.fill("Password", /password is (\S+)\.$/.exec(invitation)?.[1] ?? "");
    await visitor.click("Sign in");
    await sees("Choose a new password");
    await isFineAs("new-password");
    await page.goto(address("/forgotPassword"));
    await sees("Forgot your password?");
    await isFineAs("forgotten");
    await page.goto(`${local.userPools[0]?.pages}/login?client_id=none`);
    await sees("An error was encountered");
    await isFineAs("wrong-address");
  });
});

test("no page breaks its content security policy", () => {
  expect(violations).toEqual([]);
});

inBrowser("the page of the example of notes", async () => {
  await page.goto(pathToFileURL(resolve(__dirname, "../../../examples/notes/web/index.html")).href);
  await page.evaluate(
    `document.getElementById("notes").append(Object.assign(document.createElement("li"), { textContent: "Buy milk" }))`,
  );
  await isFineAs("example-notes");
});

test("the examples with a page and the template have one look", () => {
  const folders = [
    "examples/notes/web",
    "examples/rendered/web/public",
    "lib/cli/init/templates/web/web/src",
  ];
  const root = resolve(__dirname, "../../..");
  const styleOf = (folder: string) => readFileSync(join(root, folder, "style.css"), "utf8");
  const style = styleOf("examples/site/web");
  for (const folder of folders) expect(styleOf(folder)).toBe(style);
  // The colours are those of the console and the sign-in pages.
  const [light = "", dark = ""] = style.split("prefers-color-scheme");
  const colours = (css: string) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]));
  expect(tokens.light).toMatchObject(colours(light));
  expect(tokens.dark).toMatchObject(colours(dark));
  expect(Object.keys(colours(light)).length).toBeGreaterThan(8);
});
