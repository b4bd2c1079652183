import { createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo, Server } from "node:net";

/** A request of a function to a service. */
export interface AwsRequest {
  /** Service and action: `dynamodb PutItem`, `s3 PUT`. */
  readonly action: string;
  /** Its input: the parameters, or path and body of an object. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A request, and its response, of either version of HTTP. */
interface Incoming extends AsyncIterable<Buffer> {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly method?: string;
  readonly url?: string;
}
interface Outgoing {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

/**
 * The part of AWS that the example uses, behind one address: it records the requests.
 *
 * Services are distinguished by the service that a request is signed for, as in AWS. Requests that are not in `answers` are accepted.
 */
export class FakeAws {
  readonly requests: AwsRequest[] = [];
  /** Answers by action; those of services that speak JSON. */
  readonly answers = new Map<string, object>();
  private readonly servers: readonly Server[];

  constructor() {
    const answer = async (request: Incoming, response: Outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.answer(request, Buffer.concat(chunks).toString(), response);
    };
    // The SDK's client for Kinesis speaks HTTP/2.
    this.servers = [createServer(answer), createHttp2Server(answer)];
  }

  /** Starts to listen on this machine alone, and returns the variables by which clients find it. */
  async start(): Promise<{ readonly AWS_ENDPOINT_URL: string; readonly AWS_ENDPOINT_URL_KINESIS: string }> {
    const [AWS_ENDPOINT_URL = "", AWS_ENDPOINT_URL_KINESIS = ""] = await Promise.all(
      this.servers.map(async (server) => {
        await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }),
    );
    return { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_KINESIS };
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => new Promise((done) => server.close(done))));
  }

  private answer(request: Incoming, body: string, response: Outgoing): void {
    const asked = readRequest(request, body);
    this.requests.push(asked);
    const [service = "", action = ""] = asked.action.split(" ");
    const json = JSON.stringify(this.answers.get(asked.action) ?? {});
    const text = service === "sns" ? snsAnswer(action) : service === "s3" ? "" : json;
    response.writeHead(200, { "content-type": service === "sns" ? "text/xml" : "application/json" });
    response.end(text);
  }
}

function readRequest({ headers, method = "", url = "" }: Incoming, body: string): AwsRequest {
  const [, service = "unsigned"] = /\/([a-z0-9]+)\/aws4_request/.exec(String(headers.authorization)) ?? [];
  if (service === "s3") {
    const path = decodeURIComponent(url.split("?")[0] ?? "");
    return { action: `s3 ${method}`, input: { path, type: headers["content-type"] } };
  }
  if (service === "sns") {
    const { Action = "", Version: _, ...input } = Object.fromEntries(new URLSearchParams(body));
    return { action: `sns ${Action}`, input };
  }
  const [, action = ""] = String(headers["x-amz-target"]).split(".");
  return { action: `${service} ${action}`, input: JSON.parse(body) };
}

// Source: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
const snsAnswer = (action: string) =>
  `<${action}Response xmlns="https://sns.amazonaws.com/doc/2010-03-31/"><${action}Result>` +
  `<MessageId>567910cd-659e-55d4-8ccb-5aaf14679dc0</MessageId></${action}Result></${action}Response>`;
