import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, checkList, checkLiteral, isPlainObject, propKeys } from "../../../core/check";
import { fail } from "../errors";
import type { UserbaseExtraProps, UserbaseOneTimePassword, UserbasePasskeyProps } from "../extras/props";
import { domainHost } from "../pages/domain";
import { checkNotLite } from "../pool/feature-tier";
import { isMfaRequired } from "./mfa";

const awsOneTimePasswords = { email: "EMAIL_OTP", sms: "SMS_OTP" } as const satisfies Record<
  UserbaseOneTimePassword,
  string
>;
const passkeyKeys = propKeys<UserbasePasskeyProps>()({ relyingPartyId: true, userVerification: true });

/** Refuses ways to sign in without a password that the directory cannot offer. */
export function checkFirstFactors(userbase: Construct, props: UserbaseExtraProps): void {
  const { oneTimePasswords = [], passkeys = false } = props;
  checkList(userbase, "oneTimePasswords", oneTimePasswords);
  oneTimePasswords.forEach((each, index) => {
    checkLiteral(userbase, `oneTimePasswords[${index}]`, each, Object.keys(awsOneTimePasswords));
  });
  if (oneTimePasswords.length > 0) {
    checkNotLite(userbase, "oneTimePasswords", props);
    // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
    if (isMfaRequired(props)) fail(userbase, "userbase-one-time-mfa", "oneTimePasswords", {});
  }
  if (passkeys === false) return;
  checkNotLite(userbase, "passkeys", props);
  if (passkeys !== true) checkPasskeys(userbase, passkeys);
  if (relyingPartyId(userbase, props) === undefined) {
    fail(userbase, "prop-needs", "passkeys", { needs: "passkeys.relyingPartyId or domain" });
  }
}

function checkPasskeys(userbase: Construct, passkeys: unknown): void {
  if (!isPlainObject(passkeys)) {
    fail(userbase, "prop-invalid", "passkeys", {
      value: passkeys,
      expected: "true, false or { relyingPartyId }",
    });
  }
  checkKeys(userbase, "passkeys", passkeys, passkeyKeys);
  const { relyingPartyId: id, userVerification = "preferred" } = passkeys;
  checkLiteral(userbase, "passkeys.userVerification", userVerification, ["preferred", "required"]);
  if (id === undefined || Token.isUnresolved(id)) return;
  if (typeof id !== "string" || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id)) {
    fail(userbase, "prop-invalid", "passkeys.relyingPartyId", {
      value: id,
      expected: 'a domain name alone, such as "example.com"',
    });
  }
}

/** Whether users choose how they sign in, for which a client needs a flow of its own. */
export function hasChoice({ oneTimePasswords = [], passkeys = false }: UserbaseExtraProps): boolean {
  return oneTimePasswords.length > 0 || passkeys !== false;
}

/**
 * How users may begin to sign in. The service asks for the password to be among it.
 *
 * The domain of passkeys and what is asked of the device are written out: what the service fills in would be a change
 * in every plan.
 *
 * Source: https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_cognito.AllowedFirstAuthFactors.html
 */
export function firstFactorsConfig(
  userbase: Construct,
  props: UserbaseExtraProps,
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
        relyingPartyId: relyingPartyId(userbase, props),
        userVerification: given.userVerification ?? "preferred",
      },
    }),
  };
}

function relyingPartyId(userbase: Construct, { passkeys, domain }: UserbaseExtraProps): string | undefined {
  const given = typeof passkeys === "object" ? passkeys.relyingPartyId : undefined;
  return given ?? (domain === undefined ? undefined : domainHost(userbase, domain));
}
