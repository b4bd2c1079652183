export { McpAuthority } from "./mcp-authority";
export type {
  McpAuthorityProps,
  McpAuthorityTableOverride,
  McpAuthorityUserPoolClientOverride,
  McpClientDocumentsProps,
  McpRegistrationProps,
  McpServerProps,
} from "./props";
