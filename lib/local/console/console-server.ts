import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isRecord } from "../../facts/text/record";
import { isSameSecret } from "../../facts/text/same-secret";
import { listenAt, pageRefusal } from "../invoke";
import { baseStyle } from "../look/base-style";
import { mapStyle } from "../look/map-style";
import { iconLink } from "../look/tokens";
import { LoopbackServer, reportFailure } from "../loopback-server";
import type { Report } from "../report";
import { maxFunctionPayloadBytes, readBody } from "../wire/request-body";
import { ownCookiePrefix } from "../wire/request-headers";
import { writePart } from "../wire/respond";
import { actionNames, type ConsoleActions } from "./actions";
import type { FactStream } from "./fact-stream";

export interface ConsoleOptions {
  /** 0 is any free port. */
  readonly port: number;
  readonly actions: ConsoleActions;
  readonly stream: FactStream;
  readonly report: Report;
}

/** The page and its files load only code of this origin, and other pages cannot frame it. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

/**
 * The server of the console, the page that shows what happens.
 *
 * It listens on loopback. Its URL has a secret in the fragment, which browsers do not send; the page exchanges it for a cookie. Pages
 * of other origins are refused.
 */
export class ConsoleServer {
  private readonly secret = randomBytes(32).toString("base64url");
  private readonly session = randomBytes(32).toString("base64url");
  /** Codes that open one session each, with the time until which they do, in milliseconds of `performance.now`. */
  private readonly codes = new Map<string, number>();
  private readonly server: LoopbackServer;

  private constructor(private readonly options: ConsoleOptions) {
    const { report } = options;
    this.server = new LoopbackServer({
      name: "console",
      report,
      answer: (...given) => this.answer(...given),
      failed: reportFailure(report, "The console"),
    });
  }

  static async start(options: ConsoleOptions): Promise<ConsoleServer> {
    const started = new ConsoleServer(options);
    await listenAt("console", started.server.server, options.port);
    return started;
  }

  get port(): number {
    return this.server.port;
  }

  /** The address with the secret, for the person at the terminal. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/#${this.secret}`;
  }

  /**
   * An address for the browser that a program opens: it has a code that opens one session, within half a minute, in place of the secret.
   */
  openingUrl(): string {
    const code = randomBytes(32).toString("base64url");
    this.codes.set(code, performance.now() + codeMs);
    return `http://127.0.0.1:${this.port}/#${code}`;
  }

  async close(): Promise<void> {
    this.options.stream.close();
    await this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = "/" } = request;
    // The page itself has no data, and the file that opens it is a page of another origin.
    const surface = method === "GET" && path === "/" ? "consolePage" : "console";
    const foreign = pageRefusal(surface, request.headers, [`127.0.0.1:${this.port}`]);
    if (foreign !== undefined) return this.refuse(response, 403, `${foreign}.`);
    if (method === "GET" && paths.some((each) => each === path)) {
      files ??= pageFiles();
      const file = files.get(path);
      if (file !== undefined) {
        return void response.writeHead(200, { ...pageHeaders, "content-type": file.type }).end(file.content);
      }
    }
    if (method === "POST" && path === "/session") return this.openSession(request, response);
    if (!this.hasSession(request))
      return this.refuse(response, 401, "The request has no session of the console.");
    if (method === "GET" && path === "/stream") {
      response.writeHead(200, { ...pageHeaders, "content-type": "text/event-stream" });
      return this.options.stream.serve(response);
    }
    const name = actionNames.find((each) => path === `/${each}`);
    if (method !== "POST" || name === undefined)
      return this.refuse(response, 404, "There is nothing at this path.");
    const asked = await this.readJson(request, response);
    if (asked === undefined) return;
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const answer = await this.options.actions[name](asked.value as never, gone.signal);
    if (Symbol.asyncIterator in answer) return sendLines(response, answer);
    response
      .writeHead(200, { ...pageHeaders, "content-type": "application/json" })
      .end(JSON.stringify(answer));
  }

  /** Exchanges the secret of the URL for a cookie. */
  private async openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await this.readJson(request, response);
    if (asked === undefined) return;
    const given = (asked.value as { secret?: unknown }).secret;
    if (typeof given !== "string") return this.refuse(response, 400, "The secret is not a string.");
    if (!isSameSecret(this.secret, given) && !this.takesCode(given)) {
      return this.refuse(
        response,
        401,
        "The secret is wrong or was used. Use the address that the terminal shows.",
      );
    }
    // Cookies are shared by all ports, so the name contains the port.
    const cookie = `${this.cookieName}=${this.session}; Path=/; HttpOnly; SameSite=Strict`;
    response.writeHead(204, { ...pageHeaders, "set-cookie": cookie }).end();
  }

  /** Whether a code opens a session, which it does once. */
  private takesCode(given: string): boolean {
    const now = performance.now();
    for (const [code, until] of this.codes) if (until < now) this.codes.delete(code);
    // The codes are random and used once, so the time of a comparison reveals nothing.
    return this.codes.delete(given);
  }

  private async readJson(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ readonly value: object } | undefined> {
    // A form of another page cannot have this type without a preflight request.
    if (request.headers["content-type"] !== "application/json") {
      this.refuse(response, 415, "The body is not of the type application/json.");
      return undefined;
    }
    const body = await readBody(request, 2 * maxFunctionPayloadBytes);
    if (body.state === "aborted") return undefined;
    const value = body.state === "complete" ? jsonOf(body.bytes.toString("utf8")) : undefined;
    if (isRecord(value)) return { value };
    this.refuse(
      response,
      body.state === "too-large" ? 413 : 400,
      "The body is not a JSON object, or too large.",
    );
    return undefined;
  }

  private get cookieName(): string {
    return `${ownCookiePrefix}console_${this.port}`;
  }

  private hasSession({ headers: { cookie = "" } }: IncomingMessage): boolean {
    const prefix = `${this.cookieName}=`;
    const value = cookie.split("; ").find((each) => each.startsWith(prefix));
    return value !== undefined && isSameSecret(this.session, value.slice(prefix.length));
  }

  private refuse(response: ServerResponse, status: number, reason: string): void {
    this.server.refused(status, reason);
    response.writeHead(status, { ...pageHeaders, "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ message: reason }));
  }
}

/** Sends parts of an answer as they arrive, one line of JSON for each. */
async function sendLines(response: ServerResponse, parts: AsyncIterable<object>): Promise<void> {
  response.writeHead(200, { ...pageHeaders, "content-type": "application/x-ndjson" });
  response.flushHeaders();
  for await (const part of parts) {
    if (response.destroyed) return;
    await writePart(response, `${JSON.stringify(part)}\n`);
  }
  response.end();
}

/** Time for a browser to start. */
const codeMs = 30_000;

interface PageFile {
  readonly type: string;
  readonly content: string;
}

const document = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>serverform console</title>
${iconLink}<link rel="stylesheet" href="/page.css"></head>
<body><div id="console"></div><script src="/page.js"></script></body></html>
`;

/** The paths of the page and of its files, which have no data of the app. */
const paths = ["/", "/page.js", "/layout.js", "/page.css"] as const;

/** Shared by all consoles of the process. */
let files: ReadonlyMap<string, PageFile> | undefined;

function pageFiles(): ReadonlyMap<string, PageFile> {
  const { script, layout, style } = existsSync(join(__dirname, "page.js"))
    ? builtIn(__dirname)
    : builtFromSources();
  return new Map<(typeof paths)[number], PageFile>([
    ["/", { type: "text/html; charset=utf-8", content: document }],
    ["/page.js", { type: "text/javascript; charset=utf-8", content: script }],
    // The page loads it with its first map.
    ["/layout.js", { type: "text/javascript; charset=utf-8", content: layout }],
    ["/page.css", { type: "text/css; charset=utf-8", content: baseStyle + mapStyle + style }],
  ]);
}

function builtIn(folder: string) {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return { script: read("page.js"), layout: read("../map/layout.js"), style: read("page.css") };
}

/** Without a build of the package, as in tests. */
function builtFromSources() {
  const folder = mkdtempSync(join(tmpdir(), "serverform-"));
  try {
    const built = join(folder, "console");
    execFileSync(process.execPath, [join(__dirname, "../../../.build/console.mjs"), built]);
    return builtIn(built);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
