import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { causeHeaders } from "../history/causes";
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

/** Sends a request, signed where that is asked for; rejects without an answer. */
export async function sendRequest(asked: OutgoingRequest): Promise<SentAnswer> {
  const { url, method, body, signal } = asked;
  const headers = asked.signing === undefined ? asked.headers : signed(asked, asked.signing);
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = open(url, { method, headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > maxBodyBytes)
          response.destroy(new Error(`The answer has more than ${maxBodyBytes} bytes.`));
      });
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 502, headers: received } = response;
        resolve({ status, headers: received, body: Buffer.concat(chunks) });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

function signed(
  asked: OutgoingRequest,
  { credentials, ...scope }: RequestSigning,
): Readonly<Record<string, string | string[]>> {
  return { ...signedHeadersFor(asked, credentials, scope), ...causeHeaders() };
}
