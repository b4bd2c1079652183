import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { causeHeaders } from "../history/causes";
import type { LocalCredentials } from "../wire/local-credentials";

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
  const headers = asked.signing === undefined ? asked.headers : await signed(asked, asked.signing);
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = open(url, { method, headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
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

async function signed(
  { url, method, headers, body }: OutgoingRequest,
  { region, service, credentials }: RequestSigning,
): Promise<Readonly<Record<string, string>>> {
  const [{ SignatureV4 }, { Sha256 }] = await Promise.all([
    import("@smithy/signature-v4"),
    import("@aws-crypto/sha256-js"),
  ]);
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256 });
  const request = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: queryOf(url),
    headers: { host: url.host, ...headers },
    body,
  });
  return { ...request.headers, ...causeHeaders() };
}

function queryOf({ searchParams }: URL): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const name of searchParams.keys()) query[name] = searchParams.getAll(name);
  return query;
}
