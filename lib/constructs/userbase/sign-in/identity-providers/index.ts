export { createIdentityProviders, parseIdentityProviders } from "./identity-providers";
export type {
  UserbaseAmazonProps,
  UserbaseAppleProps,
  UserbaseFacebookProps,
  UserbaseGoogleProps,
  UserbaseIdentityProvidersProps,
  UserbaseOidcEndpoints,
  UserbaseOidcProps,
  UserbaseSamlProps,
} from "./props";
export type { ParsedIdentityProvider } from "./provider";
