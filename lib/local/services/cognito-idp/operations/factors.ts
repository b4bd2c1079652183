import { block, flag, requireText, text, texts, type Values } from "../../../../model";
import { randomText } from "../../../invoke";
import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import { type InputOf, type Operations, pageOf, requireSubject, type Subject, seconds } from "../operation";
import { createTotpSecret, totpStep } from "../passwords";
import type { Pool } from "../pool";
import type { MfaKind } from "../settings";
import { type AuthState, isAuthState } from "../sign-in";
import type { UserPools } from "../user-pools";
import type { Device, Passkey, User } from "../users";
import { checkRegistration, credentialOf, passkeyAlgorithms, relyingPartyId } from "../web-authn";

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
    return { SecretCode: secret, Session: state && renewed(pool, state, input.Session ?? "") };
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

/** The user who sets up an authenticator app: one who has signed in, or who must set it up to sign in. */
async function tokenOwner(
  pools: UserPools,
  {
    AccessToken,
    Session,
  }: { readonly AccessToken: string | undefined; readonly Session: string | undefined },
) {
  if (AccessToken !== undefined) return { ...(await pools.holderOf(AccessToken)), state: undefined };
  if (Session === undefined) throw refusals.invalid("Either AccessToken or Session is required");
  for (const pool of pools.all) {
    const state = pool.sessions.find(Session, isAuthState);
    const user = state?.signIn.user && pool.users.find(state.signIn.user.username);
    if (state?.step.challenge === "MFA_SETUP" && user !== undefined) return { pool, user, state };
  }
  throw refusals.badSession();
}

/** A session is used once: the answer has the next one. */
function renewed({ sessions }: Pool, state: AuthState, session: string): string {
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
        throw kind === "SOFTWARE_TOKEN_MFA"
          ? refusals.invalid("User has not verified software token mfa")
          : refusals.noDelivery(kind);
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
  if (options.length > 0 && user.attributes.phone_number === undefined) throw refusals.noDelivery("SMS_MFA");
  const others = user.mfa.enabled.filter((each) => each !== "SMS_MFA");
  user.mfa.enabled = options.length > 0 ? [...others, "SMS_MFA"] : others;
  if (options.length === 0 && user.mfa.preferred === "SMS_MFA") delete user.mfa.preferred;
  return {};
}

/** Passkeys of users. */
export const passkeyOperations = {
  StartWebAuthnRegistration: async (pools, { AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    return { CredentialCreationOptions: beginPasskey(pool, user) };
  },
  CompleteWebAuthnRegistration: async (pools, { AccessToken, Credential }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    keepPasskey(pool, user, Credential);
    return {};
  },
  ListWebAuthnCredentials: async (pools, { AccessToken, ...page }) => {
    const { user } = await pools.holderOf(AccessToken);
    return pageOf(user.passkeys, page, "Credentials", passkeyAnswer, 20);
  },
  DeleteWebAuthnCredential: async (pools, { AccessToken, CredentialId }) => {
    const { user } = await pools.holderOf(AccessToken);
    if (!user.passkeys.some(({ id }) => id === CredentialId))
      throw refusals.noResource("Credential does not exist.");
    user.passkeys = user.passkeys.filter(({ id }) => id !== CredentialId);
    return {};
  },
} satisfies Operations;

const passkeyAnswer = (passkey: Passkey): object => ({
  CredentialId: passkey.id,
  FriendlyCredentialName: passkey.name,
  RelyingPartyId: passkey.relyingPartyId,
  AuthenticatorAttachment: passkey.attachment,
  AuthenticatorTransports: passkey.transports,
  CreatedAt: seconds(passkey.createdAt),
});

/** A registration that a browser performs. */
interface PasskeyRegistration {
  readonly kind: "passkey";
  readonly username: string;
  readonly challenge: string;
}

const isRegistration = (state: object): state is PasskeyRegistration =>
  "kind" in state && state.kind === "passkey";

const sessionSeconds = 300;
const keyOf = ({ sub }: User): string => `passkey ${sub}`;

/** Begins to register a passkey: what a browser is given to create one. */
export function beginPasskey({ settings, sessions }: Pool, user: User): object {
  if (!settings.firstFactors.includes("WEB_AUTHN"))
    throw new ServiceError("WebAuthnNotEnabledException", "WebAuthn is not enabled for the user pool.");
  const challenge = randomText(32, "base64url");
  const registration: PasskeyRegistration = { kind: "passkey", username: user.username, challenge };
  sessions.put(keyOf(user), registration, sessionSeconds);
  return {
    rp: { id: relyingPartyId, name: relyingPartyId },
    user: {
      id: Buffer.from(user.sub).toString("base64url"),
      name: user.attributes.email ?? user.username,
      displayName: user.attributes.name ?? user.attributes.email ?? user.username,
    },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: sessionSeconds * 1000,
    excludeCredentials: user.passkeys.map(credentialOf),
    authenticatorSelection: {
      requireResidentKey: true,
      residentKey: "required",
      userVerification: settings.passkeys.needsUserVerification ? "required" : "preferred",
    },
    attestation: "none",
    extensions: {},
  };
}

/** Keeps the passkey that a browser has created. */
export function keepPasskey({ sessions, settings, clock }: Pool, user: User, credential: Values): void {
  const registration = sessions.find(keyOf(user), isRegistration);
  if (registration === undefined)
    throw new ServiceError("WebAuthnChallengeNotFoundException", "The challenge is missing or has expired.");
  sessions.end(keyOf(user));
  const response = block(credential, "response") ?? {};
  const [clientData = "", attested = ""] = ["clientDataJSON", "attestationObject"].map((name) =>
    text(response, name),
  );
  const { needsUserVerification } = settings.passkeys;
  const expected = { challenge: registration.challenge, relyingPartyId, needsUserVerification };
  const created = checkRegistration(clientData, attested, expected);
  if (created === undefined || created.id !== text(credential, "id"))
    throw new ServiceError(
      "WebAuthnCredentialNotSupportedException",
      "The credential does not answer the challenge.",
    );
  const attachment = text(credential, "authenticatorAttachment");
  user.passkeys.push({
    ...created,
    relyingPartyId,
    name: attachment === "cross-platform" ? "Security key" : "Passkey",
    transports: texts(response, "transports"),
    ...(attachment !== undefined && { attachment }),
    createdAt: clock.now(),
  });
}

/** Devices that users sign in from. */
export const deviceOperations = {
  ConfirmDevice: async (pools, { AccessToken, DeviceKey, DeviceSecretVerifierConfig = {}, DeviceName }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const device = user.devices.find(({ key }) => key === DeviceKey);
    if (device === undefined) throw refusals.noResource("Device does not exist.");
    const [salt, verifier] = ["Salt", "PasswordVerifier"].map((name) =>
      hex(requireText(DeviceSecretVerifierConfig, name)),
    );
    if (!salt || !verifier) throw refusals.invalid("Invalid device secret verifier.");
    const asksUser = pool.settings.devices?.asksUser ?? true;
    device.verifier = { salt, verifier };
    if (DeviceName !== undefined) device.name = DeviceName;
    device.isRemembered = !asksUser;
    device.modifiedAt = pool.clock.now();
    return { UserConfirmationNecessary: asksUser };
  },
  GetDevice: getDevice,
  AdminGetDevice: getDevice,
  ListDevices: listDevices,
  AdminListDevices: listDevices,
  UpdateDeviceStatus: updateDeviceStatus,
  AdminUpdateDeviceStatus: updateDeviceStatus,
  ForgetDevice: forgetDevice,
  AdminForgetDevice: forgetDevice,
} satisfies Operations;

type DeviceInput = Subject & { readonly DeviceKey: string };

async function getDevice(pools: UserPools, input: DeviceInput): Promise<object> {
  const { user } = await requireSubject(pools, input);
  return { Device: deviceAnswer(requireDevice(user, input.DeviceKey)) };
}

async function listDevices(
  pools: UserPools,
  input: InputOf<"ListDevices"> | InputOf<"AdminListDevices">,
): Promise<object> {
  const { user } = await requireSubject(pools, input);
  const confirmed = user.devices.filter(({ verifier }) => verifier !== undefined);
  return pageOf(confirmed, input, "Devices", deviceAnswer);
}

async function updateDeviceStatus(
  pools: UserPools,
  input: InputOf<"UpdateDeviceStatus"> | InputOf<"AdminUpdateDeviceStatus">,
): Promise<object> {
  const { pool, user } = await requireSubject(pools, input);
  const device = requireDevice(user, input.DeviceKey);
  device.isRemembered = input.DeviceRememberedStatus === "remembered";
  device.modifiedAt = pool.clock.now();
  return {};
}

async function forgetDevice(pools: UserPools, input: DeviceInput): Promise<object> {
  const { user } = await requireSubject(pools, input);
  const device = requireDevice(user, input.DeviceKey);
  user.devices = user.devices.filter((each) => each !== device);
  return {};
}

const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex");

function deviceAnswer(device: Device): object {
  return {
    DeviceKey: device.key,
    DeviceAttributes: [
      { Name: "device_status", Value: device.isRemembered ? "remembered" : "not_remembered" },
      { Name: "device_name", Value: device.name ?? "" },
    ],
    DeviceCreateDate: seconds(device.createdAt),
    DeviceLastModifiedDate: seconds(device.modifiedAt),
    DeviceLastAuthenticatedDate: seconds(device.usedAt),
  };
}

/** A device that the user has confirmed. */
function requireDevice(user: User, key: string): Device {
  const device = user.devices.find((each) => each.key === key && each.verifier !== undefined);
  if (device === undefined) throw refusals.noResource("Device does not exist.");
  return device;
}
