import type { IncomingMessage, ServerResponse } from "node:http";
import type { LocalIssuers } from "../identities";
import { listen, pageRefusal } from "../invoke";
import { LoopbackServer, reportFailure } from "../loopback-server";
import type { Report } from "../report";
import type { UserPools } from "../services/cognito-idp/user-pools";
import { readBody } from "../wire/request-body";
import { answerPage } from "./answer-page";
import { PageExchange } from "./exchange";

const maxFormBytes = 64 * 1024;
/** The pages' ports come after those of the APIs. */
const portOffset = 100;
/** The number of ports that are tried. */
const portRange = 100;

export interface PageServersOptions {
  /** Port of the first API; 0 for any. */
  readonly port: number;
  readonly report: Report;
}

/** The sign-in pages and OAuth endpoints of the pools that have a domain. Each pool has its own port of this machine. */
export class PageServers {
  private readonly listening = new Map<string, LoopbackServer>();
  private pools: UserPools | undefined;
  private issuers: LocalIssuers | undefined;

  constructor(private readonly options: PageServersOptions) {}

  /** Assigns a port to each of these pools, and closes those of removed pools. */
  async open(poolIds: readonly string[]): Promise<void> {
    for (const [id, server] of this.listening) {
      if (poolIds.includes(id)) continue;
      this.listening.delete(id);
      await server.close();
    }
    for (const id of poolIds) {
      if (!this.listening.has(id)) this.listening.set(id, await this.listen(id));
    }
  }

  serve(pools: UserPools | undefined, issuers: LocalIssuers): void {
    this.pools = pools;
    this.issuers = issuers;
    issuers.pagesAt((id) => this.urlOf(id));
    pools?.pagesAt((id) => this.urlOf(id));
  }

  /** Passkeys need a host name: browsers accept `localhost`, but no IP address. */
  urlOf(poolId: string): string | undefined {
    const server = this.listening.get(poolId);
    return server && `http://localhost:${server.port}`;
  }

  async close(): Promise<void> {
    const all = [...this.listening.values()];
    this.listening.clear();
    await Promise.all(all.map((each) => each.close()));
  }

  private async listen(poolId: string): Promise<LoopbackServer> {
    const { report } = this.options;
    const server: LoopbackServer = new LoopbackServer({
      name: "sign-in pages",
      report,
      answer: (...given) => this.answer(server, poolId, ...given),
      failed: reportFailure(report, "A sign-in page"),
    });
    for (let attempt = 0; ; attempt += 1) {
      const { port: first } = this.options;
      const port = first === 0 || attempt === portRange ? 0 : first + portOffset + attempt;
      if (await listen("sign-in pages", server.server, port > 65_535 ? 0 : port)) return server;
    }
  }

  private async answer(
    server: LoopbackServer,
    poolId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { origin } = request.headers;
    const refusal = pageRefusal("signIn", request.headers, "this machine");
    const [pools, issuers, base] = [this.pools, this.issuers, this.urlOf(poolId)];
    const pool = pools?.all.find(({ settings }) => settings.id === poolId);
    if (refusal !== undefined) {
      server.refused(403, `${refusal}.`);
      response.writeHead(403, { "content-type": "text/plain" }).end(`${refusal}.`);
      return;
    }
    if (pools === undefined || pool === undefined || issuers === undefined || base === undefined)
      return void response.writeHead(503).end();
    const pages = pageHeaders(origin);
    if (request.method === "OPTIONS") return void response.writeHead(204, pages).end();
    const body = await readBody(request, maxFormBytes);
    if (body.state === "aborted") return;
    if (body.state === "too-large") return void response.writeHead(413, { connection: "close" }).end();
    const exchange = new PageExchange(request, body.bytes.toString("utf8"), pools, pool, base);
    const answer = await answerPage(exchange, issuers);
    const headers = Object.entries({ ...answer.headers, ...pages }).map(([name, value]) => [
      name,
      typeof value === "string" ? value : [...value],
    ]);
    if (!response.destroyed) response.writeHead(answer.status, Object.fromEntries(headers)).end(answer.body);
  }
}

/** Apps in browsers on this machine read tokens and user info. */
function pageHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type, x-amz-user-agent",
    vary: "Origin",
  };
}
