import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpHttpHandler, McpServerFactory } from "@modelcontextprotocol/server";
import { LoopbackServer, listenAt, pageRefusal, readBody } from "../../local";
import { libraryVersion } from "../command-line";
import { runInLocalContext } from "../local/context";
import { parseEndpoints, parsePageOption, parsePermissions } from "../local/options";
import type { GlobalOptions } from "../project/command-context";
import { untilAborted } from "../ui/interrupt";
import { fail } from "./errors";
import { ProjectTarget, type TargetOptions } from "./target";
import { ToolBox } from "./tool-box";

const path = "/mcp";
/** The limit of the protocol's package. */
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * Serves the protocol over HTTP on loopback.
 *
 * Web pages of any origin can send requests to this machine, and their host names may resolve to it. Both are refused.
 */
export class McpHttpServer {
  private constructor(private readonly server: LoopbackServer) {}

  /** @param port - 0 for any */
  static async start(handler: McpHttpHandler, port: number): Promise<McpHttpServer> {
    const name = "MCP server";
    const server = new LoopbackServer({
      name,
      report: () => {},
      answer: (request, response) => answer(handler, request, response),
      failed: (error, response) => refuse(response, 500, `The request failed: ${String(error)}`),
    });
    await listenAt(name, server.server, port);
    return new McpHttpServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}${path}`;
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

async function answer(
  handler: McpHttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const names = [`127.0.0.1:${request.socket.localPort}`, `localhost:${request.socket.localPort}`];
  const foreign = pageRefusal("programs", request.headers, names);
  if (foreign !== undefined) return refuse(response, 403, `${foreign}.`);
  if (request.url !== path) return refuse(response, 404, `Only ${path} is served.`);
  const body = await readBody(request, maxBodyBytes);
  if (body.state === "aborted") return;
  if (body.state === "too-large")
    return refuse(response, 413, `The body is larger than ${maxBodyBytes} bytes.`);
  const { method = "GET", headers } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const sent = await handler.fetch(
    new Request(`http://${headers.host}${path}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
      ...(hasBody && { body: new Uint8Array(body.bytes) }),
    }),
  );
  response.writeHead(sent.status, Object.fromEntries(sent.headers));
  response.flushHeaders();
  // An answer may be a stream of events, which are forwarded one by one.
  for await (const chunk of sent.body ?? []) response.write(chunk);
  response.end();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (!response.headersSent)
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ message }));
}

export interface McpOptions extends GlobalOptions, TargetOptions {
  readonly write?: boolean;
  /** The port; `true` for any. */
  readonly http?: string | true;
}

/** Serves the tools until the client or an interrupt ends the connection. stdout is reserved for the protocol. */
export function serveMcp(options: McpOptions): Promise<void> {
  const where = "serverform mcp";
  const port = parsePageOption("--http", options.http, where);
  // A tool may need a server only later.
  parseEndpoints(options.endpoint, where);
  parsePermissions(options.permissions, where);
  const settings = { ...options, json: true };
  return runInLocalContext(settings, { command: "mcp" }, async (context) => {
    const sdk = loadSdk();
    const target = new ProjectTarget(context, options);
    const factory = serverFactory(sdk, new ToolBox(target, { write: options.write ?? false }));
    const interrupted = untilAborted(context.interrupt.first);
    try {
      if (port === undefined) await serveStdio(factory, interrupted);
      else await serveHttp(sdk, factory, port, interrupted, (text) => context.terminal.print(text));
    } finally {
      await target.stop();
    }
  });
}

type Factory = ReturnType<typeof serverFactory>;

async function serveStdio(factory: Factory, interrupted: Promise<void>): Promise<void> {
  const stdio =
    require("@modelcontextprotocol/server/stdio") as typeof import("@modelcontextprotocol/server/stdio");
  const transport = new stdio.StdioServerTransport();
  const closed = new Promise<void>((done) => process.stdin.once("end", done).once("close", done));
  const handle = stdio.serveStdio(factory, { transport });
  await Promise.race([closed, interrupted]);
  await handle.close();
}

async function serveHttp(
  { createMcpHandler }: ServerSdk,
  factory: Factory,
  port: number,
  interrupted: Promise<void>,
  print: (text: string) => void,
): Promise<void> {
  const handler = createMcpHandler(factory);
  const server = await McpHttpServer.start(handler, port);
  print(`Tools for agents  ${server.url}`);
  await interrupted;
  await handler.close();
  await server.close();
}

/** Loads the optional peer, which only this command needs. */
export function loadSdk(load: (name: string) => unknown = require): ServerSdk {
  try {
    return load("@modelcontextprotocol/server") as ServerSdk;
  } catch (error) {
    if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    const value = "@modelcontextprotocol/server";
    return fail("serverform mcp", "mcp-needs-package", "the command", { value, install: `${value}@2` });
  }
}

/** The package of the protocol, which is an optional peer. */
type ServerSdk = typeof import("@modelcontextprotocol/server");

const instructions = `The tools look at one serverform app: its Terraform JSON, and the local server that runs it without AWS.
Begin with list_traces to find out what happened and why, get_trace for all that one request caused, and explain_denial for missing permissions.
An answer has at most 2000 tokens; more returns the next page.`;

/** Creates a server for each connection, for the current and the previous revision of the protocol. */
export function serverFactory(
  { Server, ProtocolError, ProtocolErrorCode }: ServerSdk,
  tools: ToolBox,
): McpServerFactory {
  return () => {
    const server = new Server(
      { name: "serverform", version: libraryVersion() },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler("tools/list", () => ({ tools: [...tools.listed] as never }));
    server.setRequestHandler("tools/call", async ({ params: { name, arguments: given = {} } }) => {
      const result = await tools.call(name, given);
      if (result === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name)}.`);
      return { ...result };
    });
    return server;
  };
}
