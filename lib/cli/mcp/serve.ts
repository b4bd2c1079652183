import { runInLocalContext } from "../local/context";
import { parsePort } from "../local/options";
import type { GlobalOptions } from "../project/command-context";
import { fail } from "./errors";
import { McpHttpServer } from "./http";
import { type ServerSdk, serverFactory } from "./mcp-server";
import { ProjectTarget, type TargetOptions } from "./target";
import { ToolBox } from "./tool-box";

/** The options of `serverform mcp`. */
export interface McpOptions extends GlobalOptions, TargetOptions {
  readonly write?: boolean;
  /** The port; `true` for any. */
  readonly http?: string | true;
}

/** Serves the tools until the client, or an interrupt, ends the connection. stdout belongs to the protocol. */
export function serveMcp(options: McpOptions): Promise<void> {
  const port =
    options.http === undefined ? undefined : options.http === true ? 0 : parsePort(options.http, "--http");
  const settings = { ...options, json: true };
  return runInLocalContext(settings, { command: "mcp" }, async (context) => {
    const sdk = loadSdk();
    const target = new ProjectTarget(context, options);
    const factory = serverFactory(sdk, new ToolBox(target, { write: options.write ?? false }));
    const { first } = context.interrupt;
    const interrupted = new Promise<void>((done) => {
      if (first.aborted) done();
      else first.addEventListener("abort", () => done(), { once: true });
    });
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
