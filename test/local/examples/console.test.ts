/** @group processes */

import type { Browser, Page } from "puppeteer-core";
import { chromium, inBrowser, startBrowser } from "../../support/browser";
import { ExampleCopy } from "./example-copy";
import { RunningExample } from "./support";

let copy: ExampleCopy;
let orders: RunningExample;
let notes: RunningExample;
let browser: Browser;
let page: Page;

const timeoutMs = 60_000;

beforeAll(async () => {
  if (chromium === undefined) return;
  copy = new ExampleCopy("examples/orders");
  // A handler whose role does not allow a call, and that writes text that a page must not parse as HTML.
  copy.write(
    "functions/orders.ts",
    `import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
const client = new DynamoDBClient({});
export const place = async ({ body }) => {
  console.log("<script>document.title = 'taken'</script>\\u001b[2J");
  return { statusCode: 200, body: "hello " + JSON.parse(body).name };
};
export const get = async () => {
  await client.send(new ListTablesCommand({}));
};
`,
  );
  orders = await RunningExample.start(copy.name, {}, ["--console"]);
  browser = await startBrowser();
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const ready = await orders.line(({ event }) => event === "ready");
  await page.goto(String(ready.console));
  await page.waitForSelector(".columns");
});

afterAll(async () => {
  if (chromium === undefined) return;
  try {
    await browser.close();
    expect(await orders.stop()).toBe(0);
    expect(await notes?.stop()).toBe(0);
  } finally {
    copy.remove();
  }
});

/** Waits until the page has a text. */
async function sees(text: string): Promise<void> {
  await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, {
    timeout: timeoutMs,
  });
}

/** Clicks on the first button whose text contains another. */
async function click(text: string): Promise<void> {
  const found = await page.waitForSelector(
    `xpath///button[contains(normalize-space(), ${JSON.stringify(text)})]`,
  );
  await found?.evaluate((each) => (each as unknown as { click(): void }).click());
}

/** Writes the value of an expression into the text area, as typing does. */
async function write(expression: string): Promise<void> {
  await page.waitForSelector("textarea");
  await page.evaluate(
    `{ const area = document.querySelector("textarea"); area.value = ${expression}; area.dispatchEvent(new InputEvent("input", { bubbles: true })); }`,
  );
}

const place = (name: string) =>
  fetch(`${orders.url("Api")}/orders`, { method: "POST", body: JSON.stringify({ name }) });

describe("the console", () => {
  inBrowser("takes the secret out of the address", async () => {
    expect(page.url()).toMatch(/\/#timeline$/);
    await sees("The first request");
    await sees("/orders/{id}'");
  });

  inBrowser("shows a request as it comes, with the log of its function as text", async () => {
    await place("Ada");
    await click("POST /orders");
    await click("invocation");
    await sees("<script>document.title = 'taken'</script>");
    await sees("\u241b[2J");
    expect(await page.title()).toBe("serverform console");
  });

  inBrowser("sends the event again with another body, and gets the other answer", async () => {
    await write("area.value.replace('Ada', 'Grace')");
    await click("Send");
    await sees("hello Grace");
  });

  inBrowser("says where an edited event stops being JSON", async () => {
    await write(JSON.stringify('{\n  "body": oops\n}'));
    await click("Send");
    await sees("The event is not JSON");
    await sees("line 2");
  });

  inBrowser(
    "a denied call shows the line that would allow it, in the timeline and in the permissions",
    async () => {
      await fetch(`${orders.url("Api")}/orders/1`);
      await click("GET /orders/1");
      await click("dynamodb ListTables");
      await sees("denied dynamodb:ListTables");
      await sees('permissions: [{ actions: ["dynamodb:ListTables"]');
      await click("Permissions");
      await sees("denied dynamodb:ListTables");
      await sees("unused");
    },
  );

  inBrowser("calls a route from its list", async () => {
    await click("Routes");
    await sees("everyone");
    await click("POST /orders");
    await page.type("textarea", '{ "name": "Lin" }');
    await click("Send");
    await sees("hello Lin");
  });

  inBrowser("two pages show what comes", async () => {
    const second = await browser.newPage();
    await second.goto(page.url());
    await place("Twice");
    for (const each of [page, second]) {
      await each.bringToFront();
      await each.evaluate("location.hash = 'timeline'");
      await each.waitForSelector("input[type=search]");
      await each.type("input[type=search]", "Twice");
      await each.waitForFunction("document.querySelectorAll('.rows li').length === 1", {
        timeout: timeoutMs,
      });
    }
    await second.close();
    await page.bringToFront();
    await page.evaluate("location.hash = 'routes'");
  });

  inBrowser("a page of another origin reads and starts nothing, though it has the cookie", async () => {
    const { origin } = new URL(page.url());
    const foreign = await browser.newPage();
    try {
      await foreign.goto(`${orders.url("Api")}/orders/1`);
      const tried = await foreign.evaluate(`(async () => {
        const ask = (path, type, mode) =>
          fetch("${origin}" + path, { method: "POST", credentials: "include", headers: { "content-type": type }, mode, body: "{}" })
            .then((answer) => answer.text(), () => "refused");
        return [
          await ask("/facts", "application/json", "cors"),
          await ask("/facts", "text/plain", "cors"),
          await ask("/clear", "text/plain", "no-cors"),
          await new Promise((done) => {
            const stream = new EventSource("${origin}/stream", { withCredentials: true });
            Object.assign(stream, { onerror: () => done("refused"), onopen: () => done("open") });
          }),
        ];
      })()`);
      expect(tried).toEqual(["refused", "refused", "refused", "refused"]);
    } finally {
      await foreign.close();
      // A page in the background draws nothing.
      await page.bringToFront();
    }
    await orders.line(({ event, at, status }) => event === "refusal" && at === "console" && status === 403);
    await click("Timeline");
    await sees("POST /orders");
  });

  inBrowser("is readable at 375 pixels", async () => {
    await page.setViewport({ width: 375, height: 700 });
    await click("Timeline");
    await page.waitForSelector(".columns");
    const width = await page.evaluate("document.documentElement.scrollWidth");
    const visible = await page.evaluate("document.documentElement.clientWidth");
    expect(width).toBe(visible);
  });
});

describe("the console of an app with users", () => {
  inBrowser("calls a route with scopes as nobody, as a user, and as a user with the scope", async () => {
    notes = await RunningExample.start("examples/notes", {}, ["--console"]);
    const ready = await notes.line(({ event }) => event === "ready");
    await page.goto(String(ready.console));
    await click("Routes");
    await click("DELETE /notes");
    await sees("Call as");
    await click("Send");
    await sees("Answer 401");
    const pool = await page.evaluate("document.querySelector('select option:last-child').value");
    await page.select("select", String(pool));
    await page.type("xpath///label[contains(., 'Name of the user')]//input", "ada@example.com");
    await click("Send");
    await sees("Answer 403");
    await page.type("xpath///label[contains(., 'Scopes')]//input", "notes/delete");
    await click("Send");
    await sees("No such note");
  });
});
