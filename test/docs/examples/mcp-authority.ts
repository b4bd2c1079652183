import { Api, McpAuthority, type StackContext, Table, Userbase } from "serverform";

// #region mcp-authority
export function Notes({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    domain: "acme-notes",
    featureTier: "essentials",
    resourceServers: { notes: { scopes: { read: "Reads your notes", write: "Writes notes for you" } } },
  });
  const notes = new Table(stack, "Notes", {
    fields: { owner: "string", id: "string" },
    primaryIndex: { partitionKey: "owner", sortKey: "id" },
  });
  new McpAuthority(stack, "Authority", {
    api: new Api(stack, "Api", { cors: McpAuthority.cors }),
    userbase: users,
    servers: {
      "/mcp": {
        function: { handler: "functions/mcp.handler", bind: [notes] },
        scopes: ["notes/read", "notes/write"],
      },
    },
  });
}
// #endregion
