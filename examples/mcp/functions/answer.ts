import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

export type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

export function answer(
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

export function bodyOf({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): unknown {
  try {
    return JSON.parse(isBase64Encoded ? Buffer.from(body, "base64").toString() : body);
  } catch {
    return undefined;
  }
}
