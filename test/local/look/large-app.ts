import { join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Browser, Page } from "puppeteer-core";
import { Api, App, Bucket, Function, Stack, Table } from "../../../lib";
import { Local } from "../../../lib/local/local";
import { accessKeys, localCredentials } from "../../support/access-keys";
import { project, setEnvironment } from "../../support/environment";
import { expectFineLook } from "../../support/look";
import { inBrowser, isLookedAt, seesOn } from "./in-browser";

const handlers = `
export const list = async () => ({ statusCode: 200, body: "[]" });
export const take = async ({ body }) => ({ statusCode: 200, body: String(body?.length ?? 0) });
export const binary = async () => {
  process.stdout.write(Buffer.from([0, 1, 2, 27, 91, 51, 49, 109, 255, 254, 10]));
  console.log("after the bytes");
  return { statusCode: 200, headers: { "content-type": "image/png" }, isBase64Encoded: true, body: "AAECAw==" };
};
`;

const long = (end: string): string => `${"long".repeat(75).slice(end.length)}${end}`;

/** 400 routes with 60 functions, in two APIs. */
function declare(stack: Stack): void {
  const functions = Array.from(
    { length: 59 },
    (_, index) => new Function(stack, `Function${index}`, { handler: "functions/many.list" }),
  );
  const routesOf = (first: number) =>
    Object.fromEntries(
      Array.from({ length: 199 }, (_, index) => [
        `GET /items${first + index}/{id}`,
        functions[index % functions.length] as Function,
      ]),
    );
  const binary = new Function(stack, long("Binary").slice(180), { handler: "functions/many.binary" });
  new Api(stack, "First", { routes: { ...routesOf(0), "GET /binary": binary } });
  new Api(stack, "Second", { routes: { ...routesOf(199), "POST /take": "functions/many.take" } });
  new Bucket(stack, "Files", { name: "files" });
  new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
}

/** Looks at the console of an app with more of everything than anyone has. */
export function lookAtLargeApp(browser: () => Browser): void {
  let local: Local;
  let page: Page;

  beforeAll(async () => {
    if (!isLookedAt) return;
    const folder = project({ "functions/many.ts": handlers, "package.json": "{}" });
    const [from, bundlesFile] = [join(folder, "out"), join(folder, "bundles.json")];
    setEnvironment({ SERVERFORM_BUNDLES_FILE: bundlesFile, IS_LOCAL: "true" });
    const app = new App({ name: "large", stage: "dev", region: "us-east-1", outdir: from });
    declare(new Stack(app, "Main"));
    app.synth();
    const files = { from, bundlesFile, folder: join(folder, "server"), dataFolder: undefined };
    const numbers = { port: 0, consolePort: 0, inspectPort: undefined };
    const rest = { host: "127.0.0.1", endpoints: new Map(), runsSchedules: false, watch: false };
    local = await Local.start({ accessKeys, ...files, ...numbers, ...rest, report: () => {} });
    page = await browser().newPage();
    await page.setViewport({ width: 1280, height: 800 });
  });

  afterAll(async () => {
    await page?.close();
    await local?.stop();
  });

  const url = (name: string): string => {
    const found = local.served.find(({ gateway }) => gateway.name.endsWith(name))?.urls[0] ?? "";
    return found.replace(/\/$/, "");
  };

  /** The time that some use of the page takes. Each waits at most for the patience of the page, 30 seconds. */
  async function timed(use: () => Promise<unknown>): Promise<number> {
    const begun = performance.now();
    await use();
    return performance.now() - begun;
  }

  const sees = (text: string, where = page) => seesOn(where, text);

  async function open(view: string): Promise<void> {
    await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
    await page.waitForSelector(
      `xpath///nav/button[@aria-current="page"][.="${view[0]?.toUpperCase()}${view.slice(1)}"]`,
    );
  }

  /** Nothing is wider than the screen, in both widths. */
  async function expectNoOverflow(): Promise<void> {
    for (const width of [375, 1280]) {
      await page.setViewport({ width, height: 800 });
      const name = await page.evaluate("location.hash");
      expect([name, width, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([
        name,
        width,
        width,
      ]);
    }
  }

  inBrowser("400 routes are there at once, and the search finds one of them", async () => {
    await page.goto(local.consoleUrl ?? "");
    await sees("Timeline");
    expect(
      await timed(async () => {
        await open("routes");
        await sees("400 routes");
      }),
    ).toBeLessThan(5000);
    expect(await page.$$eval("tbody tr", (rows) => rows.length)).toBe(400);
    await expectNoOverflow();
    expect(
      await timed(async () => {
        await page.type("input[type=search]", "items377/");
        await sees("1 of 400 routes");
      }),
    ).toBeLessThan(5000);
    expect(
      await page.$$eval("tbody tr", (rows) => rows.map((each) => each.textContent?.slice(0, 18))),
    ).toEqual(["GET /items377/{id}"]);
    await page.click("tbody button");
    await sees("Path and query");
    await expectFineLook(page, "found-route");
  });

  inBrowser("60 functions are on the map, and fit", async () => {
    const took = await timed(async () => {
      await open("map");
      await page.waitForSelector(".map-function");
    });
    expect(took).toBeLessThan(10_000);
    expect(await page.$$eval(".map-function", (all) => all.length)).toBe(61);
    const isInSight = async (box: string) =>
      page.$eval(box, (each) => {
        const [view, own] = [each.closest(".map-frame"), each].map((part) => part?.getBoundingClientRect());
        return view !== undefined && own !== undefined && own.top >= view.top && own.bottom <= view.bottom;
      });
    expect(await isInSight(".map-api")).toBe(true);
    expect(await isInSight(".map")).toBe(false);
    await expectFineLook(page, "map-of-60");
    await page.click("xpath///button[.='Fit']");
    await page.waitForSelector("[data-fits=whole]");
    expect(await isInSight(".map")).toBe(true);
  });

  inBrowser("a body of 10 MB is refused, and the page says which part of it is kept", async () => {
    const answer = await fetch(`${url("Second")}/take`, {
      method: "POST",
      body: "x".repeat(10 * 1024 * 1024),
    });
    await open("timeline");
    await (
      await page.waitForSelector(`xpath///ol[@class="rows"]//button[contains(., "POST /take")]`)
    )?.click();
    expect(answer.status).toBe(413);
    await sees("The request is too large");
    await sees("(the beginning of 10485760)");
    await sees("The body is not kept as a whole");
    await expectNoOverflow();
  });

  inBrowser("names of 300 letters and data that is not text are readable", async () => {
    await open("timeline");
    await fetch(`${url("First")}/items0/${long("-the-end")}?${long("=1")}`);
    await fetch(`${url("First")}/binary`);
    const s3 = new S3Client({
      region: "us-east-1",
      endpoint: local.servicesUrl,
      credentials: localCredentials,
      forcePathStyle: true,
    });
    await s3.send(new PutObjectCommand({ Bucket: "files", Key: long(".txt"), Body: "x" }));
    await sees("g-the-end");
    const [name, visible] = (await page.$eval(`.rows [title$="-the-end"] .end`, (each) => [
      each.textContent,
      each.scrollWidth <= each.clientWidth,
    ])) as [string, boolean];
    expect([name, visible]).toEqual(["nglong-the-end", true]);
    await page.click(`xpath///ol[@class="rows"]//button[contains(., "the-end")]`);
    await expectFineLook(page, "long-names");
    await page.click(`xpath///ol[@class="rows"]//button[contains(., "GET /binary")]`);
    await sees("Answer: 4 bytes that are not text");
    await expectNoOverflow();
    await page.click(`xpath///ol[contains(@class, "steps")]//button[contains(., "invocation")]`);
    await sees("after the bytes");
    expect(await page.evaluate("/[\\u0000-\\u0008\\u001b]/.test(document.body.innerText)")).toBe(false);
    await expectNoOverflow();
    await open("logs");
    await sees("after the bytes");
    await expectFineLook(page, "logs-of-bytes");
    await open("data");
    await page.click(`xpath///button[span[1][.="bucket"]]`);
    await sees("longlong");
    await expectFineLook(page, "long-keys");
  });

  inBrowser("two pages follow 10,000 facts in a second, each for itself", async () => {
    const other = await browser().newPage();
    await other.setViewport({ width: 1280, height: 800 });
    await other.goto(`${new URL(local.consoleUrl ?? "").origin}/#logs`);
    await sees("after the bytes", other);
    await open("timeline");
    const took = await timed(async () => {
      for (let index = 0; index < 10_000; index++)
        local.history?.record("warning", { text: `warning ${index}` }, []);
      await local.history?.record("warning", { text: "the last one" }, []);
      await page.bringToFront();
      await sees("older or left out");
      await sees("200 of ");
      await sees("the last one");
      await other.bringToFront();
      await sees("older or left out", other);
    });
    expect(took).toBeLessThan(15_000);
    await other.close();
    await page.bringToFront();
    await page.type("input[type=search]", "-the-end");
    await sees("1 trace");
    await expectNoOverflow();
  });
}
