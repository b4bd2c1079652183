import type { AuthAnswer, Metadata, SignIn } from "../sign-in";
import { checkSentPassword } from "../steps/password-check";

/** The client sends the password. */
export async function userPassword(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  return checkSentPassword(signIn, parameters.PASSWORD);
}
