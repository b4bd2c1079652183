import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { stations as all } from "./stations";

type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export const stations: Handler = async () =>
  answer(
    200,
    all.map(({ id, place }) => ({ id, place })),
  );

export const reading: Handler = async ({ pathParameters }) => {
  const station = all.find(({ id }) => id === pathParameters?.id);
  return station === undefined ? answer(404, { message: "No such station" }) : answer(200, station);
};

/** Returns whether a reading would be accepted; a real station would store it. */
export const check: Handler = async ({ body, requestContext }) => {
  const celsius = numberIn(body);
  if (celsius === undefined) return answer(400, { message: "Write { celsius: number }, between -90 and 60" });
  return answer(200, { celsius, by: requestContext.authorizer?.principalId });
};

function numberIn(body: string | null): number | undefined {
  try {
    const { celsius } = JSON.parse(body ?? "") as { celsius?: unknown };
    return typeof celsius === "number" && celsius >= -90 && celsius <= 60 ? celsius : undefined;
  } catch {
    return undefined;
  }
}

function answer(statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
