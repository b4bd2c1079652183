import type { APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** Changes a price; who asks is an identity of AWS, which the gateway has checked. */
export async function change(
  event: APIGatewayProxyEventV2WithIAMAuthorizer,
): Promise<APIGatewayProxyStructuredResultV2> {
  const price = priceIn(event.body);
  if (price === undefined) return answer(400, { message: "Write { price: number }, above 0" });
  const { userArn } = event.requestContext.authorizer.iam;
  return answer(200, { id: event.pathParameters?.id, price, by: userArn });
}

function priceIn(body: string | undefined): number | undefined {
  try {
    const { price } = JSON.parse(body ?? "") as { price?: unknown };
    return typeof price === "number" && price > 0 ? price : undefined;
  } catch {
    return undefined;
  }
}

function answer(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
