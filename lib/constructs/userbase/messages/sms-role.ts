import type { CognitoUserPool, CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import { servicePrincipal } from "../../../facts/aws/principals";
import { prefixedName, Stack } from "../../../kit/app";
import { namePrefix } from "../../../kit/core";
import { policyJson, serviceTrust } from "../../../kit/iam";
import type { ParsedUserbase } from "../parse";
import { addPostcondition } from "../postcondition";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../props";
import { hasPhoneLogin } from "../sign-in/login";
import { mfaFactors } from "../sign-in/mfa";

/** The SMS settings of the directory, and the policy that must exist first. */
export interface SmsAccess {
  readonly smsConfiguration: NonNullable<CognitoUserPoolConfig["smsConfiguration"]>;
  readonly policy: IamRolePolicy;
}

/** Creates the role with which the directory sends SMS, if it sends any and `cdk.userPool` names no other role. */
export function createSmsAccess(
  userbase: Construct,
  { props, poolOverride }: Pick<ParsedUserbase, "props" | "poolOverride">,
): SmsAccess | undefined {
  if (poolOverride.smsConfiguration !== undefined) return undefined;
  const isNeeded =
    propsNeedSms(props) || overrideSendsCodes(poolOverride) || overrideHasSmsFactor(poolOverride);
  return isNeeded ? createRole(userbase) : undefined;
}

function propsNeedSms({ login, mfa, oneTimePasswords = [] }: UserbaseProps): boolean {
  return hasPhoneLogin(login) || mfaFactors({ mfa }).includes("sms") || oneTimePasswords.includes("sms");
}

/** Phone numbers that are verified, and codes instead of a password. */
function overrideSendsCodes({
  autoVerifiedAttributes = [],
  signInPolicy,
}: UserbaseUserPoolOverride): boolean {
  const factors = signInPolicy?.allowedFirstAuthFactors ?? [];
  return autoVerifiedAttributes.includes("phone_number") || factors.includes("SMS_OTP");
}

/** The second factor is SMS if no other kind is enabled, or if the text of the SMS is given. */
function overrideHasSmsFactor(override: UserbaseUserPoolOverride): boolean {
  if (override.smsAuthenticationMessage !== undefined) return true;
  const { mfaConfiguration = "OFF", softwareTokenMfaConfiguration, emailMfaConfiguration } = override;
  const hasOther = softwareTokenMfaConfiguration?.enabled === true || emailMfaConfiguration !== undefined;
  return mfaConfiguration !== "OFF" && !hasOther;
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-sms-settings.html */
function createRole(userbase: Construct): SmsAccess {
  const stack = Stack.of(userbase);
  const scope = new Construct(userbase, "SmsRole");
  // Not a secret: it ties the role to this directory, so that no other directory can use it.
  const externalId = userbase.node.path;
  const role = new IamRole(scope, "Role", {
    namePrefix: roleNamePrefix(userbase),
    assumeRolePolicy: serviceTrust(servicePrincipal("cognito-idp"), {
      StringEquals: { "aws:SourceAccount": stack.account, "sts:ExternalId": externalId },
    }),
  });
  const policy = new IamRolePolicy(scope, "Policy", {
    name: "sms",
    role: role.name,
    // A phone number has no ARN.
    policy: policyJson([{ effect: "Allow", actions: ["sns:Publish"], resources: ["*"] }]),
  });
  return { smsConfiguration: { externalId, snsCallerArn: role.arn }, policy };
}

function roleNamePrefix(userbase: Construct): string {
  return namePrefix(`${prefixedName(userbase)}-sms`, 37);
}

/**
 * Fails the plan if it would remove the SMS role while the pool keeps it: the service tests the role at each later
 * change of the pool and would refuse the change.
 *
 * The provider treats a missing block as computed and never removes it from the pool.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateUserPool.html
 */
export function guardSmsRole(userbase: Construct, pool: CognitoUserPool): void {
  if (pool.smsConfigurationInput !== undefined) return;
  const own = JSON.stringify(`:role/${roleNamePrefix(userbase)}`);
  addPostcondition(
    pool,
    `\${try(length(regexall(${own}, self.sms_configuration[0].sns_caller_arn)), 0) == 0}`,
    `${userbase.node.path}: nothing asks for SMS any more, but the user pool keeps the role that sent them, and ` +
      "Terraform does not take it off. Put back what sent SMS, or give the pool your own role as " +
      "cdk.userPool.smsConfiguration.",
  );
}
