import { refusals } from "../../errors";
import type { Pool } from "../../pool";
import { createTotpSecret } from "../../secrets/totp";
import { type AuthState, isAuthState } from "../../sign-in/sign-in";
import type { User } from "../../state/user";
import type { UserPools } from "../../user-pools";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AssociateSoftwareToken.html */
export const associateSoftwareToken = operation(
  { AccessToken: "text", Session: "text" },
  async (pools, input) => {
    const { pool, user, state } = await tokenOwner(pools, input);
    if (!pool.settings.mfaKinds.includes("SOFTWARE_TOKEN_MFA")) throw refusals.noMfa();
    const secret = createTotpSecret();
    user.mfa.newSecret = secret;
    return {
      SecretCode: secret,
      ...(state !== undefined && { Session: renewed(pool, state, input.Session ?? "") }),
    };
  },
);

export interface TokenOwner {
  readonly pool: Pool;
  readonly user: User;
  /** The sign-in that asks for a second factor; undefined for users who have signed in. */
  readonly state: AuthState | undefined;
}

/** The user who sets up an authenticator app: one who has signed in, or who must set it up to sign in. */
export async function tokenOwner(
  pools: UserPools,
  {
    AccessToken,
    Session,
  }: { readonly AccessToken: string | undefined; readonly Session: string | undefined },
): Promise<TokenOwner> {
  if (AccessToken !== undefined) return { ...(await pools.holderOf(AccessToken)), state: undefined };
  if (Session === undefined) throw refusals.invalid("Either AccessToken or Session is required");
  for (const pool of pools.all) {
    const state = pool.sessions.find(Session, isAuthState);
    const user = state?.username === undefined ? undefined : pool.users.find(state.username);
    if (state?.step.challenge === "MFA_SETUP" && user !== undefined) return { pool, user, state };
  }
  throw refusals.badSession();
}

/** A session is used once: the answer has the next one. */
export function renewed({ sessions }: Pool, state: AuthState, session: string): string {
  sessions.end(session);
  return sessions.add(state, 180);
}
