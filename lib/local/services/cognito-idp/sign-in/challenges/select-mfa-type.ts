import { refusals } from "../../errors";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { askFor } from "../steps/second-factor";

/** A user with several second factors chooses one. */
export async function selectMfaType(
  signIn: SignIn,
  { kinds }: StepOf<"SELECT_MFA_TYPE">,
  { ANSWER }: Metadata,
): Promise<AuthAnswer> {
  const kind = kinds.find((each) => each === ANSWER);
  if (signIn.user === undefined || kind === undefined) throw refusals.invalid("Invalid MFA type selected.");
  return askFor({ ...signIn, user: signIn.user }, kind);
}
