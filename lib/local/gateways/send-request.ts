import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { parseArnOf } from "../../facts/aws/arns";
import { causeHeaders } from "../history/causes";
import { contained, type Timers } from "../invoke";
import type { AccessKeys, LocalCredentials } from "../wire/local-credentials";
import { maxBodyBytes } from "../wire/request-body";
import { signedHeadersFor } from "../wire/signature";
import type { ApiExchange } from "./api-exchange";

/** A request of a gateway to a server or to a local service. */
interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
  /** Emulators read region and service from the signature. @default - the request is not signed */
  readonly signing?: RequestSigning | undefined;
  readonly signal: AbortSignal;
  /** @default true */
  readonly verifiesCertificate?: boolean;
}

interface RequestSigning {
  readonly region: string;
  readonly service: string;
  readonly credentials: LocalCredentials;
}

interface SentAnswer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request, signed on request; rejects without an answer. */
export async function sendRequest(asked: OutgoingRequest): Promise<SentAnswer> {
  const { url, method, body, signal, verifiesCertificate = true } = asked;
  const headers = asked.signing === undefined ? asked.headers : signed(asked, asked.signing);
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    // Connections are not reused: if the server closed one in the meantime, the next request would fail.
    const options = {
      method,
      headers,
      signal,
      agent: false,
      rejectUnauthorized: verifiesCertificate,
    } as const;
    const request = open(url, options);
    request.on("error", reject);
    request.on(
      "response",
      contained("gateway", (response: IncomingMessage) => readAnswer(response, resolve, reject), reject),
    );
    request.end(body);
  });
}

function readAnswer(
  response: IncomingMessage,
  resolve: (answer: SentAnswer) => void,
  reject: (error: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on(
    "data",
    contained(
      "gateway",
      (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > maxBodyBytes)
          response.destroy(new Error(`The answer has more than ${maxBodyBytes} bytes.`));
      },
      reject,
    ),
  );
  response.on("error", contained("gateway", reject));
  response.on(
    "end",
    contained(
      "gateway",
      () => {
        const { statusCode: status = 502, headers, rawHeaders } = response;
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
      },
      reject,
    ),
  );
}

/** A request to the server of an integration. */
export interface ServerCall extends Omit<OutgoingRequest, "signal"> {
  readonly timeoutMs: number;
}

/** Calls the server of an integration within its time limit, and notes the result. A text says why there is no answer. */
export async function callServer(
  exchange: ApiExchange,
  clock: Timers,
  { timeoutMs, ...call }: ServerCall,
): Promise<SentAnswer | "timeout" | "unreachable"> {
  const { notes, response, elapsedMs: begun } = exchange;
  const ending = new AbortController();
  const hungUp = contained("API server", (): void => ending.abort());
  let isLate = false;
  const callOff = clock.after(
    timeoutMs,
    contained("API server", () => {
      isLate = true;
      ending.abort();
    }),
  );
  response.on("close", hungUp);
  try {
    const answer = await sendRequest({ ...call, signal: ending.signal });
    notes.integrationStatus = answer.status;
    return answer;
  } catch (error) {
    const { origin } = call.url;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = error instanceof TypeError ? String(error) : (code ?? message);
    notes.integrationError = isLate ? `No answer within ${timeoutMs} ms.` : reason;
    notes.reason = isLate
      ? `${origin} did not answer within ${timeoutMs} ms.`
      : `${origin} cannot be reached: ${reason}`;
    return isLate ? "timeout" : "unreachable";
  } finally {
    callOff();
    response.off("close", hungUp);
    notes.integrationLatencyMs = exchange.elapsedMs - begun;
  }
}

/** The address of a server; undefined for any other text. */
export function serverUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
}

function signed(
  asked: OutgoingRequest,
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
