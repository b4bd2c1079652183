import type { McpServerFactory } from "@modelcontextprotocol/server";
import { libraryVersion } from "../command-line";
import type { ToolBox } from "./tool-box";

/** The package of the protocol, which is an optional peer. */
export type ServerSdk = typeof import("@modelcontextprotocol/server");

const instructions = `The tools look at one serverform app: its Terraform JSON, and the local server that runs it without AWS.
Begin with list_traces to find out what happened and why, get_trace for all that one request caused, and explain_denial for missing permissions.
An answer has at most 2000 tokens; more returns the next page.`;

/** Makes a server for each connection, of the current revision of the protocol and of the one before. */
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
