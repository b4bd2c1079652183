export { McpAuthority } from "./mcp-authority";
export type * from "./props";
