import { refusals } from "../../errors";
import { checkAttributes, checkRequiredAttributes, toAttributes } from "../../state/attributes";
import { setPassword } from "../../state/passwords";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { afterFirstFactor } from "../steps/after-first-factor";

const prefix = "userAttributes.";

/** A user replaces the temporary password, and adds what the pool requires. */
export async function newPasswordRequired(
  signIn: SignIn,
  _step: StepOf<"NEW_PASSWORD_REQUIRED">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { pool, user, client } = signIn;
  const { settings } = pool;
  if (user === undefined) throw refusals.badSession();
  if (responses.NEW_PASSWORD === undefined) throw refusals.invalid("Missing required parameter NEW_PASSWORD");
  const given = toAttributes(
    Object.entries(responses)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, Value]) => ({ Name: name.slice(prefix.length), Value })),
  );
  checkAttributes(given, { settings, client, isNew: true });
  checkRequiredAttributes(settings, { ...user.attributes, ...given });
  setPassword(settings, user, responses.NEW_PASSWORD);
  user.attributes = { ...user.attributes, ...given };
  user.status = "CONFIRMED";
  user.modifiedAt = pool.clock.now();
  return afterFirstFactor({ ...signIn, user, source: "TokenGeneration_NewPasswordChallenge" });
}
