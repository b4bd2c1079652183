import { refusals } from "../../errors";
import type { AuthAnswer, Metadata, SignIn } from "../sign-in";
import { askForPasswordProof } from "../steps/password-proof";

/** The client proves the password without sending it. */
export async function userSrp(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  if (signIn.user?.status === "RESET_REQUIRED") throw refusals.resetRequired();
  return askForPasswordProof(signIn, parameters.SRP_A);
}
