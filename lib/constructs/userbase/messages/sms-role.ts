import type { CognitoUserPool, CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import { Stack } from "../../../app";
import { namePrefix } from "../../../core/name";
import { policyJson } from "../../../iam/permissions";
import { serviceTrust } from "../../../iam/trust";
import { addPostcondition } from "../pool/postcondition";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../props";
import { hasPhoneLogin } from "../sign-in/login";

/** With what the directory sends SMS, and what it has to wait for. */
export interface SmsAccess {
  readonly smsConfiguration: NonNullable<CognitoUserPoolConfig["smsConfiguration"]>;
  readonly policy: IamRolePolicy;
}

/** The role with which the directory sends SMS, where it has to and brings none of its own. */
export function findSmsAccess(
  userbase: Construct,
  props: UserbaseProps,
  isAsked = false,
): SmsAccess | undefined {
  const override = (props.cdk?.userPool ?? {}) as UserbaseUserPoolOverride;
  if (override.smsConfiguration !== undefined) return undefined;
  const isNeeded =
    isAsked || hasPhoneLogin(props.login) || sendsCodes(override) || asksForSmsFactor(override);
  return isNeeded ? createSmsAccess(userbase) : undefined;
}

/** Numbers that are verified, and codes in place of a password. */
function sendsCodes({ autoVerifiedAttributes = [], signInPolicy }: UserbaseUserPoolOverride): boolean {
  const factors = signInPolicy?.allowedFirstAuthFactors ?? [];
  return autoVerifiedAttributes.includes("phone_number") || factors.includes("SMS_OTP");
}

/** A second factor is an SMS where no other kind is switched on, or where the text of the SMS is given. */
function asksForSmsFactor(override: UserbaseUserPoolOverride): boolean {
  if (override.smsAuthenticationMessage !== undefined) return true;
  const { mfaConfiguration = "OFF", softwareTokenMfaConfiguration, emailMfaConfiguration } = override;
  const hasOther = softwareTokenMfaConfiguration?.enabled === true || emailMfaConfiguration !== undefined;
  return mfaConfiguration !== "OFF" && !hasOther;
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-sms-settings.html */
function createSmsAccess(userbase: Construct): SmsAccess {
  const stack = Stack.of(userbase);
  const scope = new Construct(userbase, "SmsRole");
  // Not secret: it ties the role to this directory, so that no other one may borrow it.
  const externalId = userbase.node.path;
  const role = new IamRole(scope, "Role", {
    namePrefix: roleNamePrefix(userbase),
    assumeRolePolicy: serviceTrust("cognito-idp.amazonaws.com", {
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
  return namePrefix(`${Stack.of(userbase).app.logicalPrefixedName(userbase.node.id)}-sms`, 37);
}

/**
 * Makes a plan fail that would remove the role of SMS while the pool keeps it: the service tries the role at each
 * later change of the pool, which would then be refused.
 *
 * The provider computes the block where it is not written, and so never takes it off.
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
      "Terraform does not take it off. Put back what sent SMS, or give the pool a role of yours as " +
      "cdk.userPool.smsConfiguration.",
  );
}
