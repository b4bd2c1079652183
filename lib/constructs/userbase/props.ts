import type { CognitoUserPool, CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import type { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionProps } from "../../kit/function";
import type { UserbaseUserPoolClientOverride } from "./clients/client";
import type { UserbaseMachineClientProps, UserbaseUserClientProps } from "./clients/further-client";
import type { UserbaseResourceServerProps } from "./clients/resource-servers";
import type { UserbaseClientProps } from "./clients/user-client";
import type { UserbaseFeatureTier } from "./feature-tier";
import type { UserbaseGroupProps } from "./groups/groups";
import type { UserbaseIdentityPoolFederationProps } from "./identity-pool/federation";
import type { UserbaseEmailProps } from "./messages/email";
import type { UserbaseKmsKey } from "./messages/sender-key";
import type { UserbaseBrandingProps } from "./pages/branding";
import type { UserbaseDomainProps } from "./pages/domain";
import type { UserbaseLogDeliveryProps } from "./pool/log-delivery";
import type { UserbasePasswordPolicyProps } from "./pool/password-policy";
import type { UserbaseOneTimePassword, UserbasePasskeyProps } from "./sign-in/first-factors";
import type { UserbaseIdentityProvidersProps } from "./sign-in/identity-providers/props";
import type { UserbaseLogin } from "./sign-in/login";
import type { UserbaseMfaProps } from "./sign-in/mfa";
import type { UserbaseThreatProtectionProps } from "./threat-protection/props";
import type { UserbaseUserPoolTriggers } from "./triggers/kinds";

/** Keys of the user pool that override what is created. */
export type UserbaseUserPoolOverride = Override<Omit<CognitoUserPoolConfig, "lambdaConfig">> & {
  /** Only the key of `customEmailSender` and `customSmsSender`; for functions use `triggers`. @default - none */
  readonly lambdaConfig?: { readonly kmsKeyId?: UserbaseKmsKey | undefined } | undefined;
  /** The key that encrypts codes for `customEmailSender` and `customSmsSender`. @default - a key is created */
  readonly customSenderKmsKey?: UserbaseKmsKey | undefined;
};

/** Props of a user directory. */
export interface UserbaseProps {
  /**
   * The names with which users sign in; they cannot be changed after creation.
   *
   * With `username`, users choose a name, and the others are aliases that they can change. Without it, the email
   * address or phone number is the name. A change would replace the directory and lose its users, so the plan fails.
   *
   * @default ["username"]
   */
  readonly login?: readonly UserbaseLogin[] | undefined;
  /** Functions that the directory calls while users sign up and sign in. @default - none */
  readonly triggers?: UserbaseUserPoolTriggers | undefined;
  /** Defaults for all triggers. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created for the triggers. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /**
   * AWS credentials for users: `false` for none, an object for further identity providers.
   *
   * With `false`, an existing identity pool is removed with its roles on the next deployment.
   *
   * @default true - an identity pool that accepts the users of this directory, and no guests
   */
  readonly identityPoolFederation?: boolean | UserbaseIdentityPoolFederationProps | undefined;
  /**
   * Sign-in pages that AWS serves, under a prefix of AWS's domain or under your own domain. OAuth tokens are issued
   * there, too.
   *
   * A prefix is unique in the region, across all accounts. Changing it changes the address of the pages.
   *
   * @default - no pages
   */
  readonly domain?: string | UserbaseDomainProps | undefined;
  /**
   * The style of the sign-in pages: `true` for the service's own style, `false` for no style, or your own.
   *
   * Without a style for its client, the service shows no page at all.
   *
   * @default true - with a `domain`
   */
  readonly branding?: boolean | UserbaseBrandingProps | undefined;
  /**
   * APIs whose scopes clients can request, by identifier. A scope is written `<identifier>/<scope>`, also in the
   * `authorizationScopes` of routes.
   *
   * @default - none
   */
  readonly resourceServers?: MapOf<UserbaseResourceServerProps> | undefined;
  /** Further clients, by name: apps in which users sign in, and machines. @default - none */
  readonly clients?: MapOf<UserbaseUserClientProps | UserbaseMachineClientProps> | undefined;
  /** Groups of users, by name. The claim `cognito:groups` of a token lists those of its user. @default - none */
  readonly groups?: MapOf<UserbaseGroupProps> | undefined;
  /**
   * Whether users need a second factor. `"optional"` and `"required"` use an authenticator app.
   *
   * @default "off"
   */
  readonly mfa?: "off" | "optional" | "required" | UserbaseMfaProps | undefined;
  /**
   * Users may sign in with a passkey instead of their password.
   *
   * A passkey belongs to one domain: users lose their passkeys when `relyingPartyId` changes.
   *
   * @default false
   */
  readonly passkeys?: boolean | UserbasePasskeyProps | undefined;
  /** Users may sign in with a code that is sent to them, instead of their password. @default - with a password */
  readonly oneTimePasswords?: readonly UserbaseOneTimePassword[] | undefined;
  /** Requirements for passwords that users choose. @default - 8 characters or more, of four kinds */
  readonly passwordPolicy?: UserbasePasswordPolicyProps | undefined;
  /**
   * The main client: the app in which users sign in. Further ones are in `clients`.
   *
   * @default - without the sign-in pages, and with the flows that the directory offers
   */
  readonly client?: UserbaseClientProps | undefined;
  /**
   * Feature plan of the user pool. It determines the available features and the price.
   *
   * @default - the service chooses; for new pools `"essentials"`
   */
  readonly featureTier?: UserbaseFeatureTier | undefined;
  /**
   * Whether risky sign-ins are only recorded or also stopped, and the responses to them. Needs the tier `"plus"`.
   *
   * @default "off"
   */
  readonly threatProtection?: "off" | "audit" | "enforced" | UserbaseThreatProtectionProps | undefined;
  /**
   * Logs of failed messages and of risky sign-ins. CloudWatch, S3 and Firehose charge for them. Needs version 6.5 of the
   * AWS provider.
   *
   * @default - none
   */
  readonly logDelivery?: UserbaseLogDeliveryProps | undefined;
  /**
   * The tokens that the trigger `preTokenGeneration` may change: with `v1_0` the id token, with `v2_0` the access token too, with
   * `v3_0` also the tokens of machines. The event differs between versions.
   *
   * @default - `v1_0`; a deployed version stays until you set another one
   */
  readonly preTokenGenerationVersion?: "v1_0" | "v2_0" | "v3_0" | undefined;
  /**
   * Whether AWS refuses to delete the user pool, also by Terraform and in the console.
   *
   * @default - on with the removal policy `retain` or `snapshot` of the app
   */
  readonly deletionProtection?: boolean | undefined;
  /** Sends emails through SES, in your name. @default - the service sends them, at most 50 a day */
  readonly email?: UserbaseEmailProps | undefined;
  /** External accounts with which users sign in; needs a `domain`. @default - none */
  readonly identityProviders?: UserbaseIdentityProvidersProps | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** An existing user pool, used unchanged, or keys that override the created one. @default - created */
        readonly userPool?: CognitoUserPool | DataAwsCognitoUserPool | UserbaseUserPoolOverride | undefined;
        /** An existing client of an existing pool, used unchanged, or keys that override the created one. @default - created */
        readonly userPoolClient?:
          | CognitoUserPoolClient
          | DataAwsCognitoUserPoolClient
          | UserbaseUserPoolClientOverride
          | undefined;
      }
    | undefined;
}
