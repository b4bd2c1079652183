import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { causeHeaders } from "../history/causes";
import { contained } from "../invoke";
import type { LocalCredentials } from "../wire/local-credentials";
import { maxBodyBytes } from "../wire/request-body";
import { signedHeadersFor } from "../wire/signature";

/** A request of a gateway to a server or to a local service. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Emulators read region and service from the signature. @default - the request is not signed */
  readonly signing?: RequestSigning | undefined;
  readonly signal: AbortSignal;
}

export interface RequestSigning {
  readonly region: string;
  readonly service: string;
  readonly credentials: LocalCredentials;
}

export interface SentAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request, signed on request; rejects without an answer. */
export async function sendRequest(asked: OutgoingRequest): Promise<SentAnswer> {
  const { url, method, body, signal } = asked;
  const headers = asked.signing === undefined ? asked.headers : signed(asked, asked.signing);
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = open(url, { method, headers, signal, agent: false });
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
        const { statusCode: status = 502, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      },
      reject,
    ),
  );
}

function signed(
  asked: OutgoingRequest,
  { credentials, ...scope }: RequestSigning,
): Readonly<Record<string, string | string[]>> {
  return { ...signedHeadersFor(asked, credentials, scope), ...causeHeaders() };
}
