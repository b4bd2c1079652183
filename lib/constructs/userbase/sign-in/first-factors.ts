import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import {
  checkList,
  checkLiterals,
  checkObject,
  isUnresolved,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import type { ParsedDomain } from "../pages/domain";
import type { UserbaseProps } from "../props";
import { isMfaRequired } from "./mfa";

export type UserbaseOneTimePassword = "email" | "sms";

/** Passkeys of users. */
export interface UserbasePasskeyProps {
  /**
   * The domain of the passkeys: that of the page where users sign in, or a parent of it.
   *
   * With your own `domain`, the sign-in pages accept passkeys only of that domain.
   *
   * @default - the host of `domain`
   */
  readonly relyingPartyId?: string | undefined;
  /** Whether the device must verify its user, by fingerprint or PIN. @default "preferred" */
  readonly userVerification?: "preferred" | "required" | undefined;
}

const awsOneTimePasswords = { email: "EMAIL_OTP", sms: "SMS_OTP" } as const satisfies Record<
  UserbaseOneTimePassword,
  string
>;
const label = "(?!-)[a-z0-9-]{1,63}(?<!-)";
const domainName = new RegExp(`^${label}(\\.${label})+$`);
const passkeyKeys = propKeys<UserbasePasskeyProps>()({
  relyingPartyId: "text",
  userVerification: ["preferred", "required"],
});

/** Refuses sign-in methods without a password that the directory cannot offer. */
export function checkFirstFactors(
  userbase: Construct,
  props: UserbaseProps,
  domain: ParsedDomain | undefined,
): void {
  const { oneTimePasswords = [], passkeys = false } = props;
  checkList(userbase, "oneTimePasswords", oneTimePasswords);
  checkLiterals(userbase, "oneTimePasswords", oneTimePasswords, Object.keys(awsOneTimePasswords));
  if (oneTimePasswords.length > 0) {
    checkNotLite(userbase, "oneTimePasswords", props);
    // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
    if (isMfaRequired(props)) fail(userbase, "userbase-one-time-mfa", "oneTimePasswords", {});
  }
  if (passkeys === false) return;
  checkNotLite(userbase, "passkeys", props);
  if (passkeys !== true) checkPasskeys(userbase, passkeys, domain);
  if (findRelyingPartyId(props) === undefined && props.domain === undefined) {
    fail(userbase, "prop-needs", "passkeys", { needs: "passkeys.relyingPartyId or domain" });
  }
}

function checkPasskeys(userbase: Construct, passkeys: unknown, domain: ParsedDomain | undefined): void {
  checkObject(userbase, "passkeys", passkeys, passkeyKeys, "true, false or { relyingPartyId }");
  const { relyingPartyId: id } = passkeys;
  if (id === undefined || isUnresolved(id)) return;
  if (typeof id !== "string" || id.length > 253 || !domainName.test(id)) {
    refuseValue(userbase, "passkeys.relyingPartyId", id, 'a domain name alone, such as "example.com"');
  }
  // Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_WebAuthnConfigurationType.html
  if (domain?.kind !== "hosted" || domain.host === id) return;
  Stack.of(userbase).app.addNotice(
    `serverform: passkeys.relyingPartyId is "${id}", so the sign-in pages at "${domain.host}" do not accept passkeys`,
    userbase,
  );
}

/** Whether users choose how they sign in; the clients need an additional flow for it. */
export function hasChoice({ oneTimePasswords = [], passkeys = false }: UserbaseProps): boolean {
  return oneTimePasswords.length > 0 || passkeys !== false;
}

/**
 * The config for the first factors. The service requires the password to be one of them.
 *
 * The domain of passkeys and the verification are always set: values that the service fills in would be a change in
 * every plan.
 *
 * Source: https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_cognito.AllowedFirstAuthFactors.html
 */
export function firstFactorsConfig(
  props: UserbaseProps,
  domain: ParsedDomain | undefined,
): Pick<CognitoUserPoolConfig, "signInPolicy" | "webAuthnConfiguration"> {
  if (!hasChoice(props)) return {};
  const { oneTimePasswords = [], passkeys = false } = props;
  const allowedFirstAuthFactors = [
    "PASSWORD",
    ...oneTimePasswords.map((each) => awsOneTimePasswords[each]),
    ...(passkeys === false ? [] : ["WEB_AUTHN"]),
  ];
  const given = typeof passkeys === "object" ? passkeys : {};
  return {
    signInPolicy: { allowedFirstAuthFactors: [...new Set(allowedFirstAuthFactors)].sort() },
    ...(passkeys !== false && {
      webAuthnConfiguration: {
        relyingPartyId: findRelyingPartyId(props) ?? domain?.host,
        userVerification: given.userVerification ?? "preferred",
      },
    }),
  };
}

function findRelyingPartyId({ passkeys }: UserbaseProps): string | undefined {
  return typeof passkeys === "object" ? passkeys.relyingPartyId : undefined;
}
