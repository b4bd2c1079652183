import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import { Stack } from "../app";
import { namePrefix } from "../shared/name";
import { policyJson } from "../shared/permissions";
import { serviceTrust } from "../shared/trust";
import { hasPhoneLogin } from "./login";
import type { UserbaseProps, UserbaseUserPoolOverride } from "./props";

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
    namePrefix: namePrefix(`${stack.app.logicalPrefixedName(userbase.node.id)}-sms`, 37),
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
