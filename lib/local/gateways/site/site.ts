import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { byKind } from "../../../facts/text/by-kind";
import type { Model, Resource } from "../../../model";
import { sendStatus } from "../../invoke";
import { receivedHandshake } from "../../wire/received-request";
import { drain } from "../../wire/request-body";
import type { GatewayContext, RouteLine } from "../gateway";
import { PlainExchange, ServedApi } from "../served-api";
import { readSite, type SiteBehavior, type SiteConfig, type SiteOrigin } from "./config";
import { answerFile } from "./files";
import { type ForwardTarget, forward, forwardUpgrade } from "./forward";
import { withPolicy } from "./response-headers";

/** An answer that this server makes itself. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A site: files by path, and the APIs that stand under its domain, as CloudFront would lead requests to them. */
export class ServedSite extends ServedApi<SiteConfig, PlainExchange, Answer> {
  readonly kind = "SITE";
  readonly isOfSite = true;
  readonly basePaths: readonly string[] = ["/"];
  readonly failed = plain(500, "The local server has failed.");

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, readSite);
  }

  get routes(): readonly RouteLine[] {
    return this.config.behaviors.map((behavior) => ({
      method: "ANY",
      path: behavior.pattern,
      authorizer: "none",
      target: this.targetOf(behavior),
    }));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const exchange = receivedHandshake(request);
    const behavior = this.behaviorOf(exchange.rawPath);
    const uri = behavior.viewerRequest?.({ method: "GET", uri: exchange.rawPath, headers: {} });
    const path = uri !== undefined && "uri" in uri ? uri.uri : exchange.rawPath;
    const target = this.serverOf(behavior, path, exchange.rawQuery);
    if (target === undefined)
      sendStatus(socket, 400, "No route of the site takes WebSocket connections here.");
    else forwardUpgrade(request, socket, head, target);
  }

  send({ request, response, notes, method }: PlainExchange, { status, headers, body }: Answer): void {
    notes.status = status;
    if (response.destroyed || response.headersSent) return;
    drain(request);
    const hasBody = status !== 304 && status !== 204;
    response.writeHead(status, { ...headers, ...(hasBody && { "content-length": body.length }) });
    response.end(hasBody && method !== "HEAD" ? body : undefined);
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): PlainExchange {
    return new PlainExchange(request, response, this.context.clock.now());
  }

  private behaviorOf(path: string): SiteBehavior {
    const { behaviors } = this.config;
    return behaviors.find(({ matches }) => matches(path)) ?? (behaviors.at(-1) as SiteBehavior);
  }

  async serve(exchange: PlainExchange): Promise<Answer | undefined> {
    const { request, method, rawPath } = exchange;
    const behavior = this.behaviorOf(rawPath);
    const dev = this.isServedByDev(behavior);
    if (!dev && !behavior.methods.includes(method)) {
      exchange.notes.reason = `The site takes ${behavior.methods.join(", ")} for this path, not ${method}.`;
      return plain(403, "This distribution is not configured to allow the HTTP request method.");
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
    );
    const result = dev ? undefined : behavior.viewerRequest?.({ method, uri: rawPath, headers });
    if (result !== undefined && "status" in result) {
      return { ...result, body: Buffer.from(result.body) };
    }
    const path = result?.uri ?? rawPath;
    const found = this.serverOf(behavior, path, exchange.rawQuery);
    const target = found && { ...found, siteHost: siteHostFor(behavior, request.headers.host) };
    if (target !== undefined) return this.forward(exchange, behavior, target);
    if (behavior.origin?.kind !== "files") {
      exchange.notes.reason = `The origin of ${behavior.pattern} is not on this machine.`;
      return plain(502, "The origin of this path is not emulated.");
    }
    return this.file(behavior, path, request.headers["if-none-match"]);
  }

  /** With error responses, which may lead to another file. */
  private async file(behavior: SiteBehavior, path: string, ifNoneMatch: string | undefined): Promise<Answer> {
    const { indexPage, errorResponses } = this.config;
    const found = await this.stored(behavior, path === "/" ? `/${indexPage}` : path, ifNoneMatch);
    const instead = errorResponses.find(({ errorCode }) => errorCode === found.status);
    if (instead?.page === undefined) return found;
    const page = await this.stored(this.behaviorOf(instead.page), instead.page, undefined);
    return page.status === 200 ? { ...page, status: instead.status } : found;
  }

  private async stored(
    { origin, responseHeaders }: SiteBehavior,
    path: string,
    ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    if (origin?.kind !== "files") return plain(502, "The origin of this path is not emulated.");
    const answer = await answerFile(origin, path, ifNoneMatch);
    return { ...answer, headers: withPolicy(answer.headers, responseHeaders) };
  }

  private async forward(
    exchange: PlainExchange,
    behavior: SiteBehavior,
    target: ForwardTarget,
  ): Promise<Answer | undefined> {
    const { request, response, notes } = exchange;
    try {
      await forward(request, response, target, (status, headers) => {
        notes.status = status;
        const dev = this.isServedByDev(behavior);
        response.writeHead(status, dev ? headers : withPolicy(headers, behavior.responseHeaders));
      });
      return undefined;
    } catch (error) {
      notes.reason = `http://${target.authority} does not answer: ${(error as Error).message}`;
      return plain(502, "The origin does not answer.");
    }
  }

  private isServedByDev({ origin }: SiteBehavior): boolean {
    return this.config.dev !== undefined && origin?.kind === "files";
  }

  /** The server of this machine that answers; undefined for files and for an origin elsewhere. */
  private serverOf(behavior: SiteBehavior, path: string, query: string): ForwardTarget | undefined {
    const { origin } = behavior;
    const full = (base: string): string => `${base}${path}${query === "" ? "" : `?${query}`}`;
    if (this.isServedByDev(behavior)) {
      return { authority: new URL(this.config.dev?.url ?? "").host, path: full("") };
    }
    const server = origin && serverOf(origin, this.context);
    return server && { authority: server.authority, path: full(server.basePath) };
  }

  private targetOf(behavior: SiteBehavior): string {
    const { origin } = behavior;
    if (this.isServedByDev(behavior)) return `${this.config.dev?.command} (${this.config.dev?.url})`;
    return origin === undefined ? "nothing" : originName(origin, this.context);
  }
}

/** The server of a site learns the host that the browser asked for; in AWS, by a header. */
function siteHostFor({ origin }: SiteBehavior, host: string | undefined): string | undefined {
  return origin?.kind === "server" && origin.host.includes(".lambda-url.") ? host : undefined;
}

function plain(status: number, text: string): Answer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: Buffer.from(`${text}\n`) };
}

/** The server of this machine that answers for an origin; undefined for files and for an origin elsewhere. */
const serverOf = byKind<
  SiteOrigin,
  "kind",
  [context: GatewayContext],
  { readonly authority: string; readonly basePath: string } | undefined
>("kind", {
  files: () => undefined,
  server: ({ host, basePath }, context) => {
    const authority = context.authorityOf?.(host);
    return authority === undefined ? undefined : { authority, basePath };
  },
});

/** An origin in the list of routes. */
const originName = byKind<SiteOrigin, "kind", [context: GatewayContext], string>("kind", {
  files: ({ files }) => `${files.size} files`,
  server: (origin, context) => {
    const server = serverOf(origin, context);
    return server === undefined ? origin.host : `http://${server.authority}`;
  },
});
