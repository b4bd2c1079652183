import type { Values } from "../../../../model/resources/model";
import { block, text } from "../../../../model/resources/values";
import type { MessageTemplate, Occasion } from "../sending";
import type { PoolSettings } from "../settings/pool-settings";

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-message-customizations.html */
export function messageTemplate({ values }: PoolSettings, occasion: Occasion): MessageTemplate {
  if (occasion === "AdminCreateUser") return invitation(values);
  if (occasion === "Authentication") return signInCode(values);
  const template = block(values, "verification_message_template") ?? {};
  const isLink = text(template, "default_email_option") === "CONFIRM_WITH_LINK" && sendsLinks(occasion);
  return {
    subject:
      (isLink ? text(template, "email_subject_by_link") : undefined) ??
      text(template, "email_subject") ??
      text(values, "email_verification_subject") ??
      (isLink ? "Your verification link" : "Your verification code"),
    email: isLink
      ? (text(template, "email_message_by_link") ??
        "Please click the link below to verify your email address. {##Verify Email##}")
      : (text(template, "email_message") ??
        text(values, "email_verification_message") ??
        "Your confirmation code is {####}"),
    sms:
      text(template, "sms_message") ??
      text(values, "sms_verification_message") ??
      "Your confirmation code is {####}",
  };
}

/** Passwords are reset with codes, never with links. */
const sendsLinks = (occasion: Occasion): boolean => occasion === "SignUp" || occasion === "ResendCode";

function invitation(values: Values): MessageTemplate {
  const template = block(block(values, "admin_create_user_config") ?? {}, "invite_message_template") ?? {};
  const usual = "Your username is {username} and temporary password is {####}.";
  return {
    subject: text(template, "email_subject") ?? "Your temporary password",
    email: text(template, "email_message") ?? usual,
    sms: text(template, "sms_message") ?? usual,
  };
}

function signInCode(values: Values): MessageTemplate {
  const email = block(values, "email_mfa_configuration") ?? {};
  const sms =
    block(values, "sms_configuration") === undefined ? undefined : text(values, "sms_authentication_message");
  return {
    subject: text(email, "subject") ?? "Your authentication code",
    email: text(email, "message") ?? "Your authentication code is {####}",
    sms: sms ?? "Your authentication code is {####}",
  };
}
