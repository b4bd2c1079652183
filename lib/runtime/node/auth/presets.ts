import type { AuthAdapter } from "./handler";
import { OauthAdapter, type OauthClientProps, OidcAdapter } from "./oauth";
import type { OauthTokens, OidcTokens } from "./tokens";

/** Props of a provider whose addresses are known. */
export type OauthPresetProps = OauthClientProps<OauthTokens>;

/** Props of an OIDC provider whose issuer is known. */
export type OidcPresetProps = OauthClientProps<OidcTokens>;

/** Source: https://developers.google.com/identity/openid-connect/openid-connect */
export const GoogleAdapter = (props: OidcPresetProps): AuthAdapter =>
  OidcAdapter({ issuer: "https://accounts.google.com", ...props });

/** Source: https://dev.twitch.tv/docs/authentication/getting-tokens-oidc */
export const TwitchAdapter = (props: OidcPresetProps): AuthAdapter =>
  OidcAdapter({ issuer: "https://id.twitch.tv/oauth2", scope: "openid", ...props });

/** Props of Microsoft's identity platform. */
export interface MicrosoftAdapterProps extends OidcPresetProps {
  /** The id of your tenant. */
  readonly tenant: string;
}

/** Source: https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc */
export const MicrosoftAdapter = ({ tenant, ...props }: MicrosoftAdapterProps): AuthAdapter =>
  OidcAdapter({ issuer: `https://login.microsoftonline.com/${tenant}/v2.0`, ...props });

/** Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const GithubAdapter = (props: OauthPresetProps): AuthAdapter =>
  OauthAdapter({
    authorizationEndpoint: "https://github.com/login/oauth/authorize",
    tokenEndpoint: "https://github.com/login/oauth/access_token",
    ...props,
  });

/** Source: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const FacebookAdapter = (props: OauthPresetProps): AuthAdapter =>
  OauthAdapter({
    authorizationEndpoint: "https://www.facebook.com/dialog/oauth",
    tokenEndpoint: "https://graph.facebook.com/oauth/access_token",
    ...props,
  });
