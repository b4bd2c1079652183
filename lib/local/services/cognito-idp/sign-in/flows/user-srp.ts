import { refusals } from "../../errors";
import type { AuthAnswer, Metadata, SignIn } from "../sign-in";
import { askForPasswordProof } from "../steps/password-proof";

/**
 * The client proves the password without sending it. The answer has no session: the client proves with the secret block.
 *
 * Source: answers of a user pool that https://github.com/ministackorg/ministack/pull/1758 has measured
 */
export async function userSrp(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  if (signIn.user?.status === "RESET_REQUIRED") throw refusals.resetRequired();
  const { Session: _, ...asked } = askForPasswordProof(signIn, parameters.SRP_A);
  return asked;
}
