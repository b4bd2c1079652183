import { createMcpHandler } from "@modelcontextprotocol/server";
import { McpHandler } from "serverform/node/mcp";
import { notesServer } from "./notes-server";
import { tableStore } from "./notes-store";

const store = tableStore(process.env.TABLE_NAME ?? "");

// A function keeps no stream open, so clients cannot subscribe to changes.
const mcp = createMcpHandler(({ authInfo }) => notesServer(store, authInfo), {
  responseMode: "json",
  maxSubscriptions: 0,
});

export const handler = McpHandler({ respond: (request, caller) => mcp.fetch(request, { authInfo: caller }) });
