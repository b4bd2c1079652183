import { setTimeout as delay } from "node:timers/promises";

export const handler = awslambda.streamifyResponse(async (_event, stream) => {
  const response = awslambda.HttpResponseStream.from(stream, {
    statusCode: 200,
    headers: { "content-type": "text/event-stream" },
  });
  for (const word of ["Hello", "again"]) {
    response.write(`data: ${word}\n\n`);
    await delay(100);
  }
  response.end();
});
