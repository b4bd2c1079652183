import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import { customChallenge } from "./challenges/custom-challenge";
import { devicePasswordVerifier, deviceSrpAuth } from "./challenges/device";
import { mfaSetup } from "./challenges/mfa-setup";
import { newPasswordRequired } from "./challenges/new-password-required";
import { oneTimeCode } from "./challenges/one-time-code";
import { passwordVerifier } from "./challenges/password-verifier";
import { selectChallenge } from "./challenges/select-challenge";
import { selectMfaType } from "./challenges/select-mfa-type";
import { softwareTokenMfa } from "./challenges/software-token-mfa";
import { webAuthn } from "./challenges/web-authn";
import { checkSecretHash } from "./client-secret";
import {
  type AuthAnswer,
  type ChallengeName,
  isAuthState,
  type Metadata,
  type SignIn,
  type StepOf,
  sessionOfAnswer,
} from "./sign-in";

type Challenges = {
  readonly [Name in ChallengeName]: (
    signIn: SignIn,
    step: StepOf<Name>,
    responses: Metadata,
  ) => Promise<AuthAnswer>;
};

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RespondToAuthChallenge.html */
const challenges: Challenges = {
  PASSWORD_VERIFIER: passwordVerifier,
  NEW_PASSWORD_REQUIRED: newPasswordRequired,
  SMS_MFA: oneTimeCode,
  EMAIL_OTP: oneTimeCode,
  SMS_OTP: oneTimeCode,
  SOFTWARE_TOKEN_MFA: softwareTokenMfa,
  SELECT_MFA_TYPE: selectMfaType,
  MFA_SETUP: mfaSetup,
  DEVICE_SRP_AUTH: deviceSrpAuth,
  DEVICE_PASSWORD_VERIFIER: devicePasswordVerifier,
  CUSTOM_CHALLENGE: customChallenge,
  SELECT_CHALLENGE: selectChallenge,
  WEB_AUTHN: webAuthn,
};

export interface Response {
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
  if (session === undefined || state.clientId !== client.id) throw refusals.badSession();
  const { step, username, name } = state;
  if (step.challenge !== challenge) throw refusals.badSession();
  if (responses.USERNAME === undefined) throw refusals.invalid("Missing required parameter USERNAME");
  const user = username === undefined ? undefined : pool.users.find(username);
  checkSecretHash(client, [responses.USERNAME, name], responses.SECRET_HASH);
  if (user !== undefined && pool.users.find(responses.USERNAME) !== user) throw refusals.badSession();
  const { deviceKey, rounds, source, isPasswordless, isHosted } = state;
  const signIn = {
    pool,
    client,
    user,
    name,
    deviceKey,
    rounds,
    source,
    isPasswordless,
    isHosted,
    clientMetadata,
  };
  const handle = challenges[step.challenge] as (
    signIn: SignIn,
    step: StepOf<ChallengeName>,
    responses: Metadata,
  ) => Promise<AuthAnswer>;
  try {
    const answer = await handle(signIn, step, responses);
    pool.sessions.end(session);
    return answer;
  } catch (error) {
    state.failures += 1;
    const endsSession = error instanceof ServiceError && error.code === "NotAuthorizedException";
    if (endsSession || state.failures >= maxFailures) pool.sessions.end(session);
    throw error;
  }
}
