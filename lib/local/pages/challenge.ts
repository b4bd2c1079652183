import { jsonOf } from "../json";
import type { AuthAnswer, ChallengeName } from "../services/cognito-idp/sign-in/sign-in";
import type { PageAnswer, PageExchange } from "./exchange";
import { stepPage } from "./views/code";
import type { FormField } from "./views/layout";

interface Step {
  readonly title: string;
  readonly fields: readonly FormField[];
}

const code = (name: string): FormField => ({ name, label: "Code", autocomplete: "one-time-code" });
const newPassword: FormField = {
  name: "NEW_PASSWORD",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
};

/** The challenges that the pages know, with what they ask for. */
const steps: Partial<Readonly<Record<ChallengeName, Step>>> = {
  NEW_PASSWORD_REQUIRED: { title: "Choose a new password", fields: [newPassword] },
  SMS_MFA: { title: "Enter the code from the message", fields: [code("SMS_MFA_CODE")] },
  SMS_OTP: { title: "Enter the code from the message", fields: [code("SMS_OTP_CODE")] },
  EMAIL_OTP: { title: "Enter the code from the mail", fields: [code("EMAIL_OTP_CODE")] },
  SOFTWARE_TOKEN_MFA: {
    title: "Enter the code of your authenticator app",
    fields: [code("SOFTWARE_TOKEN_MFA_CODE")],
  },
  SELECT_MFA_TYPE: {
    title: "Choose a second factor",
    fields: [{ name: "ANSWER", label: "SMS_MFA, SOFTWARE_TOKEN_MFA or EMAIL_OTP" }],
  },
};

export const isPageChallenge = (name: ChallengeName | undefined): boolean =>
  name !== undefined && steps[name] !== undefined;

/** Asks for what a challenge needs. */
export function challengePage(exchange: PageExchange, answer: AuthAnswer, problem?: string): PageAnswer {
  const { ChallengeName: name = "NEW_PASSWORD_REQUIRED", Session = "", ChallengeParameters = {} } = answer;
  const { title, fields } = steps[name] ?? { title: name, fields: [] };
  const { form } = exchange;
  const sentTo = ChallengeParameters.CODE_DELIVERY_DESTINATION;
  return exchange.showPage(
    stepPage({
      title,
      action: exchange.pathOf("/login"),
      token: exchange.formToken,
      note: sentTo === undefined ? undefined : `A code was sent to ${sentTo}.`,
      problem,
      fields: [...fields, ...missingFields(ChallengeParameters.requiredAttributes)],
      kept: { session: Session, challenge: name, username: form.get("username") ?? "" },
      button: "Continue",
    }),
    problem === undefined ? 200 : 400,
  );
}

/** Attributes that a new user must add. */
function missingFields(required = "[]"): readonly FormField[] {
  const names = jsonOf(required);
  return Array.isArray(names)
    ? names.map((name) => ({ name: String(name), label: String(name).replace("userAttributes.", "") }))
    : [];
}

const kept = ["session", "challenge", "username", "_csrf"];

/** What the form answers to a challenge. */
export function responsesOf(form: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ["USERNAME", form.get("username") ?? ""],
    ...[...form].filter(([name]) => !kept.includes(name)),
  ]);
}
