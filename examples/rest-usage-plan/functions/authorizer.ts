import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from "aws-lambda";

/** Allows only the holder of the admin token. */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const token = event.authorizationToken.replace(/^Bearer /, "");
  const given = createHash("sha256").update(token).digest();
  const wanted = Buffer.from(process.env.SERVERFORM_Parameter_value_ADMIN_TOKEN_HASH ?? "", "hex");
  const isAdmin = wanted.length === given.length && timingSafeEqual(given, wanted);
  // A caller may be guessing tokens. The token itself does not belong in a log.
  if (!isAdmin) console.warn("a token is refused");
  return {
    principalId: isAdmin ? "admin" : "nobody",
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        { Effect: isAdmin ? "Allow" : "Deny", Action: "execute-api:Invoke", Resource: event.methodArn },
      ],
    },
  };
}
