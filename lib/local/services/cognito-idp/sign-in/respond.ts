import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import { checkSecretHash } from "../secrets/codes";
import type { ClientSettings } from "../settings/client-settings";
import { challenges } from "./challenges";
import {
  type AuthAnswer,
  type ChallengeName,
  isAuthState,
  type Metadata,
  type SignIn,
  type StepOf,
  sessionOfAnswer,
} from "./sign-in";

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
