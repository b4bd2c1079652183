import type { CognitoIdentityPoolConfig } from "@cdktf/provider-aws/lib/cognito-identity-pool";
import type { CognitoUserPool, CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type {
  CognitoUserPoolClient,
  CognitoUserPoolClientConfig,
} from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import type { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import type { DataAwsKmsKey } from "@cdktf/provider-aws/lib/data-aws-kms-key";
import type { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import type { Override } from "../../core/override";
import type { FunctionProps, FunctionReference } from "../../function";
import type { UserbaseExtraProps } from "./extras/props";

/** With what users sign in. */
export type UserbaseLogin = "email" | "phone" | "username" | "preferredUsername";

/** The functions that the user directory calls at its steps. Each of them delays the step until it has answered. */
export interface UserbaseUserPoolTriggers {
  /** Makes the question of a custom challenge. @default - none */
  readonly createAuthChallenge?: FunctionReference;
  /**
   * Sends every email in place of the directory; its codes are encrypted for the function.
   *
   * @default - the directory sends them
   */
  readonly customEmailSender?: FunctionReference;
  /** Writes the texts of emails and SMS. @default - the texts of the directory */
  readonly customMessage?: FunctionReference;
  /**
   * Sends every SMS in place of the directory; its codes are encrypted for the function.
   *
   * @default - the directory sends them
   */
  readonly customSmsSender?: FunctionReference;
  /** Decides which custom challenge is next, and when somebody is signed in. @default - none */
  readonly defineAuthChallenge?: FunctionReference;
  /** Is told of each sign-in. @default - none */
  readonly postAuthentication?: FunctionReference;
  /** Is told of each user that has been confirmed. @default - none */
  readonly postConfirmation?: FunctionReference;
  /** May refuse a sign-in before the password is checked. @default - none */
  readonly preAuthentication?: FunctionReference;
  /** May refuse a new user, or confirm one right away. @default - everybody may sign up, and confirms with a code */
  readonly preSignUp?: FunctionReference;
  /**
   * Adds claims to tokens, or takes some away.
   *
   * While other triggers stay, Terraform's provider does not take this one off the directory, which would go on calling
   * a function that is gone: the plan fails. To remove it, deploy once without `triggers`, then with the others.
   *
   * @default - the claims of the directory
   */
  readonly preTokenGeneration?: FunctionReference;
  /** Takes over users of another directory when they sign in for the first time. @default - none */
  readonly userMigration?: FunctionReference;
  /** Checks the answer to a custom challenge. @default - none */
  readonly verifyAuthChallengeResponse?: FunctionReference;
}

/** Keys of the identity pool that are laid over what is created. */
export type UserbaseIdentityPoolOverride = Override<
  Omit<CognitoIdentityPoolConfig, "allowUnauthenticatedIdentities">
> & {
  /**
   * Whether guests, who have not signed in, get credentials.
   *
   * @default false - unless `attachPermissionsForUnauthUsers` is called
   */
  readonly allowUnauthenticatedIdentities?: boolean;
};

/** Other providers of identities, beside the user directory. */
export interface UserbaseIdentityPoolFederationProps {
  /** An OpenID Connect provider of an enterprise identity platform. @default - none */
  readonly enterprise?: {
    /** Its host name, such as `login.example.com`; no path. */
    readonly domain: string;
    /** Id of your application there. */
    readonly clientId: string;
  };
  /** The micro-blogging network. @default - none */
  readonly microblog?: {
    readonly consumerKey: string;
    /** Anybody who reads the Terraform state reads it. */
    readonly consumerSecret: string;
  };
  /** The social network. @default - none */
  readonly social?: { readonly appId: string };
  /** The device vendor. @default - none */
  readonly device?: { readonly servicesId: string };
  /** The retail marketplace. @default - none */
  readonly retail?: { readonly appId: string };
  /** The search engine. @default - none */
  readonly search?: { readonly clientId: string };
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the created identity pool, such as `samlProviderArns`. @default - nothing */
    readonly cfnIdentityPool?: UserbaseIdentityPoolOverride;
  };
}

/** A key of KMS: its ARN, or an object of the provider. */
export type UserbaseKmsKey = string | KmsKey | DataAwsKmsKey;

/** Keys of the user pool that are laid over what is created. */
export type UserbaseUserPoolOverride = Override<Omit<CognitoUserPoolConfig, "lambdaConfig">> & {
  /** Only the key of `customEmailSender` and `customSmsSender`; for the functions use `triggers`. @default - nothing */
  readonly lambdaConfig?: { readonly kmsKeyId?: UserbaseKmsKey };
  /** The key that encrypts codes for `customEmailSender` and `customSmsSender`. @default - a key is created */
  readonly customSenderKmsKey?: UserbaseKmsKey;
};

/** Keys of the pool client that are laid over what is created. */
export type UserbaseUserPoolClientOverride = Override<Omit<CognitoUserPoolClientConfig, "userPoolId">>;

/** Props of a user directory. */
export interface UserbaseProps extends UserbaseExtraProps {
  /**
   * With what users sign in; it cannot be changed after creation.
   *
   * With `username`, users choose a name, and the others are aliases, which they can change. Without it, their email
   * address or phone number is their name. A change would replace the directory and lose its users, so the plan fails.
   *
   * @default ["username"]
   */
  readonly login?: readonly UserbaseLogin[];
  /** Functions that the directory calls at its steps. @default - none */
  readonly triggers?: UserbaseUserPoolTriggers;
  /** What holds for all triggers. @default - nothing */
  readonly defaults?: {
    /** Props of the functions that the triggers make. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /**
   * AWS credentials for users: `false` for none, an object for further providers of identities.
   *
   * With `false`, an identity pool that was there is removed with its roles on the next deployment.
   *
   * @default true - an identity pool that takes the users of this directory, and no guests
   */
  readonly identityPoolFederation?: boolean | UserbaseIdentityPoolFederationProps;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /** An existing user pool, used as it is, or keys laid over the created one. @default - created */
    readonly userPool?: CognitoUserPool | DataAwsCognitoUserPool | UserbaseUserPoolOverride;
    /** An existing client of an existing pool, used as it is, or keys laid over the created one. @default - created */
    readonly userPoolClient?:
      | CognitoUserPoolClient
      | DataAwsCognitoUserPoolClient
      | UserbaseUserPoolClientOverride;
  };
}
