import { Api, McpAuthority, type StackContext, Table, use } from "serverform";
import { Users } from "./users";

export function Service({ stack }: StackContext) {
  const { users } = use(Users);
  const notes = new Table(stack, "Notes", {
    fields: { owner: "string", id: "string" },
    primaryIndex: { partitionKey: "owner", sortKey: "id" },
  });
  const api = new Api(stack, "Api", {
    cors: McpAuthority.cors,
    defaults: { throttle: { rate: 20, burst: 40 } },
  });
  // #region authority
  const authority = new McpAuthority(stack, "Authority", {
    api,
    userbase: users,
    servers: {
      "/mcp": {
        function: {
          handler: "functions/mcp.handler",
          environment: { TABLE_NAME: notes.tableName },
          permissions: [[notes, "grantReadWriteData"]],
        },
        scopes: ["notes/read", "notes/write"],
      },
    },
    // Where clients of earlier revisions may send users, in addition to the users' own machines.
    registration: { redirectHosts: ["claude.ai", "chatgpt.com"] },
  });
  // #endregion
  stack.addOutputs({ McpUrl: `${authority.url}/mcp` });
  return { api };
}
