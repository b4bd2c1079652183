import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { localCredentials } from "../../support/access-keys";
import { as, read, secrets, startMigration, told } from "./migration-support";
import { shop } from "./served-migration";

const forbidden = [403, { message: "Forbidden" }];
const unauthorized = [401, { message: "Unauthorized" }];

const ask = (path: string, init?: RequestInit) => fetch(`${shop.url("PartnerApi")}${path}`, init);

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
});

/** The lines that the partners' authorizer has written about its invocations. */
const checks = () =>
  shop.events.flatMap((each) =>
    each.event === "log" && each.line.includes("checkId")
      ? [JSON.parse(each.line) as { readonly partner: string; readonly isAuthorized: boolean }]
      : [],
  );

/** The check that let a request to the feed in. */
async function checkOf(headers: Record<string, string>): Promise<string> {
  const [status, body] = await read(await ask("/feed", { headers }));
  expect([status, body]).toMatchObject([200, { partner: headers["x-partner"], products: ["tea", "jam"] }]);
  return (body as { readonly checkId: string }).checkId;
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
describe("an authorizer with simple answers", () => {
  test.each<[what: string, headers: Record<string, string>]>([
    ["without anything", {}],
    ["without a key", { "x-partner": "acme" }],
    ["without a name", { "x-partner-key": secrets.acme }],
    ["with an empty key", { "x-partner": "acme", "x-partner-key": "" }],
  ])("is not asked about a request %s", async (_, headers) => {
    const before = checks().length;
    expect(await read(await ask("/feed", { headers }))).toEqual(unauthorized);
    // Lines of one process come in their order: after that of a known partner, none can be missing.
    shop.clock.advance(300_000);
    const checkId = await checkOf(as("bolt"));
    await told(shop, "log", ({ line }) => line.includes(checkId));
    expect(checks().slice(before)).toMatchObject([{ partner: "bolt" }]);
  });

  test("refuses a wrong key, and the route is not reached", async () => {
    const response = await ask("/feed", { headers: as("acme", "guess") });
    expect(await read(response)).toEqual(forbidden);
    const id = response.headers.get("apigw-requestid");
    expect(await told(shop, "request", ({ requestId }) => requestId === id)).not.toHaveProperty("function");
  });

  test("is asked once in five minutes for the same name and key", async () => {
    shop.clock.advance(300_000);
    const first = await checkOf(as("acme"));
    expect(await checkOf(as("acme"))).toBe(first);
    expect(await checkOf(as("bolt"))).not.toBe(first);
    shop.clock.advance(299_999);
    expect(await checkOf(as("acme"))).toBe(first);
    shop.clock.advance(1);
    expect(await checkOf(as("acme"))).not.toBe(first);
  });

  test("is not asked again about a refused request", async () => {
    const headers = as("bolt", "another guess");
    const before = checks().length;
    for (let request = 0; request < 3; request++)
      expect(await read(await ask("/feed", { headers }))).toEqual(forbidden);
    shop.clock.advance(300_000);
    const checkId = await checkOf(as("bolt"));
    await told(shop, "log", ({ line }) => line.includes(checkId));
    expect(
      checks()
        .slice(before)
        .map(({ isAuthorized }) => isAuthorized),
    ).toEqual([false, true]);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
test("an authorizer that fails allows no client, and logs the reason only", async () => {
  const broken = await startMigration({ partnerKeyHashes: "{" });
  try {
    const response = await fetch(`${broken.url("PartnerApi")}/feed`, { headers: as("acme") });
    expect(await read(response)).toEqual([500, { message: "Internal Server Error" }]);
    const error = await told(broken, "function-error", ({ errorType }) => errorType === "SyntaxError");
    expect(error.stack.join("\n")).toContain("functions/is-secret.ts");
  } finally {
    await broken.stop();
  }
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
describe("an authorizer with policies", () => {
  const desk = async (method: string, headers: Record<string, string> = {}) =>
    read(await ask("/desk/returns", { method, headers }));

  test("lets the staff read, and the manager write too", async () => {
    const clerk = basic("clerk", secrets.clerk);
    const manager = basic("manager", secrets.manager);
    expect(await desk("GET", clerk)).toEqual([200, { page: "returns", reader: "clerk" }]);
    expect(await desk("PUT", clerk)).toEqual(forbidden);
    expect(await desk("GET", manager)).toEqual([200, { page: "returns", reader: "manager" }]);
    expect(await desk("PUT", manager)).toEqual([200, { page: "returns", writer: "manager" }]);
  });

  test("answers unknown clients with 401, also those without credentials", async () => {
    expect(await desk("GET", basic("clerk", secrets.manager))).toEqual(unauthorized);
    expect(await desk("GET")).toEqual(unauthorized);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control-iam.html
describe("a route for identities of AWS", () => {
  const change = async (body: string, region = "us-east-1", sent = body) => {
    const url = new URL(`${shop.url("PartnerApi")}/prices/tea`);
    const signer = new SignatureV4({
      credentials: localCredentials,
      region,
      service: "execute-api",
      sha256: Sha256,
    });
    const toSign = {
      method: "PUT",
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: { host: url.host, "content-type": "application/json" },
      body,
    };
    const { headers } = await signer.sign(toSign, { signingDate: new Date(shop.clock.now()) });
    return read(await fetch(url, { method: "PUT", headers, body: sent }));
  };

  test("accepts a signed request, and names its sender", async () => {
    const by = expect.stringMatching(/^arn:aws:/);
    expect(await change('{"price":3}')).toEqual([200, { id: "tea", price: 3, by }]);
    expect((await change('{"price":-3}'))[0]).toBe(400);
  });

  test("refuses one without a signature, with that of another body or of another region", async () => {
    const unsigned = await ask("/prices/tea", { method: "PUT", body: '{"price":3}', headers: as("acme") });
    expect(await read(unsigned)).toEqual(forbidden);
    expect(await change('{"price":3}', "us-east-1", '{"price":1}')).toEqual(forbidden);
    expect(await change('{"price":3}', "eu-west-1")).toEqual(forbidden);
  });
});
