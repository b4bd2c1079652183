import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import {
  checkKeys,
  checkList,
  checkLiteral,
  checkLiterals,
  isPlainObject,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import type { UserbaseProps } from "../props";

/** A second factor. */
export interface UserbaseMfaProps {
  /** Whether users may have a second factor, or must. */
  readonly mode: "optional" | "required";
  /**
   * The factors that users can choose: an authenticator app, a code by SMS, a code by email (needs `email`).
   *
   * @default ["totp"]
   */
  readonly factors?: readonly UserbaseMfaFactor[] | undefined;
}

export type UserbaseMfaFactor = "totp" | "sms" | "email";

const modes = { off: "OFF", optional: "OPTIONAL", required: "ON" } as const;
const factors: readonly UserbaseMfaFactor[] = ["totp", "sms", "email"];
const mfaKeys = propKeys<UserbaseMfaProps>()({ mode: true, factors: "texts" });

/** Refuses second factors that the directory cannot offer. */
export function checkMfa(userbase: Construct, props: UserbaseProps, hasEmail: boolean): void {
  const { mfa } = props;
  if (mfa === undefined) return;
  if (!isPlainObject(mfa)) {
    checkLiteral(userbase, "mfa", mfa, Object.keys(modes));
    return;
  }
  checkKeys(userbase, "mfa", mfa, mfaKeys);
  checkLiteral(userbase, "mfa.mode", mfa.mode, ["optional", "required"]);
  const given = (mfa as UserbaseMfaProps).factors ?? ["totp"];
  checkList(userbase, "mfa.factors", given);
  checkLiterals(userbase, "mfa.factors", given, factors);
  if (given.length === 0) {
    refuseValue(userbase, "mfa.factors", given, 'at least one factor, such as ["totp"]');
  }
  if (!given.includes("email")) return;
  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-sms-email-message.html
  checkNotLite(userbase, "mfa.factors", props);
  if (!hasEmail) fail(userbase, "prop-needs", 'mfa.factors: ["email"]', { needs: "email" });
}

/** The possible second factors; empty without MFA. */
export function mfaFactors({ mfa = "off" }: Pick<UserbaseProps, "mfa">): readonly UserbaseMfaFactor[] {
  if (mfa === "off") return [];
  return typeof mfa === "string" ? ["totp"] : (mfa.factors ?? ["totp"]);
}

/** Whether every user needs a second factor. */
export function isMfaRequired({ mfa = "off" }: UserbaseProps): boolean {
  return (typeof mfa === "string" ? mfa : mfa.mode) === "required";
}

/** The config for second factors. It sets the texts, because a plan never converges with an empty block. */
export function mfaConfig(
  props: UserbaseProps,
): Pick<
  CognitoUserPoolConfig,
  "mfaConfiguration" | "softwareTokenMfaConfiguration" | "smsAuthenticationMessage" | "emailMfaConfiguration"
> {
  const { mfa } = props;
  if (mfa === undefined) return {};
  const given = mfaFactors(props);
  const message = "Your sign-in code is {####}";
  return {
    mfaConfiguration: modes[typeof mfa === "string" ? mfa : mfa.mode],
    ...(given.includes("totp") && { softwareTokenMfaConfiguration: { enabled: true } }),
    ...(given.includes("sms") && { smsAuthenticationMessage: message }),
    ...(given.includes("email") && { emailMfaConfiguration: { subject: "Your sign-in code", message } }),
  };
}
