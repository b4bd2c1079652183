import { type ClientRequest, request as httpRequest, IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import { parseArnOf } from "../../facts/aws/arns";
import { causeHeaders } from "../history/causes";
import { contained, type Timers } from "../invoke";
import type { AccessKeys, LocalCredentials } from "../wire/local-credentials";
import { drain, maxBodyBytes } from "../wire/request-body";
import { writePart } from "../wire/respond";
import { signedHeadersFor } from "../wire/signature";
import type { ApiExchange } from "./api-exchange";

/** A request of a gateway to a server or to a local service. */
interface OutgoingRequest {
  readonly url: URL;
  /** The path and the query as they are sent. @default - those of the URL, as URLs are written */
  readonly target?: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The body, or the request of a client whose body is passed on as it arrives. */
  readonly body: string | Buffer | IncomingMessage;
  /** The limit of a body that is passed on. @default - any length */
  readonly maxBytes?: number;
  /** Emulators read region and service from the signature. @default - the request is not signed */
  readonly signing?: RequestSigning | undefined;
  readonly signal: AbortSignal;
  /** @default true */
  readonly verifiesCertificate?: boolean;
  /** The name in the certificate of the server. @default - the host */
  readonly serverName?: string | undefined;
}

interface RequestSigning {
  readonly region: string;
  readonly service: string;
  readonly credentials: LocalCredentials;
}

/** A body that is passed on grows over the limit. */
class BodyTooLarge extends Error {}

/** Begins a request, signed on request. Resolves to the beginning of its answer, and rejects without one. */
export function openRequest(asked: OutgoingRequest): Promise<IncomingMessage> {
  const { url, target, method, body, maxBytes = Infinity, signing, signal } = asked;
  const { serverName, verifiesCertificate = true } = asked;
  const isStream = body instanceof IncomingMessage;
  const headers = signing === undefined || isStream ? asked.headers : signed({ ...asked, body }, signing);
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = open(url, {
      method,
      headers,
      signal,
      ...(target !== undefined && { path: target }),
      // Connections are not reused: if the server closed one in the meantime, the next request would fail.
      agent: false,
      rejectUnauthorized: verifiesCertificate,
      ...(serverName !== undefined && { servername: serverName }),
    });
    request.on("error", reject);
    request.on("response", contained("gateway", resolve, reject));
    // A server that switches to another protocol, which no one has asked for, gives no response.
    request.on(
      "close",
      contained("gateway", () => reject(new Error("The server gave no response."))),
    );
    if (isStream) passOn(body, request, maxBytes);
    else request.end(body);
  });
}

function passOn(from: IncomingMessage, to: ClientRequest, maxBytes: number): void {
  let length = 0;
  from.on(
    "data",
    contained("gateway", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) to.destroy(new BodyTooLarge());
    }),
  );
  from.pipe(to);
}

/** Sends a request; rejects without a whole answer. */
export async function sendRequest(asked: OutgoingRequest) {
  const response = await openRequest(asked);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += (chunk as Buffer).length;
    if (length > maxBodyBytes) throw new Error(`The answer has more than ${maxBodyBytes} bytes.`);
    chunks.push(chunk as Buffer);
  }
  const { statusCode: status = 502, headers, rawHeaders } = response;
  return { status, headers, rawHeaders, body: Buffer.concat(chunks) };
}

type SentAnswer = Readonly<Awaited<ReturnType<typeof sendRequest>>>;

/** Writes the body of an answer to a client as it arrives. Rejects when the server breaks off. */
export async function relayBody(
  answer: IncomingMessage,
  response: ServerResponse,
  notes: { responseLength?: number } = {},
): Promise<void> {
  let length = 0;
  for await (const chunk of answer) {
    length += (chunk as Buffer).length;
    notes.responseLength = length;
    await writePart(response, chunk as Buffer);
  }
  response.end();
}

/** A request to the server of an integration. */
export interface ServerCall extends Omit<OutgoingRequest, "signal"> {
  readonly timeoutMs: number;
}

/**
 * Calls the server of an integration within its time limit, and notes the result. A text says why there is no answer.
 *
 * @param send - by default, resolves to the whole answer
 */
export async function callServer<Answer extends { readonly status: number } = SentAnswer>(
  exchange: ApiExchange,
  clock: Timers,
  { timeoutMs, ...call }: ServerCall,
  send: (asked: OutgoingRequest) => Promise<Answer> = sendRequest as never,
): Promise<Answer | "timeout" | "unreachable" | "too-large"> {
  const { notes, response, elapsedMs: begun } = exchange;
  const ending = new AbortController();
  let ended: string | undefined;
  const end = (why: string): void => {
    ended = why;
    ending.abort();
  };
  const late = `No answer within ${timeoutMs} ms.`;
  const hungUp = contained("API server", () => end("The client hung up."));
  const callOff = clock.after(
    timeoutMs,
    contained("API server", () => end(late)),
  );
  response.on("close", hungUp);
  try {
    const answer = await send({ ...call, signal: ending.signal });
    notes.integrationStatus = answer.status;
    return answer;
  } catch (error) {
    if (error instanceof BodyTooLarge) return "too-large";
    const { origin } = call.url;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = ended ?? (error instanceof TypeError ? String(error) : (code ?? message));
    notes.integrationError = reason;
    notes.reason =
      ended === late
        ? `${origin} did not answer within ${timeoutMs} ms.`
        : `${origin} cannot be reached: ${reason}`;
    return ended === late ? "timeout" : "unreachable";
  } finally {
    callOff();
    response.off("close", hungUp);
    // A response that has begun cannot be replaced.
    if (response.headersSent && !response.writableEnded) response.destroy();
    if (call.body instanceof IncomingMessage && !call.body.complete) {
      call.body.unpipe();
      drain(call.body);
    }
    notes.integrationLatencyMs = exchange.elapsedMs - begun;
  }
}

/** The address of a server; undefined for any other text. */
export function serverUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
}

function signed(
  asked: OutgoingRequest & { readonly body: string | Buffer },
  { credentials, ...scope }: RequestSigning,
): Readonly<Record<string, string | string[]>> {
  return { ...signedHeadersFor(asked, credentials, scope), ...causeHeaders() };
}

/** The names that API Gateway and AppSync give their sessions. */
const apiGatewaySession = "BackplaneAssumeRoleSession";
export const appSyncSession = "APPSYNC_ASSUME_ROLE";

/**
 * The credentials with which a gateway calls a service: those of the integration's role. Without a
 * role, the developer's.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html
 */
export function integrationCredentials(
  keys: AccessKeys,
  roleArn: string | undefined,
  sessionName = apiGatewaySession,
): LocalCredentials {
  const isRole = parseArnOf("iam", roleArn ?? "")?.resource.startsWith("role/") === true;
  return roleArn !== undefined && isRole ? keys.ofSession({ roleArn, sessionName }) : keys.administrator;
}

/** Addresses that the user gives with `--endpoint`, by the URI or service in the JSON. */
export type EndpointOverrides = ReadonlyMap<string, string>;

/** The address that replaces a URI; an override applies to the whole URI or to its origin. */
export function overriddenAddress(uri: string, endpoints: EndpointOverrides): string | undefined {
  const whole = endpoints.get(uri);
  if (whole !== undefined) return whole;
  const origin = /^https?:\/\/[^/]+/i.exec(uri)?.[0];
  const mapped = origin === undefined ? undefined : endpoints.get(origin);
  if (origin === undefined || mapped === undefined) return undefined;
  return mapped.replace(/\/$/, "") + uri.slice(origin.length);
}
