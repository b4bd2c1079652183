import { gunzipSync, gzipSync } from "node:zlib";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { handler } from "../functions/basket";

const ask = (route: string, parts: Partial<APIGatewayProxyEvent> = {}) => {
  const [httpMethod, resource] = route.split(" ");
  return handler({ httpMethod, resource, multiValueHeaders: {}, ...parts } as APIGatewayProxyEvent);
};

const cookie = (...values: string[]) => ({ multiValueHeaders: { cookie: values } });
const packed = (text: string) => ({ body: gzipSync(text).toString("base64"), isBase64Encoded: true });

describe("the basket", () => {
  test("is empty at first", async () => {
    expect(await ask("GET /basket")).toMatchObject({ statusCode: 200, body: "{}" });
  });

  test.each([
    [cookie("theme=dark; basket=tea:2.jam:1")],
    [cookie("theme=dark", "basket=tea:2.jam:1")],
    [{ multiValueHeaders: { Cookie: ["basket=tea:2.jam:1"] } }],
  ])("is stored in a cookie: %j", async (parts) => {
    expect(JSON.parse((await ask("GET /basket", parts)).body)).toEqual({ tea: 2, jam: 1 });
  });

  test("takes several products at once, and sends two cookies", async () => {
    const answer = await ask("POST /basket", {
      ...cookie("basket=tea:1"),
      multiValueQueryStringParameters: { add: ["tea", "jam"] },
    });
    expect(answer.multiValueHeaders).toEqual({
      "Set-Cookie": ["basket=tea:2.jam:1; Path=/; HttpOnly; Secure", "count=3; Path=/"],
    });
  });

  test("refuses values that would set another cookie", async () => {
    const add = ["x; Domain=evil.example", "a.b", "__proto__"];
    expect(await ask("POST /basket", { multiValueQueryStringParameters: { add } })).toMatchObject({
      body: "{}",
    });
  });

  test("is written to a file, and read from it", async () => {
    const { body, isBase64Encoded } = await ask("GET /basket/export", cookie("basket=tea:2.jam:1"));
    expect(isBase64Encoded).toBe(true);
    expect(gunzipSync(Buffer.from(body, "base64")).toString()).toBe("tea:2\njam:1");
    const read = await ask("POST /basket/import", { body, isBase64Encoded });
    expect(JSON.parse(read.body)).toEqual({ tea: 2, jam: 1 });
  });

  test.each([
    ["no file", { body: "text", isBase64Encoded: false }],
    ["nothing", { body: null, isBase64Encoded: false }],
    ["a file that unpacks to a huge one", packed("x".repeat(1_000_000))],
  ])("is not read from %s", async (_, parts) => {
    expect(await ask("POST /basket/import", parts)).toMatchObject({ statusCode: 400 });
  });
});
