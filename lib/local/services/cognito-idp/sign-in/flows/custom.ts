import { refusals } from "../../errors";
import type { AuthAnswer, Metadata, SignIn } from "../sign-in";
import { nextRound } from "../steps/custom-rounds";

/** The app's functions decide about the sign-in. With `CHALLENGE_NAME` `SRP_A`, they may ask for the password, too. */
export async function customAuth(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  const { CHALLENGE_NAME: challenge, SRP_A: clientValue } = parameters;
  if (challenge !== undefined && challenge !== "SRP_A")
    throw refusals.invalid("CHALLENGE_NAME must be SRP_A");
  if (challenge === undefined) return nextRound({ ...signIn, rounds: [] });
  const round = { challengeName: "SRP_A", challengeResult: true, challengeMetadata: null };
  return nextRound({ ...signIn, rounds: [round] }, clientValue);
}
