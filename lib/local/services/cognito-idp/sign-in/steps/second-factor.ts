import { refusals } from "../../errors";
import type { MfaKind } from "../../settings/pool-settings";
import { type AuthAnswer, askClient, type UserSignIn } from "../sign-in";
import { askForCode } from "./codes";

/** Asks for a second factor; undefined where none is needed. */
export async function askForSecondFactor(signIn: UserSignIn): Promise<AuthAnswer | undefined> {
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
