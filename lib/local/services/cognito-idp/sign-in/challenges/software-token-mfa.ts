import { refusals } from "../../errors";
import { totpStep } from "../../secrets/totp";
import { finish } from "../finish";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";

/** A user enters the code of an authenticator app. Each code is taken once. */
export async function softwareTokenMfa(
  signIn: SignIn,
  _step: StepOf<"SOFTWARE_TOKEN_MFA">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { pool, user } = signIn;
  const code = responses.SOFTWARE_TOKEN_MFA_CODE;
  if (code === undefined) throw refusals.invalid("Missing required parameter SOFTWARE_TOKEN_MFA_CODE");
  const totp = user?.mfa.totp;
  if (user === undefined || totp === undefined) throw refusals.badSession();
  const step = totpStep(totp.secret, code, pool.clock.now());
  if (step === undefined) throw refusals.wrongCode("Invalid code received for user");
  if (totp.lastStep !== undefined && step <= totp.lastStep)
    throw refusals.expiredCode("Your software token has already been used once.");
  totp.lastStep = step;
  return finish({ ...signIn, user });
}
