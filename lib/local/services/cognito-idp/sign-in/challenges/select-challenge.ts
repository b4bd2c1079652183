import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { answerChoice } from "../steps/choices";

/** A user chooses how to sign in. */
export async function selectChallenge(
  signIn: SignIn,
  _step: StepOf<"SELECT_CHALLENGE">,
  responses: Metadata,
): Promise<AuthAnswer> {
  return answerChoice(signIn, responses.ANSWER, responses);
}
