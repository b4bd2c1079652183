import { as, read, told } from "./migration-support";
import { shop } from "./served-migration";

const forbidden = [403, { message: "Forbidden" }];

const ask = (path: string, init?: RequestInit) => fetch(`${shop.url("PartnerApi")}${path}`, init);

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services.html
describe("a route to a queue", () => {
  const order = (quantity: number, headers: Record<string, string>) =>
    ask("/orders", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ product: "jam", quantity }),
    });

  test("takes an order with SQS's own answer, and the consumer works it off", async () => {
    const response = await order(7, as("acme"));
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/[0-9a-f-]{36}/);
    await told(shop, "log", ({ line }) => line.endsWith("ordered: 7 x jam"));
  });

  test("refuses unknown callers", async () => {
    expect(await read(await order(8, as("acme", "guess")))).toEqual(forbidden);
    await order(9, as("acme"));
    await told(shop, "log", ({ line }) => line.endsWith("ordered: 9 x jam"));
    expect(shop.events.filter((each) => each.event === "log" && each.line.includes("8 x"))).toEqual([]);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
describe("pages of other origins", () => {
  const origin = "https://partners.example.com";
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
  const preflight = (from: string) =>
    ask("/feed", {
      method: "OPTIONS",
      headers: { origin: from, "access-control-request-method": "GET" },
    });

  test("ask first, and the gateway answers without any authorizer", async () => {
    const response = await preflight(origin);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(corsOf(response)).toEqual({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET,POST",
      "access-control-allow-headers": "content-type,x-partner,x-partner-key",
      "access-control-expose-headers": "apigw-requestid",
      "access-control-max-age": "600",
    });
  });

  test("may read answers, refusals too", async () => {
    const allowed = {
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "apigw-requestid",
    };
    expect(corsOf(await ask("/feed", { headers: { ...as("acme"), origin } }))).toEqual(allowed);
    expect(corsOf(await ask("/feed", { headers: { origin } }))).toEqual(allowed);
  });

  test.each(["http://partners.example.com", "https://partners.example.com.evil.example", "null"])(
    "are not allowed in from %s",
    async (from) => {
      expect(corsOf(await preflight(from))).toEqual({});
      expect(corsOf(await ask("/feed", { headers: { ...as("acme"), origin: from } }))).toEqual({});
    },
  );
});

describe("the gateway", () => {
  test.each([
    ["GET", "/nowhere"],
    ["GET", "/"],
    ["DELETE", "/feed"],
    ["GET", "/desk/a/b"],
  ])("has no %s %s", async (method, path) => {
    const response = await ask(path, { method, headers: as("acme") });
    expect(await read(response)).toEqual([404, { message: "Not Found" }]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
  test("lets ten requests of a route through at once, and then five a second", async () => {
    const status = async () => (await ask("/feed")).status;
    for (let request = 0; request < 10; request++) expect(await status()).toBe(401);
    expect(await read(await ask("/feed"))).toEqual([429, { message: "Too Many Requests" }]);
    shop.clock.advance(200);
    expect(await status()).toBe(401);
    expect(await status()).toBe(429);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
  test("writes a line for each request, in the format of the stage", async () => {
    const lineOf = async (response: Response) => {
      const id = response.headers.get("apigw-requestid") ?? "none";
      return (await told(shop, "access-log", ({ line }) => line.startsWith(id))).line.slice(id.length + 1);
    };
    const good = await ask("/feed?x=1", { headers: as("acme") });
    const { checkId } = (await good.clone().json()) as { readonly checkId: string };
    expect(await lineOf(good)).toBe(`127.0.0.1 "GET /feed" 200 partner=acme check=${checkId} error=-`);
    expect(await lineOf(await ask("/feed"))).toBe(
      '127.0.0.1 "GET /feed" 401 partner=- check=- error=Unauthorized',
    );
    expect(await lineOf(await ask("/nowhere"))).toBe(
      '127.0.0.1 "GET /nowhere" 404 partner=- check=- error=Not Found',
    );
  });
});
