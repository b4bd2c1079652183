import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { mcpAuthorityTexts } from "./errors";

export type McpAuthorityMetadata = ConstructMetadata<
  "McpAuthority",
  { readonly url: string; readonly servers: readonly string[]; readonly userPoolClientId: string }
>;

/** Servers verify tokens with the values of `bind`; they call no service for it. */
export const mcpAuthorityDescription = {
  className: "McpAuthority",
  binding: {
    client: "mcp",
    variables: ["url", "userPoolId", "userPoolClientId", "servers"],
    grants: false,
  },
  metadata: metadataKind<McpAuthorityMetadata>("McpAuthority"),
  texts: mcpAuthorityTexts,
  document: { summary: "MCP servers that authenticate users of a Userbase", group: "Users" },
} as const satisfies ConstructDescription;
