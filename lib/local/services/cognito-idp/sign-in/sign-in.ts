import { randomUUID } from "node:crypto";
import { randomText } from "../../../invoke";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { ServerValues, Verifier } from "../secrets/srp";
import type { ClientSettings } from "../settings/client-settings";
import type { MfaKind } from "../settings/pool-settings";
import { clearFailures } from "../state/passwords";
import type { Device, User } from "../state/user";
import { issueTokens, type Tokens } from "../tokens/issue-tokens";
import type { TokenTriggerSource } from "../tokens/pre-token-generation";
import { postAuthentication } from "../triggers/simple-triggers";

export type Metadata = Readonly<Record<string, string>>;

/** A sign-in at one of its steps. */
export interface SignIn {
  readonly pool: Pool;
  readonly client: ClientSettings;
  /** Undefined for an unknown name that the client hides. */
  readonly user: User | undefined;
  /** The name that was given. */
  readonly name: string;
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
export interface UserSignIn extends SignIn {
  readonly user: User;
}

/** One round of a custom sign-in, as triggers see it. */
export interface Round {
  readonly challengeName: string;
  readonly challengeResult: boolean;
  readonly challengeMetadata: string | null;
}

/** The server's half of a password proof. */
export interface SrpStep {
  readonly verifier: Verifier;
  readonly server: ServerValues;
  readonly clientValue: string;
  /** Base64. */
  readonly secretBlock: string;
  readonly srpId: string;
}

/** The next step that the service expects. */
export type Step =
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
  readonly clientId: string;
  readonly username: string | undefined;
  readonly name: string;
  readonly deviceKey: string | undefined;
  readonly rounds: readonly Round[] | undefined;
  readonly source: TokenTriggerSource;
  readonly isPasswordless: boolean;
  readonly isHosted: boolean;
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
    readonly NewDeviceMetadata?: { readonly DeviceKey: string; readonly DeviceGroupKey: string };
  };
}

/** Asks the client for something, and remembers where the sign-in is. */
export function askClient(signIn: SignIn, step: Step, parameters: Metadata = {}): AuthAnswer {
  const {
    pool,
    client,
    user,
    name,
    deviceKey,
    rounds,
    source,
    isPasswordless = false,
    isHosted = false,
  } = signIn;
  const state: AuthState = {
    kind: "auth",
    clientId: client.id,
    username: user?.username,
    name,
    deviceKey,
    rounds,
    source,
    isPasswordless,
    isHosted,
    step,
    failures: 0,
  };
  const session = pool.sessions.add(state, client.sessionSeconds);
  const answeredBy = nameOfStep(state);
  if (answeredBy !== undefined) pool.sessions.name(answeredBy, session, client.sessionSeconds);
  return { ChallengeName: step.challenge, Session: session, ChallengeParameters: parameters };
}

/**
 * The name of a step that clients answer without its session; undefined for a step whose session they send.
 *
 * pycognito, warrant and the first clients of AWS send none in the steps of a proof.
 *
 * Source: https://github.com/NabuCasa/pycognito/blob/master/pycognito/aws_srp.py (authenticate_user)
 */
function nameOfStep({ step, clientId, username, deviceKey }: AuthState): string | undefined {
  if ("srp" in step) return nameOfProof(step.challenge, clientId, step.srp.secretBlock);
  if (step.challenge !== "DEVICE_SRP_AUTH" || username === undefined || deviceKey === undefined)
    return undefined;
  return nameOfDevice(clientId, username, deviceKey);
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
  await postAuthentication(pool, user, { clientId: client.id, clientMetadata, newDeviceUsed: isNew });
  if (signIn.isHosted === true) {
    clearFailures(user);
    return { ChallengeParameters: {}, hostedUser: user };
  }
  const device = isNew ? newDevice(signIn) : known;
  if (device !== undefined) device.usedAt = pool.clock.now();
  const tokens = await issueTokens({ pool, user, client, source, clientMetadata, deviceKey: device?.key });
  clearFailures(user);
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      ...tokens,
      ...(isNew &&
        device !== undefined && {
          NewDeviceMetadata: { DeviceKey: device.key, DeviceGroupKey: device.groupKey },
        }),
    },
  };
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
