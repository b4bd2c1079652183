import { initiate } from "../sign-in/initiate";
import { respondToChallenge } from "../sign-in/respond";
import type { UserPools } from "../user-pools";
import { type InputOf, type Operations, requireSubject, type Subject } from "./contract";

/** Signing in: flows, challenges and the factors that a user has. */
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
