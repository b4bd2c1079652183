import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import type { UserbaseProps } from "../props";
import { loginConfig } from "../sign-in/login";

const subject = "Verify your new account";
const message = "The verification code to your new account is {####}";

/** What is known of a pool before its config is written. */
export interface PoolParts {
  readonly props: UserbaseProps;
  readonly lambdaConfig: CognitoUserPoolConfig["lambdaConfig"];
  readonly smsConfiguration: CognitoUserPoolConfig["smsConfiguration"];
  /** Parts of props beyond the sign-in model; they win over the defaults of this file. */
  readonly extras: Partial<CognitoUserPoolConfig>;
}

/** The user pool as the library sets it, before the caller's keys are laid over it. */
export function poolConfig(
  userbase: Construct,
  { props, lambdaConfig, smsConfiguration, extras }: PoolParts,
): CognitoUserPoolConfig {
  return {
    name: Stack.of(userbase).app.logicalPrefixedName(userbase.node.id),
    adminCreateUserConfig: { allowAdminCreateUserOnly: false },
    usernameConfiguration: { caseSensitive: false },
    accountRecoverySetting: {
      recoveryMechanism: [
        { name: "verified_phone_number", priority: 1 },
        { name: "verified_email", priority: 2 },
      ],
    },
    verificationMessageTemplate: {
      defaultEmailOption: "CONFIRM_WITH_CODE",
      emailSubject: subject,
      emailMessage: message,
      smsMessage: message,
    },
    ...loginConfig(props.login),
    lambdaConfig,
    smsConfiguration,
    ...extras,
  };
}
