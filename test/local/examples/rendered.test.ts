/** @group processes */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "puppeteer-core";
import { hasAxe } from "../../support/axe";
import { chromium, inBrowser, startBrowser } from "../../support/browser";
import { expectFineLook } from "../../support/look";
import { ServedExample } from "./served-example";

let example: ServedExample;
let browser: Browser | undefined;
let url: string;

/** Stands in for the API that the page with the clock asks; the test decides when it answers. */
let asked: (answer: ServerResponse) => void = () => {};
const clock = createServer((_request, answer) => asked(answer));

beforeAll(async () => {
  await new Promise<void>((done) => clock.listen(0, "127.0.0.1", done));
  const TIME_URL = `http://127.0.0.1:${(clock.address() as AddressInfo).port}/`;
  example = await ServedExample.start("examples/rendered", {
    environment: { SERVERFORM_LOCAL: "true", TIME_URL },
  });
  url = example.url("Web");
  if (chromium !== undefined) browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await example?.stop();
  clock.closeAllConnections();
  clock.close();
});

const get = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { redirect: "manual", ...init });

describe("the rendered example, served on this machine", () => {
  test("renders its page on the server, with the environment of the site and the host of the browser", async () => {
    const response = await get("/");
    const text = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(text).toContain("<h1>Guest book</h1>");
    expect(text).toContain(`<span id="host">${new URL(url).host}</span>`);
  });

  test("has the security headers of the distribution", async () => {
    const { headers } = await get("/about");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("serves its files from the bucket, with the headers of files", async () => {
    const response = await get("/style.css");
    expect(await response.text()).toContain("system-ui");
    expect(response.headers.get("cache-control")).toBe(
      "public,max-age=0,s-maxage=86400,stale-while-revalidate=8640",
    );
  });

  test("takes a form, sets a cookie and reads it again", async () => {
    const signed = await get("/", { method: "POST", body: new URLSearchParams({ name: "Ada & co" }) });
    expect([signed.status, signed.headers.get("location")]).toEqual([303, "/"]);
    const cookie = signed.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await (await get("/", { headers: { cookie } })).text()).toContain("<li>Ada &#38; co</li>");
  });

  test("answers its own page for a path that does not exist", async () => {
    const response = await get("/none");
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("Not found")]);
  });

  test("has the API under its own address", async () => {
    expect(await (await get("/api/time")).json()).toEqual({ time: "1970-01-01T00:00:00.000Z" });
  });

  const open = async (path: string): Promise<Page> => {
    const page = await (browser as Browser).newPage();
    await page.goto(`${url}${path}`);
    return page;
  };
  const contentOf = (page: Page, selector: string): Promise<string> =>
    page.$eval(selector, (each) => (each as { readonly textContent: string | null }).textContent ?? "");

  inBrowser("shows the page with its style and what the API says, in Chromium", async () => {
    const page = await open("/");
    expect(await contentOf(page, "h1")).toBe("Guest book");
    await page.waitForFunction('document.getElementById("time").textContent === "1970-01-01T00:00:00.000Z"');
    expect(await page.evaluate("getComputedStyle(document.body).fontFamily")).toContain("sans-serif");
  });

  (hasAxe ? inBrowser : test.skip)("has a look for each screen", async () => {
    const page = await open("/");
    await page.waitForFunction('document.getElementById("time").textContent !== ""');
    await expectFineLook(page, "example-rendered");
    await page.goto(`${url}/none`);
    await expectFineLook(page, "example-rendered-none");
  });

  inBrowser("takes the form, leads to other pages, and shows its page for errors, in Chromium", async () => {
    const page = await open("/");
    await page.type("input", "Grace");
    await Promise.all([page.waitForNavigation(), page.click("button")]);
    expect(await contentOf(page, "li")).toBe("Grace");
    await Promise.all([page.waitForNavigation(), page.click('nav a[href="/about"]')]);
    expect(await contentOf(page, "h1")).toBe("About");
    const answer = await page.goto(`${url}/none`);
    expect([answer?.status(), await contentOf(page, "h1")]).toEqual([404, "Not found"]);
  });

  inBrowser("shows the first part of a streamed page before the last one is made, in Chromium", async () => {
    const question = new Promise<ServerResponse>((done) => (asked = done));
    const page = await (browser as Browser).newPage();
    const whole = page.goto(`${url}/clock`);
    await page.waitForSelector("#asking");
    const answer = await question;
    expect(await page.$("#told")).toBeNull();
    answer.end(JSON.stringify({ time: "12:00" }));
    await whole;
    expect(await contentOf(page, "#told")).toBe("12:00");
  });

  test("says nothing about function URLs without effect", () => {
    expect(example.events.filter((event) => JSON.stringify(event).includes("function URLs"))).toEqual([]);
  });
});
