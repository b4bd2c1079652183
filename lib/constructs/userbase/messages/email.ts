import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../../../core/check";
import { isProviderObject } from "../../../core/override";
import { fail } from "../errors";
import type { UserbaseEmailProps, UserbaseExtraProps } from "../extras/props";

const emailKeys = propKeys<UserbaseEmailProps>()({
  from: true,
  identity: true,
  replyTo: true,
  configurationSet: true,
});
const identityTypes = ["aws_ses_email_identity", "aws_ses_domain_identity", "aws_sesv2_email_identity"];
const address = /^[^\s<>@]+@[^\s<>@]+$/;

/** Refuses senders and identities that SES does not know. */
export function checkEmail(userbase: Construct, { email }: UserbaseExtraProps): void {
  if (email === undefined) return;
  if (!isPlainObject(email)) {
    fail(userbase, "prop-invalid", "email", { value: email, expected: "{ from, identity }" });
  }
  checkKeys(userbase, "email", email, emailKeys);
  const { from, identity, replyTo }: { from?: unknown; identity?: unknown; replyTo?: unknown } = email;
  const example = 'email: { from: "users@example.com", identity: "arn:aws:ses:...:identity/example.com" }';
  if (from === undefined) fail(userbase, "prop-required", "email.from", { remedy: `Write ${example}.` });
  if (identity === undefined)
    fail(userbase, "prop-required", "email.identity", { remedy: `Write ${example}.` });
  if (!Token.isUnresolved(from) && !isSender(from)) {
    const expected = '"users@example.com" or "Example <users@example.com>"';
    fail(userbase, "prop-invalid", "email.from", { value: from, expected });
  }
  if (
    replyTo !== undefined &&
    !Token.isUnresolved(replyTo) &&
    !(typeof replyTo === "string" && address.test(replyTo))
  ) {
    fail(userbase, "prop-invalid", "email.replyTo", { value: replyTo, expected: '"support@example.com"' });
  }
  const isArn = typeof identity === "string" && (Token.isUnresolved(identity) || isIdentityArn(identity));
  if (!isArn && !isProviderObject(identity, ...identityTypes)) {
    const expected =
      "the ARN of an identity of SES, or an object of the provider such as a Sesv2EmailIdentity";
    fail(userbase, "prop-invalid", "email.identity", { value: identity, expected });
  }
}

function isSender(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const named = /^[^<>]+ <([^<>]+)>$/.exec(value);
  return address.test(named?.[1] ?? value);
}

function isIdentityArn(value: string): boolean {
  return /^arn:[^:]+:ses:[^:]+:[^:]*:identity\/.+/.test(value);
}

/** Emails through SES. */
export function emailConfig({
  email,
}: UserbaseExtraProps): Pick<CognitoUserPoolConfig, "emailConfiguration"> {
  if (email === undefined) return {};
  const { from, identity, replyTo, configurationSet } = email;
  return {
    emailConfiguration: {
      emailSendingAccount: "DEVELOPER",
      fromEmailAddress: from,
      sourceArn: typeof identity === "string" ? identity : identity.arn,
      replyToEmailAddress: replyTo,
      configurationSet,
    },
  };
}
