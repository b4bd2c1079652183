/** @group processes */

import { OldServer, read, startMigration, told } from "./migration-support";
import type { ServedExample } from "./served-example";

let old: OldServer;
let reports: OldServer;
let stock: OldServer;
/** Started by a user who does not know yet where the load balancers are. */
let unaware: ServedExample;
let shop: ServedExample;

beforeAll(async () => {
  old = await OldServer.start("old");
  reports = await OldServer.start("reports");
  stock = await OldServer.start("stock");
  unaware = await startMigration({ oldServer: old.url });
  const endpoints = { [uriOf("/reports/")]: reports.url, [uriOf("/stock/")]: `${stock.url}/inside` };
  shop = await startMigration({ oldServer: old.url, endpoints });
});

afterAll(() => Promise.all([shop, unaware, old, reports, stock].map((each) => each.stop())));

/** The URI of a route's integration, as the list at the start shows it. */
function uriOf(path: string): string {
  const served = unaware.local.served.find(({ gateway }) => gateway.name.endsWith("ShopApi"));
  const route = served?.gateway.routes.find((each) => each.method === "GET" && each.path.startsWith(path));
  return route?.target ?? "";
}

const ask = (path: string, init?: RequestInit) => fetch(`${shop.url("ShopApi")}${path}`, init);

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
describe("the shop chooses a route", () => {
  test.each<[method: string, path: string, answer: unknown, by: string]>([
    ["GET", "/products/featured", { id: "tea", name: "Green tea" }, "a full match, before a variable"],
    ["GET", "/products/tea", { id: "tea", name: "Green tea", seen: [] }, "a variable, before a greedy one"],
    ["GET", "/products/tea/reviews", "old: GET /products/tea/reviews", "a greedy variable"],
    ["GET", "/products/a%20b/c", "old: GET /products/a%20b/c", "a greedy variable, encoded as it came"],
    ["POST", "/products/tea", "old: POST /products/tea", "a greedy ANY, where the full match is for GET"],
    ["GET", "/stock/tea", "stock: GET /inside/stock/tea", "its method, before ANY"],
    ["PUT", "/stock/tea", "old: PUT /stock/tea", "ANY for the other methods"],
    ["GET", "/", "old: GET /", "$default for the root"],
    ["GET", "/products/", "old: GET /products/", "a greedy variable for a slash at the end"],
    ["GET", "/about/us", "old: GET /about/us", "$default for what nothing else matches"],
    ["DELETE", "/products", "old: DELETE /products", "$default for a method that has no route"],
    ["GET", "/Products/tea", "old: GET /Products/tea", "$default for another case"],
  ])("%s %s: %j by %s", async (method, path, answer) => {
    expect(await read(await ask(path, { method }))).toEqual([200, answer]);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-http.html
describe("routes that have not moved are answered by the old server", () => {
  test("which gets path, query, headers and body as they came", async () => {
    const response = await ask("/account/a%20b?x=1&x=2&y=%2F", {
      method: "POST",
      headers: { cookie: "session=1", "x-one": "1", "content-type": "text/plain" },
      body: "hello",
    });
    expect(await read(response)).toEqual([200, "old: POST /account/a%20b?x=1&x=2&y=%2F"]);
    expect(old.last).toMatchObject({ method: "POST", body: "hello" });
    expect(old.last.headers).toMatchObject({
      cookie: "session=1",
      "x-one": "1",
      "content-type": "text/plain",
      host: new URL(old.url).host,
      via: "HTTP/1.1 AmazonAPIGateway",
      forwarded: `for=127.0.0.1;host=${new URL(shop.url("ShopApi")).host};proto=http`,
    });
  });

  test("and whose status, headers and cookies come back", async () => {
    const response = await ask("/somewhere/missing");
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual(["session=1; HttpOnly", "theme=dark"]);
    expect(response.headers.get("x-powered-by")).toBe("old");
    expect(response.headers.get("apigw-requestid")).not.toBeNull();
  });

  test("a preflight request goes there too, since the API has no CORS of its own", async () => {
    const headers = { origin: "https://elsewhere.example", "access-control-request-method": "PUT" };
    const response = await ask("/account", { method: "OPTIONS", headers });
    expect(await response.text()).toBe("old: OPTIONS /account");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("and when it fails, the gateway answers with an error", async () => {
    expect(await read(await ask("/breakdown"))).toEqual([503, { message: "Service Unavailable" }]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html: 30 seconds, unless a shorter time is set
  test("and when it never answers, the gateway waits as long as it may", async () => {
    const answer = ask("/hanging");
    await shop.clock.untilWaitedFor(30_000);
    shop.clock.advance(30_000);
    expect(await read(await answer)).toEqual([503, { message: "Service Unavailable" }]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html: 10 MB, which cannot be raised
  test("and of a body that is too large it hears nothing", async () => {
    const before = old.asked.length;
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const response = await ask("/account", { method: "POST", body });
    expect(await read(response)).toEqual([413, { message: "Request Entity Too Large" }]);
    expect(old.asked).toHaveLength(before);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html
describe("behind the VPC link", () => {
  test("the load balancers get the whole path, query and headers", async () => {
    const response = await ask("/reports/2026/06?rows=10", { headers: { "x-one": "1" } });
    expect(await read(response)).toEqual([200, "reports: GET /reports/2026/06?rows=10"]);
    expect(reports.last.headers).toMatchObject({ "x-one": "1", host: new URL(reports.url).host });
    expect(await read(await ask("/stock/tea?of=all"))).toEqual([200, "stock: GET /inside/stock/tea?of=all"]);
  });

  test("the name of a stage comes before the path, unless a mapping sets another", async () => {
    await ask("/rehearsal/reports/1");
    expect(reports.last.url).toBe("/rehearsal/reports/1");
    await ask("/rehearsal/about");
    expect(old.last.url).toBe("/about");
  });

  test.each(["/reports/1", "/stock/tea"])(
    "the request for %s says which address is missing",
    async (path) => {
      const response = await fetch(`${unaware.url("ShopApi")}${path}`);
      const uri = uriOf(path.slice(0, path.indexOf("/", 1) + 1));
      expect(uri).toMatch(/^arn:aws:.*listener/);
      const message = `${uri} is behind a VPC link, which is not emulated. Give its address: --endpoint ${uri}=http://localhost:<port>`;
      expect(await read(response)).toEqual([501, { message }]);
      await told(unaware, "warning", ({ text }) => text === message);
    },
  );
});
