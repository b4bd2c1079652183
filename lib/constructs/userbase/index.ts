export type { UserbaseAuthFlow } from "./clients/auth-flows";
export type { UserbaseUserPoolClientOverride } from "./clients/client";
export type {
  UserbaseMachineClientProps,
  UserbaseUserClientProps,
} from "./clients/further-client";
export type { UserbaseResourceServerProps } from "./clients/resource-servers";
export type { UserbaseRefreshTokenRotationProps } from "./clients/session";
export type { UserbaseTokenValidityProps } from "./clients/token-validity";
export type { UserbaseClientProps } from "./clients/user-client";
export type { UserbaseFeatureTier } from "./feature-tier";
export type { UserbaseGroupProps } from "./groups/groups";
export type {
  UserbaseEnterpriseProvider,
  UserbaseIdentityPoolFederationProps,
  UserbaseIdentityPoolOverride,
} from "./identity-pool/federation";
export type { UserbaseEmailProps } from "./messages/email";
export type { UserbaseKmsKey } from "./messages/sender-key";
export type { UserbaseBrandingAsset, UserbaseBrandingProps } from "./pages/branding";
export type { UserbaseDomainProps } from "./pages/domain";
export type {
  UserbaseLogDeliveryProps,
  UserbaseLogGroupTarget,
  UserbaseLogTarget,
} from "./pool/log-delivery";
export type { UserbasePasswordCharacters, UserbasePasswordPolicyProps } from "./pool/password-policy";
export type * from "./props";
export type { UserbaseOneTimePassword, UserbasePasskeyProps } from "./sign-in/first-factors";
export type * from "./sign-in/identity-providers/props";
export type { UserbaseLogin } from "./sign-in/login";
export type { UserbaseMfaFactor, UserbaseMfaProps } from "./sign-in/mfa";
export type * from "./threat-protection/props";
export type { UserbaseUserPoolTriggers } from "./triggers/kinds";
export { Userbase } from "./userbase";
