export { McpAuthority } from "./mcp-authority";
export type {
  McpAuthorityProps,
  McpClientDocumentsProps,
  McpRegistrationProps,
  McpServerProps,
} from "./props";
