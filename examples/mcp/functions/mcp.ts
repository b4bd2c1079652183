import { resourceOf } from "./documents";
import { mcpHandler } from "./mcp-handler";
import { tableStore } from "./notes-store";
import { settings } from "./settings";
import { tokenVerifier } from "./tokens";

const { apiUrl, userPoolId, tableName } = settings;

export const handler = mcpHandler(
  apiUrl,
  tokenVerifier(userPoolId, resourceOf(apiUrl)),
  tableStore(tableName),
);
