import { refusals } from "../../errors";
import { isSameSecret } from "../../secrets/codes";
import { finish } from "../finish";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { checkState } from "../steps/after-first-factor";

type Sent = "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP";

/** A user enters the code of a mail or message: as the first factor, or after the password. */
export async function oneTimeCode(
  signIn: SignIn,
  step: StepOf<Sent>,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { pool, user } = signIn;
  const given = responses[`${step.challenge}_CODE`];
  if (given === undefined) throw refusals.invalid(`Missing required parameter ${step.challenge}_CODE`);
  if (user === undefined || step.code === undefined || !isSameSecret(step.code, given))
    throw refusals.wrongCode();
  const signedIn = { ...signIn, user };
  checkState(signedIn);
  // The code shows that the address is the user's.
  const attribute = step.challenge === "EMAIL_OTP" ? "email" : "phone_number";
  user.attributes[`${attribute}_verified`] = "true";
  user.modifiedAt = pool.clock.now();
  return finish(signedIn);
}
