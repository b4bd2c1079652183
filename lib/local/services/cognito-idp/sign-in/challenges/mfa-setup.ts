import { refusals } from "../../errors";
import { finish } from "../finish";
import type { AuthAnswer, SignIn, StepOf } from "../sign-in";

/** A user who must have a second factor has set up an authenticator app with the session. */
export async function mfaSetup(signIn: SignIn, { isSetUp }: StepOf<"MFA_SETUP">): Promise<AuthAnswer> {
  if (signIn.user === undefined || !isSetUp) throw refusals.invalid("User has not set up software token mfa");
  return finish({ ...signIn, user: signIn.user });
}
