import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { McpHandler } from "serverform/node/mcp";

// #region mcp
const mcp = createMcpHandler(
  ({ authInfo }) => {
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    const user = String(authInfo?.extra?.sub);
    server.registerTool("whoami", { description: "Tells who has signed in" }, async () => ({
      content: [{ type: "text", text: user }],
    }));
    return server;
  },
  // A function keeps no stream open, so clients cannot subscribe to changes.
  { responseMode: "json", maxSubscriptions: 0 },
);

export const handler = McpHandler({ respond: (request, caller) => mcp.fetch(request, { authInfo: caller }) });
// #endregion
