import { refusals } from "../../errors";
import { checkNotLocked, isPassword, noteFailure } from "../../state/passwords";
import type { AuthAnswer, SignIn } from "../sign-in";
import { afterFirstFactor } from "./after-first-factor";

/** Checks a password that the client sent. */
export async function checkSentPassword(signIn: SignIn, password: string | undefined): Promise<AuthAnswer> {
  const { pool, user } = signIn;
  if (password === undefined) throw refusals.invalid("Missing required parameter PASSWORD");
  if (user === undefined) throw refusals.wrongPassword();
  if (user.status === "RESET_REQUIRED") throw refusals.resetRequired();
  checkNotLocked(user, pool.clock.now());
  if (!isPassword(pool.settings, user, password)) {
    noteFailure(user, pool.clock.now());
    throw refusals.wrongPassword();
  }
  return afterFirstFactor({ ...signIn, user });
}
