import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { isSecretOf } from "./is-secret";

/**
 * Admits the staff, who send `Basic` credentials: all of them may read, and the user `manager` may write.
 *
 * It was written for a REST API and answers with a policy. Whom it does not know, it refuses with the one error that the
 * gateway answers with 401.
 */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const [name, password] = credentialsIn(event.headers?.authorization ?? "");
  if (!isSecretOf(name, password, process.env.STAFF_TOKEN_HASHES)) throw new Error("Unauthorized");
  const methods = name === "manager" ? "*" : "GET";
  // arn:aws:execute-api:<region>:<account>:<api>/<stage>/<method>/<path>
  const [api, stage] = event.methodArn.split("/");
  const resource = `${api}/${stage}/${methods}/desk/*`;
  return {
    principalId: name,
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: "execute-api:Invoke", Resource: resource }],
    },
    context: { name },
  };
}

function credentialsIn(authorization: string): readonly [name: string, password: string] {
  const written = /^Basic (.+)$/.exec(authorization)?.[1] ?? "";
  const [name = "", ...rest] = Buffer.from(written, "base64").toString().split(":");
  return [name, rest.join(":")];
}
