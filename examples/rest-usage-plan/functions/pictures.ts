import { createHash } from "node:crypto";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { stations } from "./stations";

type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/** The last picture of the camera, a fog of one pixel; a real service would read it from a bucket. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The picture itself goes only to clients that ask for `Accept: image/png`; all others get it as base64. */
export const get: Handler = async ({ pathParameters }) => {
  const isKnown = stations.some(({ id }) => id === pathParameters?.id);
  if (!isKnown) return answer(404, { message: "No such station" });
  const headers = { "content-type": "image/png", ...allowOrigin() };
  return { statusCode: 200, headers, body: picture, isBase64Encoded: true };
};

/** Returns what has arrived, so that the station can compare; a real service would store it. */
export const put: Handler = async ({ body, isBase64Encoded }) => {
  if (!isBase64Encoded || body === null) return answer(415, { message: "Send a picture as image/png" });
  const bytes = Buffer.from(body, "base64");
  return answer(200, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
};

function answer(statusCode: number, body: unknown): APIGatewayProxyResult {
  const headers = { "content-type": "application/json", ...allowOrigin() };
  return { statusCode, headers, body: JSON.stringify(body) };
}

/** Read at each call, so that tests may set it. */
function allowOrigin(): Record<string, string> {
  return { "access-control-allow-origin": process.env.KEEPERS_ORIGIN ?? "" };
}
