import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { drained } from "../../node/requests/drained";
import type { SiteAddress } from "./start-server";
import { forwardedRequest, type ResponseHead, responseHead, type UrlEvent } from "./url-event";

/** The methods of Lambda's response streams, which are not `Writable`. */
export interface ResponseStream {
  write(chunk: Uint8Array | string): boolean;
  end(): void;
  on(event: string, listener: (...given: unknown[]) => void): unknown;
  once(event: string, listener: (...given: unknown[]) => void): unknown;
  off(event: string, listener: (...given: unknown[]) => void): unknown;
  readonly writableEnded?: boolean;
}

/** Adds a head to a body: Lambda's `HttpResponseStream.from`. */
export type WithHead = (stream: ResponseStream, head: ResponseHead) => ResponseStream;

/** Forwards the request of an event to the server, and streams the response to the client. */
export async function handOver(
  address: SiteAddress,
  event: UrlEvent,
  stream: ResponseStream,
  withHead: WithHead,
): Promise<void> {
  if (event.requestContext?.http === undefined) {
    throw new TypeError("This function answers the requests of its function URL, and no other events.");
  }
  const { method, path, headers, body } = forwardedRequest(event);
  // A kept connection may end while Lambda has frozen this process, and the next request would fail.
  const sent = request({ ...address, method, path, headers, agent: false });
  const hangUp = watchForHangUp(stream, sent);
  sent.end(body);
  let response: IncomingMessage;
  try {
    [response] = (await once(sent, "response")) as [IncomingMessage];
  } catch (error) {
    if (hangUp.isGone) return;
    console.error(`The server of the site ended ${method} ${path} without a response: ${messageOf(error)}`);
    const text = "The server ended the connection without a response.\n";
    const textHeaders = { "content-type": "text/plain", "cache-control": "no-store" };
    const answer = withHead(stream, { statusCode: 502, headers: textHeaders, cookies: [] });
    answer.write(text);
    answer.end();
    return;
  }
  try {
    await copy(response, withHead(stream, responseHead(response)), hangUp);
  } catch (error) {
    if (hangUp.isGone) return;
    // Lambda ends the client's response, so that the client knows it is incomplete.
    throw new Error(
      `The server of the site broke off the response to ${method} ${path}: ${messageOf(error)}`,
    );
  }
}

interface HangUp {
  /** Whether the client has ended the connection. */
  isGone: boolean;
}

/** Ends the request to the server when the client disconnects. */
function watchForHangUp(stream: ResponseStream, sent: ClientRequest): HangUp {
  const hangUp: HangUp = { isGone: false };
  const gone = (): void => {
    if (stream.writableEnded === true) return;
    hangUp.isGone = true;
    sent.destroy();
  };
  stream.on("close", gone);
  stream.on("error", gone);
  return hangUp;
}

async function copy(response: IncomingMessage, stream: ResponseStream, hangUp: HangUp): Promise<void> {
  // The first write sends the head, which must not wait for the body; there may be no body.
  stream.write("");
  for await (const chunk of response) {
    if (hangUp.isGone) return;
    if (!stream.write(chunk as Buffer)) await drained(stream);
  }
  stream.end();
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
