import type { CognitoUserPoolClientConfig } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { DataAwsSesv2EmailIdentity } from "@cdktf/provider-aws/lib/data-aws-sesv2-email-identity";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { SesDomainIdentity } from "@cdktf/provider-aws/lib/ses-domain-identity";
import type { SesEmailIdentity } from "@cdktf/provider-aws/lib/ses-email-identity";
import type { Sesv2EmailIdentity } from "@cdktf/provider-aws/lib/sesv2-email-identity";
import type { Duration } from "../../../core/duration";
import type { Override } from "../../../core/override";
import type { DomainCertificate, DomainHostedZone } from "../../../dns";
import type { Permissions } from "../../../iam/permissions";

/** What a user directory offers beside users and a client; all of it is off until asked for. */
export interface UserbaseExtraProps {
  /**
   * Sign-in pages that AWS serves: a prefix of AWS's domain, or a domain of yours. Also where OAuth tokens are issued.
   *
   * A prefix is unique in the region, over all accounts. Changing it changes the address of the pages.
   *
   * @default - no pages
   */
  readonly domain?: string | UserbaseDomainProps;
  /**
   * How the sign-in pages look: `true` for the service's own look, `false` for no style, or yours.
   *
   * Without a style for its client, the service shows no page at all.
   *
   * @default true - where there is a `domain`
   */
  readonly branding?: boolean | UserbaseBrandingProps;
  /**
   * APIs whose scopes clients can ask for, by identifier. A scope is written `<identifier>/<scope>`, also in the
   * `authorizationScopes` of routes.
   *
   * @default - none
   */
  readonly resourceServers?: Readonly<Record<string, UserbaseResourceServerProps>>;
  /** Further clients, by name: apps in which users sign in, and machines. @default - none */
  readonly clients?: Readonly<Record<string, UserbaseUserClientProps | UserbaseMachineClientProps>>;
  /** Groups of users, by name. The claim `cognito:groups` of a token lists those of its user. @default - none */
  readonly groups?: Readonly<Record<string, UserbaseGroupProps>>;
  /**
   * Whether users prove who they are with a second factor. `"optional"` and `"required"` alone mean an authenticator app.
   *
   * @default "off"
   */
  readonly mfa?: "off" | "optional" | "required" | UserbaseMfaProps;
  /**
   * Users may sign in with a passkey in place of their password.
   *
   * A passkey belongs to one domain: users lose theirs when `relyingPartyId` changes.
   *
   * @default false
   */
  readonly passkeys?: boolean | UserbasePasskeyProps;
  /** Users may sign in with a code that is sent to them, in place of their password. @default - with a password */
  readonly oneTimePasswords?: readonly UserbaseOneTimePassword[];
  /**
   * Plan of the user pool, which decides on its features and its price.
   *
   * @default - the service chooses; for new pools `"essentials"`
   */
  readonly featureTier?: UserbaseFeatureTier;
  /**
   * Whether risky sign-ins are recorded, or also stopped. Needs the tier `"plus"`.
   *
   * @default "off"
   */
  readonly threatProtection?: "off" | "audit" | "enforced";
  /**
   * What the trigger `preTokenGeneration` may change: with `v1_0` the id token, with `v2_0` the access token too, with
   * `v3_0` also those of machines. Its event differs from version to version.
   *
   * @default - `v1_0`; a version that was set before stays, until you write another
   */
  readonly preTokenGenerationVersion?: "v1_0" | "v2_0" | "v3_0";
  /** Emails are sent through SES, in your name. @default - the service sends them, at most 50 a day */
  readonly email?: UserbaseEmailProps;
  /** Accounts elsewhere with which users sign in; needs a `domain`. @default - none */
  readonly identityProviders?: UserbaseIdentityProvidersProps;
}

/** A domain of yours for the sign-in pages. */
export interface UserbaseDomainProps {
  /** Domain of the pages, in lower case. Its parent domain must have an `A` record. */
  readonly domainName: string;
  /** Name of the public Route 53 zone that holds the domain. @default - the domain name without its first label */
  readonly hostedZone?: string;
  /** Provider objects that are used. @default - nothing */
  readonly cdk?: {
    /** A certificate in us-east-1. @default - one is created there, and validated through the hosted zone */
    readonly certificate?: DomainCertificate;
    /** The zone that holds the domain. @default - looked up by name */
    readonly hostedZone?: DomainHostedZone;
  };
}

/** The look of the sign-in pages. */
export interface UserbaseBrandingProps {
  /** The settings document of the service's branding editor. @default {} */
  readonly settings?: object;
  /** Images. @default - none */
  readonly assets?: readonly UserbaseBrandingAsset[];
}

/** An image of the sign-in pages. */
export interface UserbaseBrandingAsset {
  /** Where it is shown, in the service's words: `PAGE_HEADER_LOGO`, `FORM_LOGO`, `FAVICON_ICO`, ... */
  readonly category: string;
  /** @default "dynamic" - in light and dark mode */
  readonly colorMode?: "light" | "dark" | "dynamic";
  /** Path of the file, from the folder of `cdktf.json`. Its ending tells its kind. */
  readonly file: string;
}

/** An API whose scopes clients can ask for. */
export interface UserbaseResourceServerProps {
  /** Name in AWS. @default - the identifier */
  readonly name?: string;
  /** What each scope allows, by scope. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** How long the tokens of a client are valid. */
export interface UserbaseTokenValidityProps {
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly accessTokenValidity?: Duration;
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly idTokenValidity?: Duration;
  /** 1 hour to 3650 days; the user signs in again after it. @default "30 days" */
  readonly refreshTokenValidity?: Duration;
}

/** An app in which users sign in. */
export interface UserbaseUserClientProps extends UserbaseTokenValidityProps {
  /** @default "user" */
  readonly type?: "user";
  /**
   * Where the sign-in pages lead back to: `https://...`, `http://localhost...` or an app's own scheme `myapp://...`.
   *
   * @default - the client does not use the sign-in pages
   */
  readonly callbackUrls?: readonly string[];
  /** Where the pages lead to after signing out. @default - none */
  readonly logoutUrls?: readonly string[];
  /** How the pages hand over tokens. `implicit` shows them in the address bar. @default ["code"] - with `callbackUrls` */
  readonly flows?: readonly ("code" | "implicit")[];
  /** What the client may ask for. @default ["email", "openid", "profile"] - with `callbackUrls` */
  readonly scopes?: readonly string[];
  /** The client has a secret: for servers, not for browsers. It is part of the Terraform state. @default false */
  readonly secret?: boolean;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the created client. @default - nothing */
    readonly userPoolClient?: Override<Omit<CognitoUserPoolClientConfig, "userPoolId">>;
  };
}

/** A machine that gets tokens with its own secret, which is part of the Terraform state; needs a `domain`. */
export interface UserbaseMachineClientProps {
  readonly type: "machine";
  /** What it may ask for: `<identifier>/<scope>` of `resourceServers`. */
  readonly scopes: readonly string[];
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly accessTokenValidity?: Duration;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the created client. @default - nothing */
    readonly userPoolClient?: Override<Omit<CognitoUserPoolClientConfig, "userPoolId">>;
  };
}

/** A group of users. */
export interface UserbaseGroupProps {
  /** @default - none */
  readonly description?: string;
  /** Of a user's groups, the role of the one with the lowest number is taken. @default - the group comes last */
  readonly precedence?: number;
  /**
   * What its users may do on AWS, with credentials of the identity pool, in place of what all signed-in users may.
   *
   * @default - what all signed-in users may
   */
  readonly permissions?: Permissions;
  /** A role of yours, which trusts the identity pool, in place of `permissions`. @default - none */
  readonly role?: IamRole | DataAwsIamRole;
}

/** A second factor. */
export interface UserbaseMfaProps {
  /** Whether users may have a second factor, or must. */
  readonly mode: "optional" | "required";
  /**
   * What can be one: an authenticator app, a code by SMS, a code by email (needs `email`).
   *
   * @default ["totp"]
   */
  readonly factors?: readonly UserbaseMfaFactor[];
}

export type UserbaseMfaFactor = "totp" | "sms" | "email";
export type UserbaseOneTimePassword = "email" | "sms";
export type UserbaseFeatureTier = "lite" | "essentials" | "plus";

/** Passkeys of users. */
export interface UserbasePasskeyProps {
  /** The domain that the passkeys belong to. @default - the host of `domain` */
  readonly relyingPartyId?: string;
  /** Whether the device must verify its user, by a finger print or a PIN. @default "preferred" */
  readonly userVerification?: "preferred" | "required";
}

/** Emails in your name. */
export interface UserbaseEmailProps {
  /** Sender: `users@example.com` or `Example <users@example.com>`. */
  readonly from: string;
  /** The verified identity of SES that may send for it: its ARN, or an object of the provider. */
  readonly identity:
    | string
    | SesEmailIdentity
    | SesDomainIdentity
    | Sesv2EmailIdentity
    | DataAwsSesv2EmailIdentity;
  /** Where answers go. @default - to the sender */
  readonly replyTo?: string;
  /** A configuration set of SES. @default - none */
  readonly configurationSet?: string;
}

/** Accounts elsewhere with which users sign in. */
export interface UserbaseIdentityProvidersProps {
  /** @default - none */
  readonly google?: UserbaseGoogleProps;
  /** @default - none */
  readonly apple?: UserbaseAppleProps;
}

/** Sign-in with an account of Google. */
export interface UserbaseGoogleProps {
  readonly clientId: string;
  /** Anybody who reads the Terraform state reads it. Best a reference, such as an SSM parameter's value. */
  readonly clientSecret: string;
  /** @default ["email", "openid", "profile"] */
  readonly scopes?: readonly string[];
  /** Which claim of the account becomes which attribute of the user. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: Readonly<Record<string, string>>;
}

/** Sign-in with an account of Apple. */
export interface UserbaseAppleProps {
  readonly servicesId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** Anybody who reads the Terraform state reads it. Best a reference, such as an SSM parameter's value. */
  readonly privateKey: string;
  /** @default ["email", "name"] */
  readonly scopes?: readonly string[];
  /** Which claim of the account becomes which attribute of the user. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: Readonly<Record<string, string>>;
}

/** The props above, for the check of the whole; the compiler holds the list to the type. */
export const extraKeys = {
  domain: true,
  branding: true,
  resourceServers: true,
  clients: true,
  groups: true,
  mfa: true,
  passkeys: true,
  oneTimePasswords: true,
  featureTier: true,
  threatProtection: true,
  preTokenGenerationVersion: true,
  email: true,
  identityProviders: true,
} as const satisfies Record<keyof UserbaseExtraProps, true>;
