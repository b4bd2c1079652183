import type { Writable } from "node:stream";
import { drained } from "./drained";
import type { GatewayEvent, LambdaContext } from "./gateway-event";
import type { RouteResult } from "./route-types";

/** The part of Lambda's runtime that streams responses. Source: https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html */
interface StreamingRuntime {
  streamifyResponse(
    handler: (event: GatewayEvent, stream: Writable, lambda: LambdaContext) => Promise<void>,
  ): (event: GatewayEvent, lambda: LambdaContext) => Promise<RouteResult>;
  readonly HttpResponseStream: { from(stream: Writable, head: object): Writable };
}

interface StreamSettings {
  readonly type: string;
  readonly status: number;
  /** The answer to an error. Throws errors of the function. */
  failed(error: unknown): RouteResult;
}

type Chunks = AsyncIterable<string | Uint8Array>;

/** A handler that streams its answer. Without Lambda's runtime, as in a unit test, the answer is sent as a whole. */
export function streamed(
  { type, status, failed }: StreamSettings,
  run: (event: GatewayEvent, lambda: LambdaContext) => Promise<unknown>,
): (event: GatewayEvent, lambda: LambdaContext) => Promise<RouteResult> {
  const headers = { "content-type": type };
  // Other packages declare it with other types of handlers.
  const given: unknown = Reflect.get(globalThis, "awslambda");
  const runtime = given as StreamingRuntime | undefined;
  if (runtime === undefined)
    return async (event, lambda) => {
      try {
        const parts: Uint8Array[] = [];
        for await (const chunk of (await run(event, lambda)) as Chunks) parts.push(Buffer.from(chunk));
        return { statusCode: status, headers, body: Buffer.concat(parts).toString() };
      } catch (error) {
        return failed(error);
      }
    };
  return runtime.streamifyResponse(async (event, stream, lambda) => {
    let hasBegun = false;
    // The head leaves with the first write, and not with the end.
    const end = (out: Writable, last: string): void => {
      out.write(last);
      out.end();
    };
    try {
      const chunks = (await run(event, lambda)) as Chunks;
      const out = runtime.HttpResponseStream.from(stream, { statusCode: status, headers });
      for await (const chunk of chunks) {
        // The caller has gone.
        if (out.destroyed) return;
        hasBegun = true;
        if (!out.write(chunk)) await drained(out);
      }
      end(out, "");
    } catch (error) {
      if (hasBegun) throw error;
      const { statusCode, headers: own, body = "" } = failed(error);
      end(runtime.HttpResponseStream.from(stream, { statusCode, headers: own }), body);
    }
  });
}
