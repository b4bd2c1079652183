import { jsonOf } from "../../facts/text/json";
import type { PoolSettings } from "../services/cognito-idp/settings";
import type { AuthAnswer, ChallengeName } from "../services/cognito-idp/sign-in";
import type { PageAnswer, PageExchange } from "./exchange";
import { attributeLabel, newPasswordField } from "./sign-up";
import { stepPage } from "./views/code";
import type { FormField } from "./views/layout";
import { passkeyPage } from "./views/passkey";

interface Step {
  readonly title: string;
  fields(settings: PoolSettings): readonly FormField[];
}

const code = (name: string): FormField => ({ name, label: "Code", autocomplete: "one-time-code" });

/** The challenges that the pages support, with the fields of their forms. */
const steps: Partial<Readonly<Record<ChallengeName, Step>>> = {
  NEW_PASSWORD_REQUIRED: {
    title: "Choose a new password",
    fields: (settings) => [newPasswordField(settings, "NEW_PASSWORD", "New password")],
  },
  SMS_MFA: { title: "Enter the code from the message", fields: () => [code("SMS_MFA_CODE")] },
  SMS_OTP: { title: "Enter the code from the message", fields: () => [code("SMS_OTP_CODE")] },
  EMAIL_OTP: { title: "Enter the code from the mail", fields: () => [code("EMAIL_OTP_CODE")] },
  SOFTWARE_TOKEN_MFA: {
    title: "Enter the code of your authenticator app",
    fields: () => [code("SOFTWARE_TOKEN_MFA_CODE")],
  },
  SELECT_MFA_TYPE: { title: "Choose a second factor", fields: () => [] },
  MFA_SETUP: { title: "Set up an authenticator app", fields: () => [code("UserCode")] },
};

export const isPageChallenge = (name: ChallengeName | undefined): boolean =>
  name === "WEB_AUTHN" || (name !== undefined && steps[name] !== undefined);

/** The secret of a new authenticator app, which exists only in the pages' parameters. */
export const secretParameter = "secret";

function noteOf(parameters: Readonly<Record<string, string>>): string | undefined {
  const { CODE_DELIVERY_DESTINATION: sentTo, [secretParameter]: secret } = parameters;
  if (secret !== undefined) return `Add this key to your authenticator app: ${secret}`;
  return sentTo === undefined ? undefined : `A code was sent to ${sentTo}.`;
}

/** Asks for the values that a challenge needs. */
export function challengePage(exchange: PageExchange, answer: AuthAnswer, problem?: string): PageAnswer {
  const { ChallengeName: name = "NEW_PASSWORD_REQUIRED", Session = "", ChallengeParameters = {} } = answer;
  if (name === "WEB_AUTHN") return askForPasskey(exchange, answer);
  const { title, fields } = steps[name] ?? { title: name, fields: () => [] };
  const { form } = exchange;
  return exchange.showForm("/login", stepPage, {
    title,
    note: noteOf(ChallengeParameters),
    problem,
    fields: [
      ...fields(exchange.pool.settings),
      ...choiceFields(ChallengeParameters.MFAS_CAN_CHOOSE),
      ...missingFields(ChallengeParameters.requiredAttributes),
    ],
    kept: {
      session: Session,
      challenge: name,
      username: form.get("username") ?? "",
      ...(ChallengeParameters[secretParameter] !== undefined && {
        secret: ChallengeParameters[secretParameter],
      }),
    },
    button: "Continue",
  });
}

function askForPasskey(
  exchange: PageExchange,
  { Session = "", ChallengeParameters }: AuthAnswer,
): PageAnswer {
  return exchange.showForm("/login", passkeyPage, {
    title: "Sign in with a passkey",
    kept: { session: Session, challenge: "WEB_AUTHN", username: exchange.form.get("username") ?? "" },
    button: "Use my passkey",
    method: "get",
    options: ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? "{}",
  });
}

const factorNames: Readonly<Record<string, string>> = {
  SMS_MFA: "A message to my phone",
  SOFTWARE_TOKEN_MFA: "My authenticator app",
  EMAIL_OTP: "A mail",
};

/** The second factors from which the user chooses. */
function choiceFields(kinds: string | undefined): readonly FormField[] {
  const names = kinds === undefined ? undefined : jsonOf(kinds);
  if (!Array.isArray(names)) return [];
  const options = names.map((name) => [String(name), factorNames[String(name)] ?? String(name)] as const);
  return [{ name: "ANSWER", label: "Second factor", options }];
}

/** Attributes that a new user must add. */
function missingFields(required = "[]"): readonly FormField[] {
  const names = jsonOf(required);
  return Array.isArray(names)
    ? names.map((name) => ({
        name: String(name),
        label: attributeLabel(String(name).replace("userAttributes.", "")),
      }))
    : [];
}

const kept = ["session", "challenge", "username", "secret", "_csrf"];

export function responsesOf(form: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ["USERNAME", form.get("username") ?? ""],
    ...[...form].filter(([name]) => !kept.includes(name)),
  ]);
}
