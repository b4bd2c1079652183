import type { Values } from "../../../../model/resources/model";
import { flag } from "../../../../model/resources/values";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { MfaKind } from "../settings/pool-settings";
import type { User } from "../state/user";

/** The members of an input that choose second factors. */
export interface MfaPreferences {
  readonly SMSMfaSettings: Values | undefined;
  readonly SoftwareTokenMfaSettings: Values | undefined;
  readonly EmailMfaSettings: Values | undefined;
}

export const mfaPreferenceShape = {
  SMSMfaSettings: "structure",
  SoftwareTokenMfaSettings: "structure",
  EmailMfaSettings: "structure",
  WebAuthnMfaSettings: "notEmulated",
} as const;

/** Turns second factors of a user on and off. */
export function setMfaPreference({ settings }: Pool, user: User, preferences: MfaPreferences): void {
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
}
