import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

export {
  type McpAnswer,
  type McpCaller,
  type McpEvent,
  McpHandler,
  type McpHandlerProps,
} from "./requests/mcp-handler";
export type { McpServerFacts } from "./requests/mcp-token";

/** Authorities of MCP servers, by id; synthesis writes them. */
export interface McpAuthorityResources extends WrittenAtSynthesis {}

/**
 * The authorities of MCP servers that this function is bound to.
 *
 * @example
 * const issuer = McpAuthority.authority.url;
 */
export const McpAuthority = boundResources<McpAuthorityResources>({
  className: "McpAuthority",
  variables: ["url", "userPoolId", "userPoolClientId", "servers"],
});
