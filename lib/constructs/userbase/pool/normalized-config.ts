import type {
  CognitoUserPoolConfig,
  CognitoUserPoolSchema,
  CognitoUserPoolVerificationMessageTemplate,
} from "@cdktf/provider-aws/lib/cognito-user-pool";
import { Token } from "cdktf";

/**
 * A pool's config in the values that the service gives back, so that a plan after the deployment is empty.
 *
 * Blocks that a caller has given in part get what the service fills in; sets are sorted.
 *
 * @param given - the caller's own keys
 */
export function writtenPoolConfig(config: CognitoUserPoolConfig, given: object): CognitoUserPoolConfig {
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
      ? schema.map((each: CognitoUserPoolSchema) => writtenAttribute(each))
      : schema,
    passwordPolicy: config.passwordPolicy && {
      minimumLength: 8,
      temporaryPasswordValidityDays: 7,
      ...withoutUndefined(config.passwordPolicy),
    },
    verificationMessageTemplate:
      "verificationMessageTemplate" in given
        ? config.verificationMessageTemplate
        : writtenTemplate(config, config.verificationMessageTemplate),
  };
}

/** The same text must not be given as an attribute of the pool and in its template. */
function writtenTemplate(
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

/** An attribute of users; without its constraints, each plan would replace it. */
function writtenAttribute(attribute: CognitoUserPoolSchema): CognitoUserPoolSchema {
  const { attributeDataType: type, name, stringAttributeConstraints, numberAttributeConstraints } = attribute;
  if (type === "String" && stringAttributeConstraints === undefined) {
    return { ...attribute, stringAttributeConstraints: standardLengths[name] ?? anyLength };
  }
  if (type === "Number" && numberAttributeConstraints === undefined) {
    // The service answers with an empty block for a number without bounds.
    return { ...attribute, numberAttributeConstraints: name === "updated_at" ? { minValue: "0" } : {} };
  }
  return attribute;
}

function sortedSet(list: string[] | undefined): string[] | undefined {
  if (list === undefined || list.length === 0) return undefined;
  return Token.isUnresolved(list) ? list : [...new Set(list)].sort();
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}
