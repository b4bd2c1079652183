import type { UserbaseEmailProps } from "../messages/email";

/** The answer to a risky sign-in. */
export type UserbaseRiskAction = "none" | "mfa_if_configured" | "mfa_required" | "block";

/** The answer to a risky sign-in, with an email to the user. */
export interface UserbaseRiskResponse {
  /** The action on the sign-in. */
  readonly action: UserbaseRiskAction;
  /** Whether the user gets an email about it. @default false */
  readonly notify?: boolean | undefined;
}

/** An email about a risky sign-in. */
export interface UserbaseRiskEmail {
  /** At most 140 characters. */
  readonly subject: string;
  /** The text as HTML, 6 to 20,000 characters, with the placeholders of the service, such as `{username}`. */
  readonly html: string;
  /** The same for programs that do not show HTML, 6 to 20,000 characters. */
  readonly text: string;
}

/** Emails about risky sign-ins. They are sent through SES. */
export interface UserbaseRiskNotificationsProps {
  /** Sender. @default - `email.from` */
  readonly from?: string | undefined;
  /** The verified SES identity that may send for the sender: its ARN, or a provider object. @default - `email.identity` */
  readonly identity?: UserbaseEmailProps["identity"] | undefined;
  /** Address for replies. @default - `email.replyTo` */
  readonly replyTo?: string | undefined;
  /** The email about a sign-in that was blocked. @default - the text of the service */
  readonly blocked?: UserbaseRiskEmail | undefined;
  /** The email about a sign-in that needed a second factor. @default - the text of the service */
  readonly mfa?: UserbaseRiskEmail | undefined;
  /** The email about a sign-in that was allowed. @default - the text of the service */
  readonly allowed?: UserbaseRiskEmail | undefined;
}

/** Answers to sign-ins that look like those of an attacker, by risk. At least one. */
export interface UserbaseAccountTakeoverProps {
  /** With low risk. @default "none" */
  readonly low?: UserbaseRiskAction | UserbaseRiskResponse | undefined;
  /** With medium risk. @default "none" */
  readonly medium?: UserbaseRiskAction | UserbaseRiskResponse | undefined;
  /** With high risk. @default "none" */
  readonly high?: UserbaseRiskAction | UserbaseRiskResponse | undefined;
  /** The emails of responses with `notify`. @default - sent as the other emails of the directory */
  readonly notifications?: UserbaseRiskNotificationsProps | undefined;
}

export type UserbaseCredentialsEvent = "sign_in" | "sign_up" | "password_change";

/** The answer to a password that is known from leaks. */
export interface UserbaseCompromisedCredentialsProps {
  /** Whether the user must choose another password. */
  readonly action: "block" | "none";
  /** When passwords are compared. @default ["sign_in", "sign_up", "password_change"] */
  readonly events?: readonly UserbaseCredentialsEvent[] | undefined;
}

/** Threat protection with its actions. */
export interface UserbaseThreatProtectionProps {
  /** With `audit`, risks are only recorded: the actions below take effect with `enforced`. */
  readonly mode: "audit" | "enforced";
  /** The mode of custom challenges; needs their triggers. @default - custom challenges are not assessed */
  readonly customAuth?: "audit" | "enforced" | undefined;
  /** The response to a password that is known from leaks. Passwords in SRP are not compared. @default - none */
  readonly compromisedCredentials?: "block" | "none" | UserbaseCompromisedCredentialsProps | undefined;
  /** Responses to sign-ins that look like those of an attacker. @default - none */
  readonly accountTakeover?: UserbaseAccountTakeoverProps | undefined;
  /** Ranges of addresses that can never sign in, at most 200: `["192.0.2.0/24"]`. @default - none */
  readonly blockedIpRanges?: readonly string[] | undefined;
  /** Ranges of addresses that are always allowed without an assessment, at most 200. @default - none */
  readonly trustedIpRanges?: readonly string[] | undefined;
}
