import { gunzipSync, gzipSync } from "node:zlib";
import { read, told } from "./migration-support";
import { shop } from "./served-migration";

const ask = (path: string, init?: RequestInit) => fetch(`${shop.url("ShopApi")}${path}`, init);

const send = (path: string, body: Uint8Array<ArrayBuffer> | string) =>
  ask(path, { method: "POST", headers: { "content-type": "application/gzip" }, body });

/** A file that the export has written, or could have. */
const packed = (...lines: readonly string[]) => new Uint8Array(gzipSync(lines.join("\n")));

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
describe("a handler of format 1.0", () => {
  test("gets parameters that come several times, and sends several cookies", async () => {
    const response = await ask("/basket?add=tea&add=jam&add=tea", { method: "POST" });
    expect(response.headers.getSetCookie()).toEqual([
      "basket=tea:2.jam:1; Path=/; HttpOnly; Secure",
      "count=3; Path=/",
    ]);
    expect(await read(response)).toEqual([200, { tea: 2, jam: 1 }]);
  });

  test("reads cookies from the header, as a REST API sends it", async () => {
    const response = await ask("/basket", { headers: { cookie: "theme=dark; basket=tea:2.jam:1" } });
    expect(await read(response)).toEqual([200, { tea: 2, jam: 1 }]);
  });

  test("sends a file, which it writes in base64", async () => {
    const response = await ask("/basket/export", { headers: { cookie: "basket=tea:2.jam:1" } });
    expect(response.headers.get("content-type")).toBe("application/gzip");
    const content = Buffer.from(await response.arrayBuffer());
    expect(gunzipSync(content).toString()).toBe("tea:2\njam:1");
  });

  test("gets a file in base64", async () => {
    const response = await send("/basket/import", packed("honey:3"));
    expect(response.headers.getSetCookie()).toContain("count=3; Path=/");
    expect(await read(response)).toEqual([200, { honey: 3 }]);
  });

  test.each([
    ["no file", "text"],
    ["half a file", packed("tea:1").slice(0, 12)],
  ])("refuses %s", async (_, file) => {
    const message = "Not a basket: send a file of the export";
    expect(await read(await send("/basket/import", file))).toEqual([400, { message }]);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: events of 6 MB, less than the gateway takes
  test.each([5 * 1024 * 1024, 10 * 1024 * 1024 + 1])("never sees a body of %p bytes", async (length) => {
    const response = await send("/basket/import", new Uint8Array(length));
    expect(await read(response)).toEqual([413, { message: "Request Entity Too Large" }]);
    const id = response.headers.get("apigw-requestid");
    const request = await told(shop, "request", ({ requestId }) => requestId === id);
    expect(request).not.toHaveProperty("function");
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
describe("a handler of format 2.0", () => {
  test("answers with a plain value, which becomes the body of a 200", async () => {
    const response = await ask("/products");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await read(response)).toEqual([
      200,
      [
        { id: "tea", name: "Green tea" },
        { id: "jam", name: "Plum jam" },
      ],
    ]);
  });

  test("gets the cookies one by one, and sends several", async () => {
    const response = await ask("/products/tea", { headers: { cookie: "theme=dark; seen=jam.tea" } });
    expect(response.headers.getSetCookie()).toEqual([
      "seen=tea.jam; Path=/",
      "last=tea; Path=/; Max-Age=3600",
    ]);
    expect(await read(response)).toEqual([200, { id: "tea", name: "Green tea", seen: ["jam"] }]);
  });

  test("sets the status of its answer", async () => {
    expect(await read(await ask("/products/tar"))).toEqual([404, { message: "No such product" }]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-stages.html
  test("receives the variables of the stage that was called", async () => {
    expect((await ask("/products/honey")).status).toBe(404);
    expect(await read(await ask("/rehearsal/products/honey"))).toMatchObject([
      200,
      { name: "Heather honey" },
    ]);
  });
});

describe("functions in other languages", () => {
  test("Python answers, and sees the context of its invocation", async () => {
    expect(await read(await ask("/invoices/2026-17"))).toEqual([
      200,
      { year: 2026, number: 17, function: expect.stringMatching(/invoices/) },
    ]);
    expect(await read(await ask("/invoices/last"))).toEqual([404, { message: "No such invoice" }]);
  });

  test("a program with its own runtime answers one request after the other", async () => {
    for (let request = 0; request < 3; request++) {
      const response = await ask("/status");
      expect(response.headers.get("content-type")).toBe("text/plain");
      expect(await read(response)).toEqual([200, "The shop is closed for stocktaking.\n"]);
    }
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
describe("the limits of the stage", () => {
  const importBasket = async (stage = "") => read(await send(`${stage}/basket/import`, packed("tea:1")));
  const tooMany = [429, { message: "Too Many Requests" }];

  test("limit one route below the others, and allow it again after some time", async () => {
    expect((await importBasket())[0]).toBe(200);
    expect((await importBasket())[0]).toBe(200);
    expect(await importBasket()).toEqual(tooMany);
    expect((await ask("/basket")).status).toBe(200);
    shop.clock.advance(999);
    expect(await importBasket()).toEqual(tooMany);
    shop.clock.advance(1);
    expect((await importBasket())[0]).toBe(200);
    expect(await importBasket()).toEqual(tooMany);
  });

  test("are those of one stage, and not of the other", async () => {
    for (let request = 0; request < 4; request++) expect((await importBasket("/rehearsal"))[0]).toBe(200);
  });
});
