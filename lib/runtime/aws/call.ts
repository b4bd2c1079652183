import * as http from "node:http";
import * as https from "node:https";
import { endpointHost } from "../../facts/aws/partitions";
import { AwsClock } from "./clock";
import { type CredentialsProvider, environmentCredentials } from "./credentials";
import { signedHeaders } from "./sign";

export interface AwsOptions {
  readonly region: string;
  /** @default - the credentials in the environment */
  readonly credentials?: CredentialsProvider;
  /**
   * Addresses that replace those of AWS, by the names of the SDKs: `{ AWS_ENDPOINT_URL_DYNAMODB: "http://..." }`.
   *
   * @default - the environment
   */
  readonly endpoints?: Readonly<Record<string, string | undefined>>;
  /** @default - the time of this machine */
  readonly clock?: AwsClock;
  /** Time limit of one request; 0 for none. @default 5 000 */
  readonly timeoutMs?: number;
  /** The maximum size of an answer. @default 16 MiB, more than any answer of DynamoDB or a list of S3 */
  readonly maxBytes?: number;
}

/**
 * A request to AWS.
 *
 * Code of this package for functions does not use the SDK: it needs few operations, and the SDK may not be installed on a
 * developer's machine.
 */
export interface AwsRequest {
  /** The signed name of the service: `dynamodb`. */
  readonly service: string;
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

export class AwsError extends Error {
  override readonly name = "AwsError";

  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    readonly service: string,
  ) {
    super(message);
  }
}

const agents = {
  "http:": new http.Agent({ keepAlive: true }),
  "https:": new https.Agent({ keepAlive: true }),
} as const;

const defaultMaxBytes = 16 * 1024 * 1024;

export function endpointOf(
  service: string,
  host: string,
  { region, endpoints = process.env }: AwsOptions,
): URL {
  return new URL(givenEndpoint(service, endpoints) ?? `https://${endpointHost(host, region)}`);
}

/** The address that replaces that of AWS, for the service or for all services. */
export function givenEndpoint(
  service: string,
  endpoints: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const name = service.replaceAll("-", "_").toUpperCase();
  return endpoints[`AWS_ENDPOINT_URL_${name}`] ?? endpoints.AWS_ENDPOINT_URL;
}

/** Sends a signed request. Rejects if there is no answer in time. */
export async function callAws(request: AwsRequest, options: AwsOptions): Promise<AwsAnswer> {
  const { clock = new AwsClock() } = options;
  const first = await callOnce(request, options, clock);
  const isRefused = first.status === 400 || first.status === 403;
  return clock.learn(first.headers.date as string | undefined) && isRefused
    ? callOnce(request, options, clock)
    : first;
}

async function callOnce(request: AwsRequest, options: AwsOptions, clock: AwsClock): Promise<AwsAnswer> {
  const { service, method, url, body = "", headers = {} } = request;
  const { credentials = environmentCredentials, timeoutMs = 5000, region } = options;
  const { maxBytes = defaultMaxBytes } = options;
  const toSign = { method, url, service, region, body, headers };
  const signed = signedHeaders(toSign, await credentials(), clock.now());
  const isPlain = url.protocol === "http:";
  return new Promise((resolve, reject) => {
    const outgoing = (isPlain ? http : https).request(url, {
      method,
      headers: { ...signed, "content-length": Buffer.byteLength(body) },
      agent: isPlain ? agents["http:"] : agents["https:"],
      timeout: timeoutMs,
    });
    outgoing.on("timeout", () =>
      outgoing.destroy(new Error(`${service} did not answer within ${timeoutMs} ms`)),
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // AWS has ended a kept connection, which shows only now if Lambda had stopped this process.
      if (outgoing.reusedSocket && error.code === "ECONNRESET") resolve(callOnce(request, options, clock));
      else reject(error);
    });
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      const { statusCode: status = 0, headers: received } = response;
      let length = 0;
      const refuse = (): void => {
        outgoing.destroy(new Error(`${service} answers more than ${maxBytes} bytes`));
      };
      response.on("error", reject);
      // The size is checked first: anyone with write access has chosen the content.
      if (Number(received["content-length"] ?? 0) > maxBytes) return refuse();
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) refuse();
        else chunks.push(chunk);
      });
      response.on("end", () => resolve({ status, headers: received, body: Buffer.concat(chunks) }));
    });
    outgoing.end(body);
  });
}

/** The error of a service with a JSON protocol. */
export function jsonError({ status, headers, body }: AwsAnswer, service: string): AwsError {
  const given = parse(body.toString("utf8"));
  // REST services name it in a header, some with a link after a colon.
  const named = given.__type ?? given.code ?? headers["x-amzn-errortype"] ?? `HTTP ${status}`;
  const code = String(named).split("#").pop()?.split(":")[0];
  return new AwsError(code ?? "", status, String(given.message ?? given.Message ?? code), service);
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return { message: text.slice(0, 300) };
  }
}
