import { refusals } from "../../errors";
import { missingAttributes } from "../../state/attributes";
import { finish } from "../finish";
import { type AuthAnswer, askClient, type UserSignIn } from "../sign-in";
import { askForSecondFactor } from "./second-factor";

/** What follows when a user has proved the first factor: a new password, the device, a second factor, or the tokens. */
export async function afterFirstFactor(signIn: UserSignIn): Promise<AuthAnswer> {
  const { pool, user, deviceKey } = signIn;
  checkState(signIn);
  if (user.status === "FORCE_CHANGE_PASSWORD") return askForNewPassword(signIn);
  const { devices } = pool.settings;
  if (devices === undefined || deviceKey === undefined)
    return (await askForSecondFactor(signIn)) ?? finish(signIn);
  const device = user.devices.find(({ key }) => key === deviceKey);
  if (device === undefined) throw refusals.noResource("Device does not exist.");
  const factor = devices.isChallenged && device.isRemembered ? undefined : await askForSecondFactor(signIn);
  if (factor !== undefined) return factor;
  if (!device.isRemembered || device.verifier === undefined) return finish(signIn);
  return askClient(signIn, { challenge: "DEVICE_SRP_AUTH" }, { DEVICE_KEY: deviceKey });
}

/** Refuses users who may not sign in, now that they have shown who they are. */
export function checkState({ pool, user }: UserSignIn): void {
  if (!user.isEnabled) throw refusals.disabled();
  if (user.status === "UNCONFIRMED") throw refusals.notConfirmed();
  if (user.status === "RESET_REQUIRED") throw refusals.resetRequired();
  if (user.temporaryUntil !== undefined && pool.clock.now() >= user.temporaryUntil) {
    throw refusals.notAuthorized("Temporary password has expired and must be reset by an administrator.");
  }
}

function askForNewPassword(signIn: UserSignIn): AuthAnswer {
  const { pool, user } = signIn;
  const required = missingAttributes(pool.settings, user.attributes).map((name) => `userAttributes.${name}`);
  return askClient(
    signIn,
    { challenge: "NEW_PASSWORD_REQUIRED" },
    {
      USER_ID_FOR_SRP: user.username,
      userAttributes: JSON.stringify(user.attributes),
      requiredAttributes: JSON.stringify(required),
    },
  );
}
