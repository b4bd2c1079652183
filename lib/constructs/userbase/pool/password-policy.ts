import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import {
  checkKeys,
  checkLiterals,
  type Duration,
  isUnknownList,
  isUnresolved,
  limits,
  parseDuration,
  parseItems,
  propKeys,
  refuseValue,
  within,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../props";

export type UserbasePasswordCharacters = "lowercase" | "uppercase" | "numbers" | "symbols";

/** Requirements for passwords that users choose. */
export interface UserbasePasswordPolicyProps {
  /** Minimum length of a password, 6 to 99. @default 8 */
  readonly minLength?: number | undefined;
  /** Kinds of characters that a password must contain; `[]` for none. @default ["lowercase", "uppercase", "numbers", "symbols"] */
  readonly require?: readonly UserbasePasswordCharacters[] | undefined;
  /** How long a password that an administrator has set is valid, 1 to 365 whole days. @default "7 days" */
  readonly temporaryPasswordValidity?: Duration | undefined;
  /**
   * Number of previous passwords that users cannot reuse, 0 to 24. The plan `lite` does not include it.
   *
   * @default 0
   */
  readonly historySize?: number | undefined;
}

const rows = limits.aws_cognito_user_pool;
const policyKeys = propKeys<UserbasePasswordPolicyProps>()({
  minLength: within(rows["passwordPolicy.minimumLength"]),
  require: "texts",
  temporaryPasswordValidity: true,
  historySize: within(rows["passwordPolicy.passwordHistorySize"]),
});
const characters: readonly UserbasePasswordCharacters[] = ["lowercase", "uppercase", "numbers", "symbols"];
const day = 86_400;

/**
 * Refuses rules for passwords that the service does not accept.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_PasswordPolicyType.html
 */
export function checkPasswordPolicy(
  userbase: Construct,
  props: UserbaseProps,
  override: UserbaseUserPoolOverride,
): void {
  const { passwordPolicy } = props;
  if (passwordPolicy === undefined) return;
  const prop = "passwordPolicy";
  if (override.passwordPolicy !== undefined) {
    fail(userbase, "props-exclude", prop, { other: "cdk.userPool.passwordPolicy" });
  }
  checkKeys(userbase, prop, passwordPolicy, policyKeys);
  const { require: required = characters, temporaryPasswordValidity, historySize } = passwordPolicy;
  if (historySize !== undefined && historySize !== 0) checkNotLite(userbase, `${prop}.historySize`, props);
  checkCharacters(userbase, `${prop}.require`, required);
  if (temporaryPasswordValidity === undefined) return;
  const at = `${prop}.temporaryPasswordValidity`;
  const days = { min: day, max: 365 * day, step: day, range: "1 to 365 whole days" };
  parseDuration(userbase, at, temporaryPasswordValidity, days);
}

/** Each kind is an attribute of its own, so that a list which is known only at deployment cannot be used. */
function checkCharacters(userbase: Construct, prop: string, given: readonly unknown[]): void {
  const list = parseItems(userbase, prop, given);
  const isUnknown = isUnknownList(list) || list.some((each) => isUnresolved(each));
  if (isUnknown) refuseValue(userbase, prop, given, `an array of literals: ${JSON.stringify(characters)}`);
  checkLiterals(userbase, prop, list, characters);
}

/**
 * The rules with every attribute: the service would not require a kind of characters that is left out, and the provider keeps the last
 * rules of a pool without any.
 */
export function passwordPolicyConfig({
  passwordPolicy = {},
}: UserbaseProps): Pick<CognitoUserPoolConfig, "passwordPolicy"> {
  const { minLength = 8, require: required = characters, historySize } = passwordPolicy;
  const { temporaryPasswordValidity = "7 days" } = passwordPolicy;
  return {
    passwordPolicy: {
      minimumLength: minLength,
      requireLowercase: required.includes("lowercase"),
      requireUppercase: required.includes("uppercase"),
      requireNumbers: required.includes("numbers"),
      requireSymbols: required.includes("symbols"),
      temporaryPasswordValidityDays:
        parseDuration("", "temporaryPasswordValidity", temporaryPasswordValidity) / day,
      ...(historySize !== undefined && { passwordHistorySize: historySize }),
    },
  };
}
