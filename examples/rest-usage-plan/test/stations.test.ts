import { createHash } from "node:crypto";
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { get, put } from "../functions/pictures";
import { handler as authorize } from "../functions/station-authorizer";
import { handler as summarize } from "../functions/summary";
import { add } from "../functions/visits";

const event = (parts: object) => parts as APIGatewayProxyEvent;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

describe("pictures", () => {
  test("are handed to the gateway as base64 of a PNG", async () => {
    const { headers, isBase64Encoded, body } = await get(event({ pathParameters: { id: "hill" } }));
    expect([headers?.["content-type"], isBase64Encoded]).toEqual(["image/png", true]);
    expect(Buffer.from(body, "base64").subarray(1, 4).toString()).toBe("PNG");
    expect((await get(event({ pathParameters: { id: "moon" } }))).statusCode).toBe(404);
  });

  test("are answered with their size and digest", async () => {
    const bytes = Buffer.from([0, 127, 128, 255]);
    const { body } = await put(event({ body: bytes.toString("base64"), isBase64Encoded: true }));
    expect(JSON.parse(body)).toEqual({ bytes: 4, sha256: sha256(bytes) });
  });

  test.each([
    { body: "text", isBase64Encoded: false },
    { body: null, isBase64Encoded: false },
  ])("are not taken from %j", async (given) => {
    expect((await put(event(given))).statusCode).toBe(415);
  });
});

test("a visit is noted under the keeper's address", async () => {
  const requestContext = { authorizer: { claims: { email: "ada@example.com" } } };
  const { statusCode, body } = await add(event({ pathParameters: { id: "hill" }, requestContext }));
  expect([statusCode, JSON.parse(body)]).toEqual([201, { station: "hill", by: "ada@example.com" }]);
});

describe("summaries", () => {
  test.each([
    ["celsius", 8.2],
    ["fahrenheit", 46.8],
  ] as const)("are in %s", async (unit, degrees) => {
    expect(await summarize({ id: "hill", unit })).toEqual({
      id: "hill",
      place: "Castle hill",
      degrees,
      unit,
    });
  });

  test("of no station fail with the words that the gateway looks for", async () => {
    await expect(summarize({ id: "moon", unit: "celsius" })).rejects.toThrow(/^No such station: moon$/);
  });
});

describe("the authorizer of stations", () => {
  const variable = "SERVERFORM_Parameter_value_STATION_TOKEN_HASHES";
  const stage = "arn:aws:execute-api:eu-west-1:123456789012:abc/dev";
  beforeEach(() => {
    jest.spyOn(console, "log").mockReturnValue();
    jest.spyOn(console, "warn").mockReturnValue();
    process.env[variable] = JSON.stringify({ harbour: sha256("h"), hill: sha256("i") });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    delete process.env[variable];
  });

  const statementsFor = async (headers: Record<string, string>) => {
    const given = { methodArn: `${stage}/PUT/stations/hill/report`, headers };
    const { principalId, policyDocument } = await authorize(given as APIGatewayRequestAuthorizerEvent);
    return [principalId, policyDocument.Statement];
  };

  test("allows everything that a station may do, for each request", async () => {
    const statement = (Effect: string, path: string) => ({
      Effect,
      Action: "execute-api:Invoke",
      Resource: `${stage}/PUT/stations/${path}`,
    });
    expect(await statementsFor({ "X-Station": "harbour", "X-Station-Token": "h" })).toEqual([
      "harbour",
      [statement("Allow", "harbour/*")],
    ]);
    expect(await statementsFor({ "x-station": "hill", "x-station-token": "i" })).toEqual([
      "hill",
      [statement("Allow", "hill/*"), statement("Deny", "hill/picture")],
    ]);
  });

  test.each([
    ["another station's token", { "x-station": "hill", "x-station-token": "h" }],
    ["a pattern for a name", { "x-station": "*", "x-station-token": "h" }],
    ["a member that every object has", { "x-station": "constructor", "x-station-token": "h" }],
    ["nothing", {}],
  ])("refuses %s by the word that means 401", async (_name, headers) => {
    await expect(statementsFor(headers)).rejects.toThrow(/^Unauthorized$/);
  });

  test("refuses all callers if no token is known", async () => {
    delete process.env[variable];
    await expect(statementsFor({ "x-station": "hill", "x-station-token": "" })).rejects.toThrow();
  });
});
