import { flag, text } from "../../../../model";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import { createTotpSecret, totpStep } from "../secrets/codes";
import type { MfaKind } from "../settings/pool-settings";
import { type AuthState, isAuthState } from "../sign-in/sign-in";
import type { User } from "../state/user";
import type { UserPools } from "../user-pools";
import { type InputOf, type Operations, requireSubject } from "./contract";

/** Second factors of users. */
export const mfaOperations = {
  SetUserMFAPreference: setPreference,
  AdminSetUserMFAPreference: setPreference,
  SetUserSettings: setOptions,
  AdminSetUserSettings: setOptions,
  AssociateSoftwareToken: async (pools, input) => {
    const { pool, user, state } = await tokenOwner(pools, input);
    if (!pool.settings.mfaKinds.includes("SOFTWARE_TOKEN_MFA")) throw refusals.noMfa();
    const secret = createTotpSecret();
    user.mfa.newSecret = secret;
    return {
      SecretCode: secret,
      ...(state !== undefined && { Session: renewed(pool, state, input.Session ?? "") }),
    };
  },
  VerifySoftwareToken: async (pools, input) => {
    const { pool, user, state } = await tokenOwner(pools, input);
    const { FriendlyDeviceName: name, Session, UserCode } = input;
    const secret = user.mfa.newSecret;
    if (secret === undefined) throw refusals.invalid("User has not associated a software token");
    if (totpStep(secret, UserCode, pool.clock.now()) === undefined) throw refusals.wrongTotp();
    delete user.mfa.newSecret;
    user.mfa.totp = { secret, ...(name !== undefined && { name }) };
    if (state === undefined) return { Status: "SUCCESS" };
    // From now on, the user has the second factor.
    user.mfa.enabled = [...new Set([...user.mfa.enabled, "SOFTWARE_TOKEN_MFA" as const])];
    user.mfa.preferred ??= "SOFTWARE_TOKEN_MFA";
    if (state.step.challenge === "MFA_SETUP") state.step.isSetUp = true;
    return { Status: "SUCCESS", Session: renewed(pool, state, Session ?? "") };
  },
} satisfies Operations;

interface TokenOwner {
  readonly pool: Pool;
  readonly user: User;
  /** The sign-in that asks for a second factor; undefined for users who have signed in. */
  readonly state: AuthState | undefined;
}

/** The user who sets up an authenticator app: one who has signed in, or who must set it up to sign in. */
async function tokenOwner(
  pools: UserPools,
  {
    AccessToken,
    Session,
  }: { readonly AccessToken: string | undefined; readonly Session: string | undefined },
): Promise<TokenOwner> {
  if (AccessToken !== undefined) return { ...(await pools.holderOf(AccessToken)), state: undefined };
  if (Session === undefined) throw refusals.invalid("Either AccessToken or Session is required");
  for (const pool of pools.all) {
    const state = pool.sessions.find(Session, isAuthState);
    const user = state?.username === undefined ? undefined : pool.users.find(state.username);
    if (state?.step.challenge === "MFA_SETUP" && user !== undefined) return { pool, user, state };
  }
  throw refusals.badSession();
}

/** A session is used once: the answer has the next one. */
export function renewed({ sessions }: Pool, state: AuthState, session: string): string {
  sessions.end(session);
  return sessions.add(state, 180);
}

/** Turns second factors of a user on and off. */
async function setPreference(
  pools: UserPools,
  preferences: InputOf<"SetUserMFAPreference"> | InputOf<"AdminSetUserMFAPreference">,
): Promise<object> {
  const { pool, user } = await requireSubject(pools, preferences);
  const { settings } = pool;
  const given = [
    ["SMS_MFA", preferences.SMSMfaSettings, user.attributes.phone_number],
    ["SOFTWARE_TOKEN_MFA", preferences.SoftwareTokenMfaSettings, user.mfa.totp],
    ["EMAIL_OTP", preferences.EmailMfaSettings, user.attributes.email],
  ] as const;
  const preferred = given.filter(
    ([, values]) => values !== undefined && flag(values, "PreferredMfa") === true,
  );
  if (preferred.length > 1) throw refusals.invalid("Only one MFA setting can be preferred");
  const enabled = new Set<MfaKind>(user.mfa.enabled);
  let choice = user.mfa.preferred;
  for (const [kind, values, means] of given) {
    if (values === undefined) continue;
    const isOn = flag(values, "Enabled") ?? enabled.has(kind);
    if (!isOn && flag(values, "PreferredMfa") === true)
      throw refusals.invalid("Cannot set preferred MFA to a disabled MFA setting");
    if (isOn) {
      if (!settings.mfaKinds.includes(kind))
        throw refusals.invalid(`${kind} is not enabled for the user pool.`);
      if (means === undefined)
        throw refusals.invalid(
          kind === "SOFTWARE_TOKEN_MFA"
            ? "User has not verified software token mfa"
            : `User does not have delivery config set to turn on ${kind}`,
        );
      enabled.add(kind);
    } else {
      enabled.delete(kind);
    }
    if (flag(values, "PreferredMfa") === true) choice = kind;
    else if (choice === kind && (!isOn || flag(values, "PreferredMfa") === false)) choice = undefined;
  }
  user.mfa.enabled = [...enabled];
  if (choice === undefined) delete user.mfa.preferred;
  else user.mfa.preferred = choice;
  return {};
}

/** The older way to turn codes by SMS on or off: a list of one option, or of none. */
async function setOptions(
  pools: UserPools,
  input: InputOf<"SetUserSettings"> | InputOf<"AdminSetUserSettings">,
): Promise<object> {
  const { user } = await requireSubject(pools, input);
  const { MFAOptions: options } = input;
  for (const option of options) {
    if (text(option, "DeliveryMedium") !== "SMS" || text(option, "AttributeName") !== "phone_number")
      throw refusals.invalid("MFAOptions take the medium SMS and the attribute phone_number");
  }
  if (options.length > 0 && user.attributes.phone_number === undefined)
    throw refusals.invalid("User does not have delivery config set to turn on SMS_MFA");
  const others = user.mfa.enabled.filter((each) => each !== "SMS_MFA");
  user.mfa.enabled = options.length > 0 ? [...others, "SMS_MFA"] : others;
  if (options.length === 0 && user.mfa.preferred === "SMS_MFA") delete user.mfa.preferred;
  return {};
}
