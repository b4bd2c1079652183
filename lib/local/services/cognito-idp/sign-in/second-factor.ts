import { refusals } from "../errors";
import { send, simulatedDestination } from "../messages/send";
import { createCode } from "../secrets/codes";
import type { AddressAttribute, MfaKind } from "../settings/pool-settings";
import { missingAttributes } from "../state/attributes";
import { type AuthAnswer, askClient, finish, type SignIn, type UserSignIn } from "./sign-in";

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

/** Asks for a second factor; undefined if it is not needed. */
async function askForSecondFactor(signIn: UserSignIn): Promise<AuthAnswer | undefined> {
  const { pool, user, isPasswordless } = signIn;
  if (pool.settings.mfa === "OFF" || isPasswordless === true) return undefined;
  const kinds = factorsOf(signIn);
  const [only] = kinds;
  if (only === undefined) return pool.settings.mfa === "ON" ? askForSetUp(signIn) : undefined;
  const preferred = kinds.find((each) => each === user.mfa.preferred);
  if (kinds.length === 1 || preferred !== undefined) return askFor(signIn, preferred ?? only);
  return askClient(
    signIn,
    { challenge: "SELECT_MFA_TYPE", kinds },
    { MFAS_CAN_CHOOSE: JSON.stringify(kinds) },
  );
}

export function askFor(signIn: UserSignIn, kind: MfaKind): Promise<AuthAnswer> | AuthAnswer {
  if (kind !== "SOFTWARE_TOKEN_MFA") return askForCode(signIn, kind);
  const { name } = signIn.user.mfa.totp ?? {};
  return askClient(signIn, { challenge: kind }, name === undefined ? {} : { FRIENDLY_DEVICE_NAME: name });
}

/** The second factors that a user can prove. Where one is required, an address of the user is one without being asked for. */
function factorsOf({ pool, user }: UserSignIn): readonly MfaKind[] {
  const { mfa, mfaKinds } = pool.settings;
  const canProve: Readonly<Record<MfaKind, boolean>> = {
    SMS_MFA: user.attributes.phone_number !== undefined,
    EMAIL_OTP: user.attributes.email !== undefined,
    SOFTWARE_TOKEN_MFA: user.mfa.totp !== undefined,
  };
  const possible = mfaKinds.filter((kind) => canProve[kind]);
  const enabled = possible.filter((kind) => user.mfa.enabled.includes(kind));
  return enabled.length > 0 || mfa !== "ON" ? enabled : possible.slice(0, 1);
}

function askForSetUp(signIn: UserSignIn): AuthAnswer {
  if (!signIn.pool.settings.mfaKinds.includes("SOFTWARE_TOKEN_MFA"))
    throw refusals.invalid("User does not have delivery config set to turn on SMS_MFA");
  const kinds = JSON.stringify(["SOFTWARE_TOKEN_MFA"]);
  return askClient(signIn, { challenge: "MFA_SETUP", isSetUp: false }, { MFAS_CAN_SETUP: kinds });
}

type CodeChallenge = "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP";

const attributeOf = (challenge: CodeChallenge): AddressAttribute =>
  challenge === "EMAIL_OTP" ? "email" : "phone_number";

/** Sends a code, and asks for it. A user who does not exist gets the same question, without a code. */
export async function askForCode(signIn: SignIn, challenge: CodeChallenge): Promise<AuthAnswer> {
  const { pool, user, client, clientMetadata } = signIn;
  const attribute = attributeOf(challenge);
  const medium = attribute === "email" ? "EMAIL" : "SMS";
  if (user === undefined) {
    const destination = simulatedDestination(signIn.name, attribute);
    return askClient(signIn, { challenge, code: undefined }, delivered(medium, destination));
  }
  if (user.attributes[attribute] === undefined)
    throw refusals.invalid(`User does not have delivery config set to turn on ${challenge}`);
  const code = createCode();
  const occasion = "Authentication";
  const { Destination } = await send({
    pool,
    user,
    occasion,
    attribute,
    code,
    clientId: client.id,
    clientMetadata,
  });
  return askClient(signIn, { challenge, code }, delivered(medium, Destination));
}

const delivered = (medium: string, destination: string) => ({
  CODE_DELIVERY_DELIVERY_MEDIUM: medium,
  CODE_DELIVERY_DESTINATION: destination,
});
