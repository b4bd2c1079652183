import { createHash } from "node:crypto";
import type { APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { handler, isToken } from "../functions/authorizer";

const hash = createHash("sha256").update("secret").digest("hex");

describe("the authorizer of the chat", () => {
  test.each([
    ["secret", hash, true],
    ["Secret", hash, false],
    ["", hash, false],
    ["", "", false],
    ["secret", "secret", false],
  ])("the token %j for the hash %j: %p", (token, sha256, isKnown) => {
    expect(isToken(token, sha256)).toBe(isKnown);
  });

  test.each([
    [{ token: "secret" }, "Allow"],
    [{ token: "guess" }, "Deny"],
    [null, "Deny"],
  ])("%j is answered for this connection only: %s", async (queryStringParameters, Effect) => {
    process.env.TOKEN_SHA256 = hash;
    const methodArn = "arn:aws:execute-api:us-east-1:123456789012:id/dev/$connect";
    const event = { queryStringParameters, methodArn } as unknown as APIGatewayRequestAuthorizerEvent;
    expect((await handler(event)).policyDocument.Statement).toEqual([
      { Action: "execute-api:Invoke", Effect, Resource: methodArn },
    ]);
  });
});
