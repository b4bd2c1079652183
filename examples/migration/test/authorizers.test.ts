import { createHash } from "node:crypto";
import type { APIGatewayRequestAuthorizerEvent, APIGatewayRequestAuthorizerEventV2 } from "aws-lambda";
import { isSecretOf } from "../functions/is-secret";
import { handler as partnerCheck } from "../functions/partner-check";
import { handler as staffCheck } from "../functions/staff-check";

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const hashes = JSON.stringify({ ann: hashOf("open"), manager: hashOf("sesame") });

describe("a secret", () => {
  test.each([
    ["ann", "open", true],
    ["ann", "sesame", false],
    ["ann", "", false],
    ["bob", "open", false],
    ["toString", "open", false],
    ["", "", false],
  ])("of %j is %j: %p", (name, secret, expected) => {
    expect(isSecretOf(name, secret, hashes)).toBe(expected);
  });

  test("refuses every key if no key is known", () => {
    expect(isSecretOf("ann", "open", undefined)).toBe(false);
  });
});

describe("the authorizer of the partners", () => {
  const ask = (headers?: Record<string, string>) => {
    process.env.PARTNER_KEY_HASHES = hashes;
    return partnerCheck({ headers } as APIGatewayRequestAuthorizerEventV2);
  };
  const log = jest.spyOn(console, "log").mockReturnValue();
  afterAll(() => log.mockRestore());

  test("allows the owner of the key, and passes the owner to the routes", async () => {
    const checkId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await ask({ "x-partner": "ann", "x-partner-key": "open" })).toEqual({
      isAuthorized: true,
      context: { partner: "ann", checkId },
    });
  });

  test.each<Record<string, string> | undefined>([
    undefined,
    {},
    { "x-partner": "ann" },
    { "x-partner": "ann", "x-partner-key": "closed" },
  ])("refuses %j", async (headers) => {
    expect(await ask(headers)).toMatchObject({ isAuthorized: false });
  });

  test("writes no key to its log", () => {
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/open|closed/);
  });
});

describe("the authorizer of the staff", () => {
  const api = "arn:aws:execute-api:eu-west-1:123456789012:abc/$default";
  const ask = (authorization?: string) => {
    process.env.STAFF_TOKEN_HASHES = hashes;
    const headers = authorization === undefined ? {} : { authorization };
    return staffCheck({ methodArn: `${api}/PUT/desk/returns`, headers } as APIGatewayRequestAuthorizerEvent);
  };
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

  test.each([
    ["ann:open", "ann", `${api}/GET/desk/*`],
    ["manager:sesame", "manager", `${api}/*/desk/*`],
  ])("lets %s in, as %s: %s", async (credentials, name, Resource) => {
    const { principalId, policyDocument, context } = await ask(basic(credentials));
    expect(policyDocument.Statement).toEqual([{ Effect: "Allow", Action: "execute-api:Invoke", Resource }]);
    expect([principalId, context]).toEqual([name, { name }]);
  });

  test.each([undefined, "", "Bearer x", "Basic", basic("ann"), basic("ann:sesame"), basic("bob:open")])(
    "does not know %j",
    async (authorization) => {
      await expect(ask(authorization)).rejects.toThrow(/^Unauthorized$/);
    },
  );
});
