import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import { isSameSecret } from "../secrets/codes";
import { initiate } from "../sign-in/initiate";
import { respondToChallenge } from "../sign-in/respond";
import { findChain, refreshTokens, revokeChain, signOutEverywhere } from "../tokens/refresh";
import type { UserPools } from "../user-pools";
import { type InputOf, type Operations, requireSubject, type Subject } from "./contract";

/** Signing in and out: flows, challenges, the factors that a user has, and later tokens. */
export const signInOperations = {
  InitiateAuth: (pools, input) =>
    initiate({ ...pools.requireClient(input.ClientId), ...begun(input), isAdmin: false }),
  AdminInitiateAuth: (pools, input) =>
    initiate({ ...pools.requireClientOf(input.UserPoolId, input.ClientId), ...begun(input), isAdmin: true }),
  RespondToAuthChallenge: (pools, input) =>
    respondToChallenge({ ...pools.requireClient(input.ClientId), ...answered(input) }),
  AdminRespondToAuthChallenge: (pools, input) =>
    respondToChallenge({ ...pools.requireClientOf(input.UserPoolId, input.ClientId), ...answered(input) }),
  GetUserAuthFactors: authFactors,
  AdminGetUserAuthFactors: authFactors,
  GetTokensFromRefreshToken: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw refusals.notAuthorized(`Unable to verify secret hash for client ${client.id}`);
    const { RefreshToken, DeviceKey: deviceKey, ClientMetadata: clientMetadata } = input;
    return {
      AuthenticationResult: await refreshTokens(pool, client, RefreshToken, { deviceKey, clientMetadata }),
    };
  },
  RevokeToken: (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw new ServiceError("UnauthorizedException", "Invalid client secret");
    if (!client.canRevoke)
      throw new ServiceError("UnsupportedOperationException", "Token revocation is not enabled.");
    if (input.Token.split(".").length === 3)
      throw new ServiceError("UnsupportedTokenTypeException", "Unsupported token type");
    const found = findChain(pool, input.Token);
    if (found !== undefined && found.chain.clientId !== client.id)
      throw new ServiceError("UnauthorizedException", "Token does not belong to this client");
    if (found === undefined) throw refusals.invalid("Invalid Refresh Token");
    revokeChain(found.chain, pool.clock.now());
    return {};
  },
  GlobalSignOut: signOut,
  AdminUserGlobalSignOut: signOut,
} satisfies Operations;

const begun = (input: InputOf<"InitiateAuth"> | InputOf<"AdminInitiateAuth">) => ({
  flow: input.AuthFlow,
  parameters: input.AuthParameters ?? {},
  clientMetadata: input.ClientMetadata,
  session: input.Session,
});

const answered = (input: InputOf<"RespondToAuthChallenge"> | InputOf<"AdminRespondToAuthChallenge">) => ({
  challenge: input.ChallengeName,
  responses: input.ChallengeResponses ?? {},
  clientMetadata: input.ClientMetadata,
  session: input.Session,
});

/** The factors with which a user may sign in. */
async function authFactors(pools: UserPools, subject: Subject): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  const { firstFactors } = pool.settings;
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
    ConfiguredUserAuthFactors: firstFactors.filter((factor) => has[factor] === true),
  };
}

async function signOut(pools: UserPools, subject: Subject): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  signOutEverywhere(user, pool.clock.now());
  return {};
}
