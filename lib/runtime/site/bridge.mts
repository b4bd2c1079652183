// The handler of a site's function. The server starts while Lambda loads this module, which is the fastest time of a function.
import { resolve } from "node:path";
import { handOver, type ResponseStream, type WithHead } from "./hand-over.js";
import { startServer } from "./start-server.js";
import type { UrlEvent } from "./url-event.js";

type Handler = (
  event: UrlEvent,
  stream: ResponseStream,
  context: { callbackWaitsForEmptyEventLoop: boolean },
) => Promise<void>;

/** A global of Lambda's Node runtimes. */
declare const awslambda: {
  streamifyResponse(handler: Handler): unknown;
  readonly HttpResponseStream: { readonly from: WithHead };
};

const {
  LAMBDA_TASK_ROOT: root = process.cwd(),
  SERVERFORM_SITE_ENTRY: entry = "",
  SERVERFORM_SITE_PORT: port,
} = process.env;

/** The folder of the package that holds what the build made. */
const folder = resolve(root, "server");

const address = await startServer({
  entry,
  folder,
  port: port === undefined ? undefined : Number(port),
}).catch((error: unknown) => {
  // Lambda shows only the type of an error that happens here.
  console.error(error instanceof Error ? error.message : error);
  throw error;
});

export const handler = awslambda.streamifyResponse((event, stream, context) => {
  // The server never leaves the event loop empty.
  context.callbackWaitsForEmptyEventLoop = false;
  return handOver(address, event, stream, awslambda.HttpResponseStream.from);
});
