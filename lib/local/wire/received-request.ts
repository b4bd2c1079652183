import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { randomText } from "../invoke";
import { type RequestBody, readBody } from "./request-body";

/** An HTTP request: the parts that do not depend on the API. */
export class ReceivedRequest {
  readonly startedAt = performance.now();
  /** Still encoded, with the stage's name. */
  readonly rawPath: string;
  readonly rawQuery: string;
  /** The body, once it was read as a whole. */
  bodyBytes: Buffer | undefined;
  private bodyRead: Promise<RequestBody> | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly receivedAtMs: number,
  ) {
    const url = originForm(request.url ?? "/");
    const question = url.indexOf("?");
    this.rawPath = question === -1 ? url : url.slice(0, question);
    this.rawQuery = question === -1 ? "" : url.slice(question + 1);
  }

  get method(): string {
    return this.request.method ?? "GET";
  }

  get protocol(): string {
    return `HTTP/${this.request.httpVersion}`;
  }

  get sourceIp(): string {
    return sourceIpOf(this.request);
  }

  get domainName(): string {
    return this.request.headers.host ?? "localhost";
  }

  get domainPrefix(): string {
    return this.domainName.split(".", 1)[0] ?? "";
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** Reads the body once, even for several calls. */
  readBody(): Promise<RequestBody> {
    this.bodyRead ??= this.keepBody();
    return this.bodyRead;
  }

  private async keepBody(): Promise<RequestBody> {
    const body = await readBody(this.request);
    if (body.state === "complete") this.bodyBytes = body.bytes;
    return body;
  }

  get isBodyRead(): boolean {
    return this.bodyRead !== undefined;
  }
}

/** The request of a WebSocket client, which has no response. */
export const receivedHandshake = (request: IncomingMessage, receivedAtMs = 0): ReceivedRequest =>
  new ReceivedRequest(request, undefined as never, receivedAtMs);

/** The IP address of the client; IPv4 addresses are not mapped to IPv6. */
export function sourceIpOf({ socket }: IncomingMessage): string {
  const address = socket.remoteAddress ?? "127.0.0.1";
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

/** Clients of proxies send the whole URL: `GET http://host/path`. */
function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1];
  return path === undefined || !path.startsWith("/") ? `/${path ?? ""}` : path;
}

/**
 * The address of a request, from its target: a path, or a whole address as for a proxy. An invalid target becomes one part of a
 * path, which does not exist.
 *
 * `new URL(target, base)` would parse the first part of `//host/path` as a host, and throws for `//[`.
 */
export function requestUrl(target: string | undefined, base: string): URL {
  const path = target ?? "/";
  const whole = path.startsWith("/") ? new URL(base).origin + path : path;
  if (URL.canParse(whole)) return new URL(whole);
  return new URL(`/${encodeURIComponent(path)}`, base);
}

/** A request id in API Gateway's format: `JKJaXmPLvHcESHA=`. */
export function gatewayRequestId(): string {
  return `${randomText(11, "base64url")}=`;
}
