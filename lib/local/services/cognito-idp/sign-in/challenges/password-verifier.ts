import { refusals } from "../../errors";
import { checkNotLocked, noteFailure, srpIdentity } from "../../state/passwords";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { afterFirstFactor } from "../steps/after-first-factor";
import { nextRound } from "../steps/custom-rounds";
import { isProof } from "../steps/password-proof";

/** A user proves to know the password. */
export async function passwordVerifier(
  signIn: SignIn,
  { srp }: StepOf<"PASSWORD_VERIFIER">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { pool, user, rounds } = signIn;
  if (user !== undefined) checkNotLocked(user, pool.clock.now());
  const isRight =
    isProof(srp, srpIdentity(pool.settings, srp.srpId), responses) && user?.password === srp.verifier;
  if (rounds !== undefined) {
    const round = { challengeName: "PASSWORD_VERIFIER", challengeResult: isRight, challengeMetadata: null };
    return nextRound({ ...signIn, rounds: [...rounds, round] }, srp.clientValue);
  }
  if (user === undefined || !isRight) {
    if (user !== undefined) noteFailure(user, pool.clock.now());
    throw refusals.wrongPassword();
  }
  return afterFirstFactor({ ...signIn, user, deviceKey: responses.DEVICE_KEY ?? signIn.deviceKey });
}
