import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";

/** Notes that a keeper was at a station; who it was, the gateway has read from their token. */
export async function add(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { pathParameters, requestContext } = event;
  return {
    statusCode: 201,
    headers: {
      "content-type": "application/json",
      // The page of the keepers sends this from the browser.
      "access-control-allow-origin": process.env.KEEPERS_ORIGIN ?? "",
    },
    body: JSON.stringify({ station: pathParameters?.id, by: requestContext.authorizer?.claims.email }),
  };
}
