import type { MapOf } from "../../../../kit/core";
/** External accounts with which users sign in. */
export interface UserbaseIdentityProvidersProps {
  /** Sign-in with a Google account. @default - none */
  readonly google?: UserbaseGoogleProps | undefined;
  /** Sign-in with an Apple account. @default - none */
  readonly apple?: UserbaseAppleProps | undefined;
  /** Sign-in with a Facebook account. @default - none */
  readonly facebook?: UserbaseFacebookProps | undefined;
  /** Sign-in with an Amazon account. @default - none */
  readonly amazon?: UserbaseAmazonProps | undefined;
  /** OpenID Connect providers, by name. @default - none */
  readonly oidc?: MapOf<UserbaseOidcProps> | undefined;
  /** SAML 2.0 providers, by name. @default - none */
  readonly saml?: MapOf<UserbaseSamlProps> | undefined;
}

/** Sign-in with a Google account. */
export interface UserbaseGoogleProps {
  /** OAuth client id of your Google project. */
  readonly clientId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly clientSecret: string;
  /** The data of the user that the app asks for. @default ["email", "openid", "profile"] */
  readonly scopes?: readonly string[] | undefined;
  /** Attributes of the user, each with the claim it comes from. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: MapOf<string> | undefined;
}

/** Sign-in with an Apple account. */
export interface UserbaseAppleProps {
  /** The Services ID that is registered for Sign in with Apple. */
  readonly servicesId: string;
  /** Id of your Apple developer team. */
  readonly teamId: string;
  /** Id of the private key. */
  readonly keyId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly privateKey: string;
  /** The data of the user that the app asks for. @default ["email", "name"] */
  readonly scopes?: readonly string[] | undefined;
  /** Attributes of the user, each with the claim it comes from. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: MapOf<string> | undefined;
}

/** Sign-in with a Facebook account. */
export interface UserbaseFacebookProps {
  /** Id of your Facebook app. */
  readonly appId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly appSecret: string;
  /** Version of the Graph API. Facebook serves requests for an expired version with the oldest available one. @default "v17.0" */
  readonly apiVersion?: string | undefined;
  /** The data of the user that the app asks for. @default ["public_profile", "email"] */
  readonly scopes?: readonly string[] | undefined;
  /** Attributes of the user, each with the field it comes from. @default { email: "email", username: "id" } */
  readonly attributeMapping?: MapOf<string> | undefined;
}

/** Sign-in with an Amazon account. */
export interface UserbaseAmazonProps {
  /** Client id of your Login with Amazon security profile. */
  readonly clientId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly clientSecret: string;
  /** The data of the user that the app asks for. @default ["profile"] */
  readonly scopes?: readonly string[] | undefined;
  /** Attributes of the user, each with the field it comes from. @default { email: "email", username: "user_id" } */
  readonly attributeMapping?: MapOf<string> | undefined;
}

/** Sign-in with an OpenID Connect provider. */
export interface UserbaseOidcProps {
  /** URL of the provider with `https://`, without a trailing slash: the claim `iss` of its tokens. */
  readonly issuer: string;
  /** Client id that the provider gave your app. */
  readonly clientId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly clientSecret: string;
  /** Must contain `openid`. @default ["openid", "email"] */
  readonly scopes?: readonly string[] | undefined;
  /** Method of requests for the attributes of a user. @default "GET" */
  readonly attributesRequestMethod?: "GET" | "POST" | undefined;
  /** URLs of a provider that does not publish them below `/.well-known/openid-configuration`. @default - discovered */
  readonly endpoints?: UserbaseOidcEndpoints | undefined;
  /** Names that an app can pass as `idp_identifier` to the sign-in pages. @default - none */
  readonly identifiers?: readonly string[] | undefined;
  /** Attributes of the user, each with the claim it comes from. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: MapOf<string> | undefined;
}

/** URLs of an OpenID Connect provider, each with `https://`. */
export interface UserbaseOidcEndpoints {
  /** URL of the page where users sign in. */
  readonly authorization: string;
  /** URL that exchanges a code for tokens. */
  readonly token: string;
  /** URL that returns the attributes of the user. */
  readonly userInfo: string;
  /** The keys with which the provider signs its tokens. */
  readonly jwks: string;
}

/** Sign-in with a SAML 2.0 provider. */
export interface UserbaseSamlProps {
  /** URL of the provider's metadata, with `https://`. The service updates the metadata from it. @default - `metadataFile` is required */
  readonly metadataUrl?: string | undefined;
  /** Path of the provider's metadata, relative to the folder of `cdktf.json`. @default - `metadataUrl` is required */
  readonly metadataFile?: string | undefined;
  /** Users who sign out of the app also sign out of the provider. @default false */
  readonly signOut?: boolean | undefined;
  /**
   * Accepts sign-ins that begin at the provider.
   *
   * The directory did not ask for such a response, so an attacker can sign a user in to another account.
   *
   * @default false
   */
  readonly idpInitiated?: boolean | undefined;
  /** Signs the requests to the provider. @default false */
  readonly signedRequests?: boolean | undefined;
  /** Requires the provider to encrypt its responses. @default false */
  readonly encryptedResponses?: boolean | undefined;
  /** Names or domains of email addresses that select this provider. @default - none */
  readonly identifiers?: readonly string[] | undefined;
  /**
   * Attributes of the user, each with the SAML attribute it comes from. The username is the `NameID`.
   *
   * @default { email: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress" }
   */
  readonly attributeMapping?: MapOf<string> | undefined;
}
