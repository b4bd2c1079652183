import type {
  CognitoUserPoolConfig,
  CognitoUserPoolSchema,
  CognitoUserPoolVerificationMessageTemplate,
} from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { prefixedName } from "../../../kit/app";
import { isUnresolved, withoutUndefined } from "../../../kit/core";
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

/**
 * A pool's config with the values that the service returns, so that the plan after a deployment is empty.
 *
 * Adds what the service fills in to blocks that the caller gave in part, and sorts sets.
 *
 * @param given - the caller's own keys
 */
export function normalizedPoolConfig(config: CognitoUserPoolConfig, given: object): CognitoUserPoolConfig {
  const { accountRecoverySetting: recovery, userAttributeUpdateSettings: update, schema } = config;
  const mechanisms = recovery?.recoveryMechanism;
  return {
    ...config,
    usernameAttributes: sortedSet(config.usernameAttributes),
    aliasAttributes: sortedSet(config.aliasAttributes),
    autoVerifiedAttributes: sortedSet(config.autoVerifiedAttributes),
    accountRecoverySetting: Array.isArray(mechanisms)
      ? { ...recovery, recoveryMechanism: [...mechanisms].sort((a, b) => a.priority - b.priority) }
      : recovery,
    userAttributeUpdateSettings: update && {
      ...update,
      attributesRequireVerificationBeforeUpdate:
        sortedSet(update.attributesRequireVerificationBeforeUpdate) ?? [],
    },
    schema: Array.isArray(schema)
      ? schema.map((each: CognitoUserPoolSchema) => normalizedAttribute(each))
      : schema,
    passwordPolicy: config.passwordPolicy && {
      minimumLength: 8,
      temporaryPasswordValidityDays: 7,
      ...withoutUndefined(config.passwordPolicy),
    },
    verificationMessageTemplate:
      "verificationMessageTemplate" in given
        ? config.verificationMessageTemplate
        : normalizedTemplate(config, config.verificationMessageTemplate),
  };
}

/** The provider refuses a text that is given both as an attribute of the pool and in its template. */
function normalizedTemplate(
  config: CognitoUserPoolConfig,
  template: CognitoUserPoolVerificationMessageTemplate | undefined,
): CognitoUserPoolVerificationMessageTemplate | undefined {
  if (template === undefined) return undefined;
  return {
    ...template,
    ...(config.emailVerificationMessage !== undefined && { emailMessage: undefined }),
    ...(config.emailVerificationSubject !== undefined && { emailSubject: undefined }),
    ...(config.smsVerificationMessage !== undefined && { smsMessage: undefined }),
  };
}

/**
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html, as
 * `DescribeUserPool` answers for a new pool.
 */
const standardLengths: Readonly<Record<string, { readonly minLength: string; readonly maxLength: string }>> =
  {
    birthdate: { minLength: "10", maxLength: "10" },
    sub: { minLength: "1", maxLength: "2048" },
  };
const anyLength = { minLength: "0", maxLength: "2048" };

/** An attribute of users. Without its constraints, each plan would replace the attribute. */
function normalizedAttribute(attribute: CognitoUserPoolSchema): CognitoUserPoolSchema {
  const { attributeDataType: type, name, stringAttributeConstraints, numberAttributeConstraints } = attribute;
  if (type === "String" && stringAttributeConstraints === undefined) {
    return { ...attribute, stringAttributeConstraints: standardLengths[name] ?? anyLength };
  }
  if (type === "Number" && numberAttributeConstraints === undefined) {
    // The service returns an empty block for a number without bounds.
    return { ...attribute, numberAttributeConstraints: name === "updated_at" ? { minValue: "0" } : {} };
  }
  return attribute;
}

function sortedSet(list: string[] | undefined): string[] | undefined {
  if (list === undefined || list.length === 0) return undefined;
  return isUnresolved(list) ? list : [...new Set(list)].sort();
}
