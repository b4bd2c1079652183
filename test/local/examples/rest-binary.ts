import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { apiKeyOf, type Received, send, weather } from "./weather";

let key: string;

beforeAll(() => {
  key = apiKeyOf(weather, "Agency");
});

function picture(headers: OutgoingHttpHeaders = {}): Promise<Received> {
  // The method takes one request a second.
  weather.clock.advance(1000);
  const url = `${weather.url("Stations")}/stations/harbour/picture`;
  return send(url, { headers: { ...headers, "x-api-key": key } });
}

const base64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html and, for
// functions, https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html
describe("a binary answer", () => {
  test("is sent as its bytes to clients that accept the type", async () => {
    const { status, headers, body } = await picture({ accept: "image/png" });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-type": "image/png", "content-length": "70" });
    expect(body.equals(Buffer.from(base64, "base64"))).toBe(true);
  });

  test("is sent as its bytes when the type comes first among several", async () => {
    const { body } = await picture({ accept: "image/png,image/webp" });
    expect(body.equals(Buffer.from(base64, "base64"))).toBe(true);
  });

  test.each([
    ["says nothing", {}],
    ["accepts everything", { accept: "*/*" }],
    ["accepts pictures of any type", { accept: "image/*" }],
    ["would rather have another type", { accept: "image/webp,image/png" }],
  ])("stays base64 for a client that %s", async (_name, headers) => {
    const answer = await picture(headers);
    expect([answer.status, answer.headers["content-type"], answer.body.toString("latin1")]).toEqual([
      200,
      "image/png",
      base64,
    ]);
  });
});

describe("a binary body", () => {
  const put = (type: string, body: Buffer) =>
    send(`${weather.url("Stations")}/stations/harbour/picture`, {
      method: "PUT",
      headers: { "content-type": type, "x-station": "harbour", "x-station-token": "harbour-token" },
      body,
    });
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

  test.each([
    ["every byte", everyByte],
    ["bytes that end in the middle of a character", Buffer.from([0x41, 0xe2, 0x82])],
    ["more than a megabyte", Buffer.alloc(1_100_000, everyByte)],
  ])("gets to the function as it is: %s", async (_name, bytes) => {
    const { status, body } = await put("image/png", bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect([status, JSON.parse(body.toString())]).toEqual([200, { bytes: bytes.length, sha256 }]);
  });

  test("is recognized by its type alone, in any spelling", async () => {
    expect((await put("Image/PNG; q=1", everyByte)).status).toBe(200);
  });

  test.each(["application/octet-stream", "image/jpeg", "text/plain"])(
    "of the type %s is a text to the gateway",
    async (type) => {
      const { status, body } = await put(type, everyByte);
      expect([status, body.toString()]).toEqual([415, '{"message":"Send a picture as image/png"}']);
    },
  );
});
