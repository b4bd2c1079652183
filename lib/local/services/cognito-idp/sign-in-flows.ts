import { ServiceError } from "../contract/define-service";
import { oneOf } from "../contract/violations";
import {
  answerChoice,
  askForChoice,
  type Challenge,
  challenges,
  checkSentPassword,
  choicesOf,
  firstChoices,
  nextRound,
} from "./challenges";
import { refusals } from "./errors";
import { checkSecretHash } from "./passwords";
import type { Pool } from "./pool";
import type { ClientSettings } from "./settings";
import {
  type AuthAnswer,
  askForPasswordProof,
  type ChallengeName,
  finish,
  isAuthState,
  type Metadata,
  type SignIn,
  sessionOfAnswer,
} from "./sign-in";
import { findChain, refreshTokens } from "./tokens";
import { migrateUser, preAuthentication } from "./triggers";
import type { User } from "./users";

interface Flow {
  /** The flow that the client must allow. */
  readonly permission: string;
  /** Whether the client sends the password, with which the app's function may find a user elsewhere. */
  readonly sendsPassword?: boolean;
  readonly isAdminOnly?: boolean;
  readonly start: (signIn: SignIn, parameters: Metadata) => Promise<AuthAnswer>;
}

const password: Pick<Flow, "sendsPassword" | "start"> = {
  sendsPassword: true,
  start: (signIn, parameters) => checkSentPassword(signIn, parameters.PASSWORD),
};
const adminPassword = {
  permission: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  isAdminOnly: true,
  ...password,
} as const;

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html */
const flows: Readonly<Record<string, Flow>> = {
  USER_SRP_AUTH: { permission: "ALLOW_USER_SRP_AUTH", start: userSrp },
  USER_PASSWORD_AUTH: { permission: "ALLOW_USER_PASSWORD_AUTH", ...password },
  ADMIN_USER_PASSWORD_AUTH: adminPassword,
  ADMIN_NO_SRP_AUTH: adminPassword,
  CUSTOM_AUTH: { permission: "ALLOW_CUSTOM_AUTH", start: customAuth },
  USER_AUTH: { permission: "ALLOW_USER_AUTH", start: userAuth },
};
const refreshFlows = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"];
const allFlows = [...Object.keys(flows), ...refreshFlows];

interface Initiation {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly flow: string;
  readonly parameters: Metadata;
  readonly clientMetadata?: Metadata | undefined;
  readonly isAdmin: boolean;
  /** The session of a sign-up that has just been confirmed. */
  readonly session?: string | undefined;
}

/** Begins a sign-in. */
export async function initiate(initiation: Initiation): Promise<AuthAnswer> {
  const { client, flow: name, isAdmin } = initiation;
  if (refreshFlows.includes(name)) return refresh(initiation);
  const flow = Object.hasOwn(flows, name) ? flows[name] : undefined;
  if (flow === undefined) throw refusals.violation("authFlow", name, oneOf(allFlows));
  if (flow.isAdminOnly === true && !isAdmin) throw refusals.invalid("Initiate Auth method not supported.");
  checkAllowed(client, flow.permission, name);
  return begin(initiation, flow);
}

async function begin(initiation: Initiation, flow: Flow): Promise<AuthAnswer> {
  const { pool, client, parameters, clientMetadata, session } = initiation;
  const name = parameters.USERNAME;
  if (name === undefined) throw refusals.invalid("Missing required parameter USERNAME");
  checkSecretHash(client, name, parameters.SECRET_HASH);
  const sent = flow.sendsPassword === true ? { password: parameters.PASSWORD } : undefined;
  const user = await findOrMigrate(initiation, name, sent);
  const source = "TokenGeneration_Authentication";
  const signIn: SignIn = { pool, client, user, name, deviceKey: parameters.DEVICE_KEY, source };
  await preAuthentication(signIn, clientMetadata);
  const signedUp = session === undefined ? undefined : findSignedUp(pool, session, user);
  if (session !== undefined) {
    if (signedUp === undefined) throw refusals.badSession();
    return finish({ ...signIn, user: signedUp });
  }
  return flow.start(signIn, parameters);
}

/**
 * The user of a name: one of the pool, or one whom the app's function finds elsewhere by the password that was sent. Throws
 * for an unknown name, unless the client hides users.
 */
async function findOrMigrate(
  { pool, client, clientMetadata: validationData }: Pick<Initiation, "pool" | "client" | "clientMetadata">,
  userName: string,
  sent: { readonly password: string | undefined } | undefined,
): Promise<User | undefined> {
  const source = "UserMigration_Authentication";
  const migrating = sent && ({ source, userName, clientId: client.id, ...sent, validationData } as const);
  const user = pool.users.find(userName) ?? (migrating && (await migrateUser(pool, migrating)));
  if (user === undefined && !client.hidesUsers) throw refusals.noUser();
  return user;
}

async function refresh({ pool, client, flow, parameters, clientMetadata }: Initiation): Promise<AuthAnswer> {
  checkAllowed(client, "ALLOW_REFRESH_TOKEN_AUTH", flow);
  if (client.rotation !== undefined)
    throw refusals.invalid("Refresh token rotation is enabled: use GetTokensFromRefreshToken.");
  const token = parameters.REFRESH_TOKEN;
  if (token === undefined) throw refusals.invalid("Missing required parameter REFRESH_TOKEN");
  checkSecretHashOfRefresh(pool, client, token, parameters.SECRET_HASH);
  return {
    ChallengeParameters: {},
    AuthenticationResult: await refreshTokens(pool, client, token, {
      deviceKey: parameters.DEVICE_KEY,
      clientMetadata,
    }),
  };
}

function checkAllowed(client: ClientSettings, permission: string, flow: string): void {
  if (!client.flows.has(permission)) throw refusals.invalid(`${flow} flow not enabled for this client`);
}

/**
 * The client proves the password without sending it. The answer has no session: the client proves with the secret block.
 *
 * Source: answers of a user pool that https://github.com/ministackorg/ministack/pull/1758 has measured
 */
async function userSrp(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  if (signIn.user?.status === "RESET_REQUIRED") throw refusals.resetRequired();
  const { Session: _, ...asked } = askForPasswordProof(signIn, parameters.SRP_A);
  return asked;
}

/** The app's functions decide about the sign-in. With `CHALLENGE_NAME` `SRP_A`, they may ask for the password, too. */
async function customAuth(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  const { CHALLENGE_NAME: challenge, SRP_A: clientValue } = parameters;
  if (challenge !== undefined && challenge !== "SRP_A")
    throw refusals.invalid("CHALLENGE_NAME must be SRP_A");
  if (challenge === undefined) return nextRound({ ...signIn, rounds: [] });
  const round = { challengeName: "SRP_A", challengeResult: true, challengeMetadata: null };
  return nextRound({ ...signIn, rounds: [round] }, clientValue);
}

/** The user chooses how to sign in, if the client does not prefer a way that the user has. */
async function userAuth(signIn: SignIn, parameters: Metadata): Promise<AuthAnswer> {
  const preferred = parameters.PREFERRED_CHALLENGE;
  if (preferred !== undefined && !firstChoices.includes(preferred))
    throw refusals.invalid(`Invalid PREFERRED_CHALLENGE: ${preferred}`);
  if (preferred === undefined || !choicesOf(signIn).includes(preferred)) return askForChoice(signIn);
  return answerChoice(signIn, preferred, parameters);
}

/** A user who has just signed up, and may sign in with the session of that. */
interface SignedUp {
  readonly kind: "signed-up";
  readonly username: string;
}

const isSignedUp = (state: object): state is SignedUp => "kind" in state && state.kind === "signed-up";
const sessionSeconds = 3 * 60;

/** The session with which a new user signs in, without another proof, after confirming. */
export function signedUpSession({ sessions }: Pool, { username }: User): string {
  return sessions.add<SignedUp>({ kind: "signed-up", username }, sessionSeconds);
}

/** The confirmed user of such a session; undefined for another session, or another user. */
export function findSignedUp({ sessions }: Pool, session: string, user: User | undefined): User | undefined {
  const state = sessions.find(session, isSignedUp);
  if (state === undefined || user?.username !== state.username || user.status !== "CONFIRMED")
    return undefined;
  sessions.end(session);
  return user;
}

/** A sign-in at the pages. */
interface HostedSignIn {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly name: string;
  /** Undefined where the user asks for something else. */
  readonly password?: string;
  /** A code by mail or message, or a passkey, in place of a password. */
  readonly asked?: "code" | "passkey";
}

/** Begins a sign-in at the pages. The flows that a client allows are those of the API: the pages need none. */
export async function signInAtPages({
  pool,
  client,
  name,
  password,
  asked,
}: HostedSignIn): Promise<AuthAnswer> {
  const user = await findOrMigrate({ pool, client }, name, password === undefined ? undefined : { password });
  const signIn: SignIn = { pool, client, user, name, source: "TokenGeneration_HostedAuth", isHosted: true };
  await preAuthentication(signIn, undefined);
  if (password !== undefined) return checkSentPassword(signIn, password);
  if (asked === "passkey") return answerChoice(signIn, "WEB_AUTHN", {});
  const code = choicesOf(signIn).find((each) => each === "EMAIL_OTP" || each === "SMS_OTP");
  return answerChoice(signIn, code ?? "EMAIL_OTP", {});
}

/** A refresh names no user: the hash is that of the user whose token it is. */
function checkSecretHashOfRefresh(
  pool: Pool,
  client: ClientSettings,
  refreshToken: string,
  given: string | undefined,
): void {
  const user = findChain(pool, refreshToken)?.user;
  const names = user === undefined ? [] : [user.username, user.sub, ...Object.values(user.attributes)];
  if (user !== undefined || client.secret === undefined) checkSecretHash(client, names, given);
}

interface Response {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly challenge: string;
  readonly session: string | undefined;
  readonly responses: Metadata;
  readonly clientMetadata?: Metadata | undefined;
}

/** Wrong codes in one session. Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa.html */
const maxFailures = 5;

/** Takes the answer to a challenge. */
export async function respondToChallenge({
  pool,
  client,
  challenge,
  session: given,
  responses,
  clientMetadata,
}: Response): Promise<AuthAnswer> {
  const session = given ?? sessionOfAnswer(pool, client, challenge, responses);
  const state = pool.sessions.require(session, isAuthState);
  const { signIn: begun, step } = state;
  if (session === undefined || begun.client.id !== client.id || step.challenge !== challenge)
    throw refusals.badSession();
  if (responses.USERNAME === undefined) throw refusals.invalid("Missing required parameter USERNAME");
  const user = begun.user && pool.users.find(begun.user.username);
  checkSecretHash(client, [responses.USERNAME, begun.name], responses.SECRET_HASH);
  if (user !== undefined && pool.users.find(responses.USERNAME) !== user) throw refusals.badSession();
  const handle = challenges[step.challenge] as Challenge<ChallengeName>;
  try {
    const answer = await handle({ ...begun, client, user, clientMetadata }, step, responses);
    pool.sessions.end(session);
    return answer;
  } catch (error) {
    state.failures += 1;
    const endsSession = error instanceof ServiceError && error.code === "NotAuthorizedException";
    if (endsSession || state.failures >= maxFailures) pool.sessions.end(session);
    throw error;
  }
}
