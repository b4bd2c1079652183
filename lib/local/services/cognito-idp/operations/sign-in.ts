import type { Pool } from "../pool";
import { initiate } from "../sign-in/initiate";
import { respondToChallenge } from "../sign-in/respond";
import type { User } from "../state/user";
import type { Operations } from "./contract";

/** Signing in: flows, challenges and the factors that a user has. */
export const signInOperations = {
  InitiateAuth: (
    pools,
    {
      AuthFlow: flow,
      AuthParameters: parameters = {},
      ClientMetadata: clientMetadata,
      ClientId,
      Session: session,
    },
  ) =>
    initiate({ ...pools.requireClient(ClientId), flow, parameters, clientMetadata, session, isAdmin: false }),
  AdminInitiateAuth: (
    pools,
    {
      UserPoolId,
      ClientId,
      AuthFlow: flow,
      AuthParameters: parameters = {},
      ClientMetadata: clientMetadata,
      Session: session,
    },
  ) =>
    initiate({
      ...pools.requireClientOf(UserPoolId, ClientId),
      flow,
      parameters,
      clientMetadata,
      session,
      isAdmin: true,
    }),
  RespondToAuthChallenge: (
    pools,
    {
      ClientId,
      ChallengeName: challenge,
      Session: session,
      ChallengeResponses: responses = {},
      ClientMetadata: clientMetadata,
    },
  ) =>
    respondToChallenge({ ...pools.requireClient(ClientId), challenge, session, responses, clientMetadata }),
  AdminRespondToAuthChallenge: (
    pools,
    {
      UserPoolId,
      ClientId,
      ChallengeName: challenge,
      ChallengeResponses: responses = {},
      Session: session,
      ClientMetadata: clientMetadata,
    },
  ) =>
    respondToChallenge({
      ...pools.requireClientOf(UserPoolId, ClientId),
      challenge,
      session,
      responses,
      clientMetadata,
    }),
  GetUserAuthFactors: async (pools, { AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    return authFactorsAnswer(pool, user);
  },
  AdminGetUserAuthFactors: (pools, { UserPoolId, Username }) => {
    const pool = pools.requirePool(UserPoolId);
    return authFactorsAnswer(pool, pool.users.require(Username));
  },
} satisfies Operations;

/** The factors with which a user may sign in. */
function authFactorsAnswer({ settings }: Pool, user: User): object {
  const has: Readonly<Record<string, boolean>> = {
    PASSWORD: user.password !== undefined,
    EMAIL_OTP: user.attributes.email_verified === "true",
    SMS_OTP: user.attributes.phone_number_verified === "true",
    WEB_AUTHN: user.passkeys.length > 0,
  };
  return {
    Username: user.username,
    ...(user.mfa.preferred !== undefined && { PreferredMfaSetting: user.mfa.preferred }),
    UserMFASettingList: user.mfa.enabled,
    ConfiguredUserAuthFactors: settings.firstFactors.filter((factor) => has[factor] === true),
  };
}
