import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Report } from "../report";
import { createDualHttpServer, type DualHttpServer } from "../wire/dual-http-server";
import type { Service, ServiceRequest, ServiceResponse } from "./contract/service";

/** The largest request body. S3 accepts the largest bodies. */
const maxRequestBytes = 128 * 1024 * 1024;

/**
 * Receives the requests of the AWS SDKs in functions, at one address for all services.
 *
 * The signature of a request names its service. A service that is not emulated answers with an error that says so.
 */
export class EndpointRouter {
  private readonly http: DualHttpServer;
  private readonly told = new Set<string>();
  private services: ReadonlyMap<string, Service> = new Map();

  private constructor(private readonly report: Report) {
    this.http = createDualHttpServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.report({ event: "warning", text: `A request to an emulated service failed: ${String(error)}` });
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
  }

  static async start(report: Report): Promise<EndpointRouter> {
    const router = new EndpointRouter(report);
    await new Promise<void>((resolve, reject) => {
      router.http.server.once("error", reject);
      router.http.server.listen(0, "127.0.0.1", resolve);
    });
    return router;
  }

  /** The value of `AWS_ENDPOINT_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.http.server.address() as AddressInfo).port}`;
  }

  /** Routes requests to these services from now on, by signing name. */
  serve(services: ReadonlyMap<string, Service>): void {
    this.services = services;
  }

  async close(): Promise<void> {
    await this.http.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Refuse web pages, also when their host name resolves to this machine.
    const authority = request.headers.host ?? String(request.headers[":authority"] ?? "");
    const isOurs = authority === new URL(this.url).host;
    if (request.headers.origin !== undefined || !isOurs) return void response.writeHead(403).end();
    const body = await readBody(request);
    if (body === undefined) return void response.writeHead(413, { connection: "close" }).end();
    const name = signingNameIn(request);
    const service = this.services.get(name);
    const answer =
      service === undefined ? this.notEmulated(name) : await service.handle(parse(name, request, body));
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  private notEmulated(name: string): ServiceResponse {
    const text =
      `serverform local does not emulate ${name}. Use an emulator: ` +
      `--endpoint ${name}=http://127.0.0.1:4566`;
    if (!this.told.has(name)) this.report({ event: "warning", text });
    this.told.add(name);
    // AWS protocols write errors in different ways; this body serves them all. SDKs do not retry a 501.
    return {
      status: 501,
      headers: { "content-type": "application/json", "x-amzn-errortype": "NotEmulated" },
      body: JSON.stringify({ __type: "NotEmulated", code: "NotEmulated", message: text, Message: text }),
    };
  }
}

/** The signing name in a signature: `.../20261121/us-east-1/sqs/aws4_request`. */
function signingNameIn({ headers, url = "" }: IncomingMessage): string {
  const scope =
    /Credential=[^,\s]*\/([a-z0-9-]+)\/aws4_request/.exec(headers.authorization ?? "")?.[1] ??
    /X-Amz-Credential=[^&]*(?:%2F|\/)([a-z0-9-]+)(?:%2F|\/)aws4_request/i.exec(url)?.[1];
  return scope ?? "an unsigned request";
}

function parse(service: string, request: IncomingMessage, body: Buffer): ServiceRequest {
  const headers = Object.fromEntries(
    // HTTP/2 adds the request line to the headers: `:path`.
    Object.entries(request.headers)
      .filter(([name]) => !name.startsWith(":"))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
  const { method = "GET", url = "/" } = request;
  return { service, method, url, headers, body, operation: operationOf(headers, body) };
}

/** The JSON protocol names the operation in a header, the older query protocol in the body. */
function operationOf(headers: Readonly<Record<string, string>>, body: Buffer): string | undefined {
  const target = headers["x-amz-target"];
  if (target !== undefined) return target.split(".").at(-1);
  if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return undefined;
  return new URLSearchParams(body.toString("utf8")).get("Action") ?? undefined;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxRequestBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
