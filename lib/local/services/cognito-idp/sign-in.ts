import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isSameSecret } from "../../../facts/text/same-secret";
import { generateUuid } from "../../../model";
import { randomText } from "../../invoke";
import { refusals } from "./errors";
import { send, simulatedDestination } from "./messages";
import {
  clearFailures,
  createCode,
  expectedSignature,
  isPublicValue,
  type SrpIdentity,
  serverValues,
  type Verifier,
} from "./passwords";
import type { Pool } from "./pool";
import type { AddressAttribute, ClientSettings, MfaKind } from "./settings";
import { issueTokens, type Tokens, type TokenTriggerSource } from "./tokens";
import { postAuthentication, type SigningIn } from "./triggers";
import { type Device, missingAttributes, type User } from "./users";

export type Metadata = Readonly<Record<string, string>>;

/** A sign-in at one of its steps. */
export interface SignIn extends SigningIn {
  /** The metadata of the current request. */
  readonly clientMetadata?: Metadata | undefined;
  /** The device that the client says it is. */
  readonly deviceKey?: string | undefined;
  /** The rounds of a custom sign-in so far; undefined in other flows. */
  readonly rounds?: readonly Round[] | undefined;
  /** Why tokens will be issued. */
  readonly source: TokenTriggerSource;
  /** Whether the user proved something other than a password, after which no second factor is required. */
  readonly isPasswordless?: boolean;
  /** Whether the user signs in at the pages, which get a code in place of the tokens. @default false */
  readonly isHosted?: boolean;
}

/** A sign-in of an existing user. */
interface UserSignIn extends SignIn {
  readonly user: User;
}

/** One round of a custom sign-in, as triggers see it. */
export interface Round {
  readonly challengeName: string;
  readonly challengeResult: boolean;
  readonly challengeMetadata: string | null;
}

/** The next step that the service expects. */
type Step =
  | { readonly challenge: "PASSWORD_VERIFIER" | "DEVICE_PASSWORD_VERIFIER"; readonly srp: SrpStep }
  | {
      readonly challenge:
        | "NEW_PASSWORD_REQUIRED"
        | "SOFTWARE_TOKEN_MFA"
        | "DEVICE_SRP_AUTH"
        | "SELECT_CHALLENGE";
    }
  | {
      readonly challenge: "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP";
      /** Undefined for an unknown name, to which no code was sent. */
      readonly code: string | undefined;
    }
  | { readonly challenge: "SELECT_MFA_TYPE"; readonly kinds: readonly MfaKind[] }
  | { readonly challenge: "MFA_SETUP"; isSetUp: boolean }
  | {
      readonly challenge: "CUSTOM_CHALLENGE";
      readonly privateParameters: Metadata;
      readonly metadata: string | null;
    }
  | { readonly challenge: "WEB_AUTHN"; readonly bytes: string };

export type ChallengeName = Step["challenge"];
export type StepOf<Name extends ChallengeName> = Step & { readonly challenge: Name };

/** The state between two requests of a sign-in. */
export interface AuthState {
  readonly kind: "auth";
  readonly signIn: SignIn;
  readonly step: Step;
  failures: number;
}

export const isAuthState = (state: object): state is AuthState => "kind" in state && state.kind === "auth";

/** The answer to a step. */
export interface AuthAnswer {
  readonly ChallengeName?: ChallengeName;
  readonly Session?: string;
  readonly ChallengeParameters?: Metadata;
  readonly AvailableChallenges?: readonly string[];
  /** The user who has signed in at the pages. No operation answers it. */
  readonly hostedUser?: User;
  readonly AuthenticationResult?: Tokens & {
    readonly NewDeviceMetadata?: { readonly DeviceKey: string; readonly DeviceGroupKey: string } | undefined;
  };
}

/** Asks the client for something, and remembers where the sign-in is. */
export function askClient(signIn: SignIn, step: Step, parameters: Metadata = {}): AuthAnswer {
  const { sessions } = signIn.pool;
  const { sessionSeconds } = signIn.client;
  const session = sessions.add<AuthState>({ kind: "auth", signIn, step, failures: 0 }, sessionSeconds);
  const answeredBy = nameOfStep(signIn, step);
  if (answeredBy !== undefined) sessions.name(answeredBy, session, sessionSeconds);
  return { ChallengeName: step.challenge, Session: session, ChallengeParameters: parameters };
}

/**
 * The name of a step that clients answer without its session; undefined for a step whose session they send.
 *
 * pycognito, warrant and the first clients of AWS send none in the steps of a proof.
 *
 * Source: https://github.com/NabuCasa/pycognito/blob/master/pycognito/aws_srp.py (authenticate_user)
 */
function nameOfStep({ client, user, deviceKey }: SignIn, step: Step): string | undefined {
  if ("srp" in step) return nameOfProof(step.challenge, client.id, step.srp.secretBlock);
  if (step.challenge !== "DEVICE_SRP_AUTH" || user === undefined || deviceKey === undefined) return undefined;
  return nameOfDevice(client.id, user.username, deviceKey);
}

const nameOfProof = (challenge: string, clientId: string, secretBlock: string): string =>
  [challenge, clientId, secretBlock].join(" ");

const nameOfDevice = (clientId: string, username: string, deviceKey: string): string =>
  ["DEVICE_SRP_AUTH", clientId, username, deviceKey].join(" ");

/** The session of an answer that has none; undefined where the answer does not name one. */
export function sessionOfAnswer(
  { sessions, users }: Pool,
  { id: clientId }: ClientSettings,
  challenge: string,
  { USERNAME: name, PASSWORD_CLAIM_SECRET_BLOCK: secretBlock, DEVICE_KEY: deviceKey }: Metadata,
): string | undefined {
  if (challenge === "PASSWORD_VERIFIER" || challenge === "DEVICE_PASSWORD_VERIFIER") {
    if (secretBlock === undefined)
      throw refusals.invalid("Missing required parameter PASSWORD_CLAIM_SECRET_BLOCK");
    const session = sessions.named(nameOfProof(challenge, clientId, secretBlock));
    if (session === undefined) throw refusals.wrongPassword();
    return session;
  }
  const user = name === undefined ? undefined : users.find(name);
  if (challenge !== "DEVICE_SRP_AUTH" || user === undefined || deviceKey === undefined) return undefined;
  return sessions.named(nameOfDevice(clientId, user.username, deviceKey));
}

/** Issues the tokens of a user who has proved everything. */
export async function finish(signIn: UserSignIn): Promise<AuthAnswer> {
  const { pool, user, client, clientMetadata, source } = signIn;
  const known = user.devices.find(({ key }) => key === signIn.deviceKey);
  const isNew = pool.settings.devices !== undefined && known === undefined && signIn.isHosted !== true;
  await postAuthentication(signIn, isNew, clientMetadata);
  if (signIn.isHosted === true) {
    clearFailures(user);
    return { ChallengeParameters: {}, hostedUser: user };
  }
  const device = isNew ? newDevice(signIn) : known;
  if (device !== undefined) device.usedAt = pool.clock.now();
  const tokens = await issueTokens({ pool, user, client, source, clientMetadata, deviceKey: device?.key });
  clearFailures(user);
  const NewDeviceMetadata =
    isNew && device ? { DeviceKey: device.key, DeviceGroupKey: device.groupKey } : undefined;
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, NewDeviceMetadata } };
}

/** The client may confirm the device with these keys. */
function newDevice({ pool, user }: UserSignIn): Device {
  const now = pool.clock.now();
  const device: Device = {
    key: `${pool.settings.region}_${randomUUID()}`,
    groupKey: `-${randomText(6, "base64url")}`,
    isRemembered: false,
    createdAt: now,
    modifiedAt: now,
    usedAt: now,
  };
  user.devices.push(device);
  return device;
}

/** Asks for the proof of a password. A user who does not exist is asked, too, with values that are always the same. */
export function askForPasswordProof(signIn: SignIn, clientValue: string | undefined): AuthAnswer {
  const { pool, user, name } = signIn;
  const srpId = user?.username ?? generateUuid(`${pool.settings.id} nobody ${name}`);
  const srp = srpStep(user?.password ?? inventedVerifier(`${pool.settings.id} ${name}`), srpId, clientValue);
  return askClient(
    signIn,
    { challenge: "PASSWORD_VERIFIER", srp },
    { ...parametersOf(srp), USERNAME: srpId, USER_ID_FOR_SRP: srpId },
  );
}

export function srpStep(verifier: Verifier, srpId: string, clientValue: string | undefined) {
  if (clientValue === undefined) throw refusals.invalid("Missing required parameter SRP_A");
  if (!isPublicValue(clientValue)) throw refusals.invalid("Invalid SRP_A");
  const secretBlock = randomBytes(512).toString("base64");
  return { verifier, server: serverValues(verifier), clientValue, secretBlock, srpId };
}

/** The server's half of a password proof; the secret block in Base64. */
type SrpStep = Readonly<ReturnType<typeof srpStep>>;

export const parametersOf = ({ verifier, server, secretBlock }: SrpStep): Metadata => ({
  SALT: verifier.salt,
  SRP_B: server.publicValue,
  SECRET_BLOCK: secretBlock,
});

/** Whether a response proves the password. */
export function isProof(srp: SrpStep, identity: SrpIdentity, responses: Metadata): boolean {
  const signature = responses.PASSWORD_CLAIM_SIGNATURE;
  const timestamp = responses.TIMESTAMP;
  if (
    signature === undefined ||
    timestamp === undefined ||
    !isTimestamp(timestamp) ||
    responses.PASSWORD_CLAIM_SECRET_BLOCK !== srp.secretBlock
  )
    return false;
  const { verifier, server, clientValue } = srp;
  const secretBlock = Buffer.from(srp.secretBlock, "base64");
  const expected = expectedSignature({ identity, verifier, server, clientValue, secretBlock, timestamp });
  return expected !== undefined && isSameSecret(expected, signature);
}

/**
 * Whether a text is a time as clients write it: `Sat Sep 5 08:02:11 UTC 2026`. A day with a leading zero and another
 * weekday are refused as a wrong password is.
 *
 * Source: answers of a user pool that https://github.com/ministackorg/ministack/pull/1758 has measured
 */
function isTimestamp(text: string): boolean {
  const [weekday, month, day, time, zone, year] = text.split(" ");
  const at = new Date(`${month} ${day} ${year} ${time} UTC`);
  if (zone !== "UTC" || Number.isNaN(at.getTime())) return false;
  const [spelled, numberOfDay] = at.toUTCString().split(/[ ,]+/);
  return spelled === weekday && String(Number(numberOfDay)) === day;
}

/** A verifier without a known password. */
function inventedVerifier(seed: string): Verifier {
  const bytes = (label: string) => createHash("sha256").update(`${label} ${seed}`).digest("hex");
  return { salt: bytes("salt").slice(0, 32), verifier: bytes("verifier").repeat(12) };
}

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
    { ...idOf(signIn), MFAS_CAN_CHOOSE: JSON.stringify(kinds) },
  );
}

/**
 * The user of a second factor, in the parameters of each question about it.
 *
 * Source: the examples of https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html
 */
const idOf = ({ user }: UserSignIn): Metadata => ({ USER_ID_FOR_SRP: user.username });

export function askFor(signIn: UserSignIn, kind: MfaKind): Promise<AuthAnswer> | AuthAnswer {
  if (kind !== "SOFTWARE_TOKEN_MFA") return askForCode(signIn, kind, idOf(signIn));
  const { name } = signIn.user.mfa.totp ?? {};
  const parameters = { ...idOf(signIn), ...(name !== undefined && { FRIENDLY_DEVICE_NAME: name }) };
  return askClient(signIn, { challenge: kind }, parameters);
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

/** Names all second factors of the pool. A phone number cannot be added in a sign-in. */
function askForSetUp(signIn: UserSignIn): AuthAnswer {
  const { mfaKinds } = signIn.pool.settings;
  if (mfaKinds.every((kind) => kind === "SMS_MFA")) throw refusals.noDelivery("SMS_MFA");
  const parameters = { ...idOf(signIn), MFAS_CAN_SETUP: JSON.stringify(mfaKinds) };
  return askClient(signIn, { challenge: "MFA_SETUP", isSetUp: false }, parameters);
}

type CodeChallenge = "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP";

const attributeOf = (challenge: CodeChallenge): AddressAttribute =>
  challenge === "EMAIL_OTP" ? "email" : "phone_number";

/** Sends a code, and asks for it. A user who does not exist gets the same question, without a code. */
export async function askForCode(
  signIn: SignIn,
  challenge: CodeChallenge,
  parameters: Metadata = {},
): Promise<AuthAnswer> {
  const { pool, user, client, clientMetadata } = signIn;
  const attribute = attributeOf(challenge);
  const medium = attribute === "email" ? "EMAIL" : "SMS";
  if (user === undefined) {
    const destination = simulatedDestination(signIn.name, attribute);
    return askClient(signIn, { challenge, code: undefined }, delivered(medium, destination));
  }
  if (user.attributes[attribute] === undefined) throw refusals.noDelivery(challenge);
  const code = createCode();
  const sending = { pool, user, attribute, code, clientId: client.id, clientMetadata };
  const { Destination } = await send({ ...sending, occasion: "Authentication" });
  return askClient(signIn, { challenge, code }, { ...delivered(medium, Destination), ...parameters });
}

const delivered = (medium: string, destination: string) => ({
  CODE_DELIVERY_DELIVERY_MEDIUM: medium,
  CODE_DELIVERY_DESTINATION: destination,
});
