import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { DataAwsSesv2EmailIdentity } from "@cdktf/provider-aws/lib/data-aws-sesv2-email-identity";
import type { SesDomainIdentity } from "@cdktf/provider-aws/lib/ses-domain-identity";
import type { SesEmailIdentity } from "@cdktf/provider-aws/lib/ses-email-identity";
import type { Sesv2EmailIdentity } from "@cdktf/provider-aws/lib/sesv2-email-identity";
import type { Construct } from "constructs";
import { exampleArn } from "../../../facts/aws/arn-patterns";
import { parseArnOf } from "../../../facts/aws/arns";
import {
  checkObject,
  configurationSetLimit,
  isProviderObject,
  isUnresolved,
  propKeys,
  refuseValue,
  requireProp,
  within,
} from "../../../kit/core";
import type { UserbaseProps } from "../props";

/** Emails in your name. */
export interface UserbaseEmailProps {
  /** Sender, such as `users@notes.example.com` or `Notes <users@notes.example.com>`. */
  readonly from: string;
  /** The verified SES identity that may send for the sender: its ARN, or a provider object. */
  readonly identity:
    | string
    | SesEmailIdentity
    | SesDomainIdentity
    | Sesv2EmailIdentity
    | DataAwsSesv2EmailIdentity;
  /** Address for replies. @default - the sender */
  readonly replyTo?: string | undefined;
  /** An SES configuration set. @default - none */
  readonly configurationSet?: string | undefined;
}

const emailKeys = propKeys<UserbaseEmailProps>()({
  from: "text",
  identity: true,
  replyTo: "text",
  configurationSet: within(configurationSetLimit),
});
const identityTypes = /^aws_ses(?:_domain|_email|v2_email)_identity$/;
const address = /^[^\s<>@]+@[^\s<>@]+$/;

/** Refuses senders and identities that SES does not accept. */
export function checkEmail(userbase: Construct, { email }: UserbaseProps): void {
  if (email === undefined) return;
  checkObject(userbase, "email", email, emailKeys, "{ from, identity }");
  const { from, identity } = email;
  const example = `email: { from: "users@example.com", identity: "${exampleArn("ses", "identity/example.com")}" }`;
  requireProp(userbase, "email.from", from, `Write ${example}.`);
  requireProp(userbase, "email.identity", identity, `Write ${example}.`);
  checkSender(userbase, "email", email);
}

/** Refuses addresses and an identity that SES does not accept. */
export function checkSender(
  userbase: Construct,
  prop: string,
  {
    from,
    identity,
    replyTo,
  }: { readonly from?: unknown; readonly identity?: unknown; readonly replyTo?: unknown },
): void {
  if (from !== undefined && !isUnresolved(from) && !isSender(from)) {
    const expected = '"users@example.com" or "Example <users@example.com>"';
    refuseValue(userbase, `${prop}.from`, from, expected);
  }
  if (
    replyTo !== undefined &&
    !isUnresolved(replyTo) &&
    !(typeof replyTo === "string" && address.test(replyTo))
  ) {
    refuseValue(userbase, `${prop}.replyTo`, replyTo, '"support@example.com"');
  }
  if (identity === undefined) return;
  const isArn = typeof identity === "string" && (isUnresolved(identity) || isIdentityArn(identity));
  const isIdentity = isProviderObject(identity) && identityTypes.test(identity.terraformResourceType);
  if (!isArn && !isIdentity) {
    const expected = "the ARN of an SES identity, or a provider object such as a Sesv2EmailIdentity";
    refuseValue(userbase, `${prop}.identity`, identity, expected);
  }
}

function isSender(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const named = /^[^<>]+ <([^<>]+)>$/.exec(value);
  return address.test(named?.[1] ?? value);
}

function isIdentityArn(value: string): boolean {
  return parseArnOf("ses", value)?.resource.startsWith("identity/") === true;
}

/** The config for emails through SES. */
export function emailConfig({ email }: UserbaseProps): Pick<CognitoUserPoolConfig, "emailConfiguration"> {
  if (email === undefined) return {};
  const { from, identity, replyTo, configurationSet } = email;
  return {
    emailConfiguration: {
      emailSendingAccount: "DEVELOPER",
      fromEmailAddress: from,
      sourceArn: identityArn(identity),
      replyToEmailAddress: replyTo,
      configurationSet,
    },
  };
}

export function identityArn(identity: UserbaseEmailProps["identity"]): string {
  return typeof identity === "string" ? identity : identity.arn;
}
