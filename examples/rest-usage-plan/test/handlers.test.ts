import { createHash } from "node:crypto";
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from "aws-lambda";
import { handler } from "../functions/authorizer";
import { check, reading, stations } from "../functions/weather";

const event = (parts: object) => parts as APIGatewayProxyEvent;

describe("weather", () => {
  test("the list names stations without their readings", async () => {
    expect(JSON.parse((await stations(event({}))).body)).toContainEqual({ id: "hill", place: "Castle hill" });
  });

  test("a reading is found by the station's id", async () => {
    const { body } = await reading(event({ pathParameters: { id: "hill" } }));
    expect(JSON.parse(body)).toMatchObject({ id: "hill", celsius: 8.2 });
    expect((await reading(event({ pathParameters: { id: "moon" } }))).statusCode).toBe(404);
  });

  test("a reading to check is answered with its sender", async () => {
    const requestContext = { authorizer: { principalId: "admin" } };
    const { body } = await check(event({ body: '{"celsius":3}', requestContext }));
    expect(JSON.parse(body)).toEqual({ celsius: 3, by: "admin" });
  });

  test.each([null, "", "{}", '{"celsius":"3"}', '{"celsius":100}'])("is not taken: %j", async (body) => {
    expect((await check(event({ body, requestContext: {} }))).statusCode).toBe(400);
  });
});

describe("the authorizer", () => {
  beforeEach(() => jest.spyOn(console, "warn").mockReturnValue());
  afterEach(() => jest.restoreAllMocks());

  const methodArn = "arn:aws:execute-api:eu-west-1:123456789012:abc/dev/PUT/stations/hill";
  const effectFor = async (token: string) => {
    process.env.SERVERFORM_Parameter_value_ADMIN_TOKEN_HASH = createHash("sha256")
      .update("open")
      .digest("hex");
    const authorizationToken = `Bearer ${token}`;
    const { policyDocument } = await handler({
      methodArn,
      authorizationToken,
    } as APIGatewayTokenAuthorizerEvent);
    return policyDocument.Statement[0];
  };

  test("allows the method to the holder of the token, and only that", async () => {
    expect(await effectFor("open")).toEqual({
      Effect: "Allow",
      Action: "execute-api:Invoke",
      Resource: methodArn,
    });
    expect(await effectFor("closed")).toMatchObject({ Effect: "Deny" });
  });
});
