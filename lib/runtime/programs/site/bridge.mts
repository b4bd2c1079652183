// The handler of a site's function. The server starts while Lambda loads this module, when a function has the most processor time.
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { handOver, type ResponseStream, type WithHead } from "./hand-over.js";
import { makeReplacedFolder, type ReplacedFiles } from "./replaced-folder.js";
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

const { LAMBDA_TASK_ROOT: root = process.cwd() } = process.env;

const { entry, port, replaced } = JSON.parse(readFileSync(resolve(root, "server.json"), "utf8")) as {
  readonly entry: string;
  readonly port?: number;
  readonly replaced?: ReplacedFiles;
};

/** The folder of the build's output, or a copy that contains the values that are known only at deployment. */
function serverFolder(): string {
  const packaged = resolve(root, "server");
  if (replaced === undefined) return packaged;
  const copy = resolve(tmpdir(), "serverform-site");
  makeReplacedFolder(packaged, copy, replaced, process.env);
  return copy;
}

const address = await startServer({
  folder: serverFolder(),
  entry,
  port,
}).catch((error: unknown) => {
  // Lambda shows only the type of an error that happens here.
  console.error(error instanceof Error ? error.message : error);
  throw error;
});

export const handler = awslambda.streamifyResponse((event, stream, context) => {
  // The server keeps the event loop busy.
  context.callbackWaitsForEmptyEventLoop = false;
  return handOver(address, event, stream, awslambda.HttpResponseStream.from);
});
