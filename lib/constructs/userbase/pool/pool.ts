import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { prefixedName } from "../../../kit/app";
import { tierConfig } from "../feature-tier";
import { emailConfig } from "../messages/email";
import type { ParsedUserbase } from "../parse";
import { firstFactorsConfig } from "../sign-in/first-factors";
import { loginConfig } from "../sign-in/login";
import { mfaConfig } from "../sign-in/mfa";
import { threatProtectionConfig } from "../threat-protection/risk-configuration";
import { passwordPolicyConfig } from "./password-policy";

const subject = "Verify your new account";
const message = "The verification code to your new account is {####}";

/** The config of the user pool, before the caller's overrides. */
export function poolConfig(
  userbase: Construct,
  { props, domain }: ParsedUserbase,
  created: Pick<CognitoUserPoolConfig, "lambdaConfig" | "smsConfiguration">,
): CognitoUserPoolConfig {
  return {
    name: prefixedName(userbase),
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
    ...created,
    ...tierConfig(props),
    ...threatProtectionConfig(props),
    ...passwordPolicyConfig(props),
    ...(props.deletionProtection !== undefined && {
      deletionProtection: props.deletionProtection ? "ACTIVE" : "INACTIVE",
    }),
    ...emailConfig(props),
    ...mfaConfig(props),
    ...firstFactorsConfig(props, domain),
  };
}
