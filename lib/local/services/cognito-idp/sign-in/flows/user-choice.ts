import { refusals } from "../../errors";
import type { AuthAnswer, Metadata, SignIn } from "../sign-in";
import { answerChoice, askForChoice, choicesOf } from "../steps/choices";

const known = ["PASSWORD", "PASSWORD_SRP", "EMAIL_OTP", "SMS_OTP", "WEB_AUTHN"];

/** The user chooses how to sign in, if the client does not prefer a way that the user has. */
export async function userAuth(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  const preferred = parameters.PREFERRED_CHALLENGE;
  if (preferred !== undefined && !known.includes(preferred))
    throw refusals.invalid(`Invalid PREFERRED_CHALLENGE: ${preferred}`);
  if (preferred === undefined || !choicesOf(signIn).includes(preferred)) return askForChoice(signIn);
  return answerChoice(signIn, preferred, parameters);
}
