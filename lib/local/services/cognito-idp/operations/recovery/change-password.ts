import { refusals } from "../../errors";
import { checkNotLocked, isPassword, noteFailure, setPassword } from "../../state/passwords";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ChangePassword.html */
export const changePassword = operation(
  { PreviousPassword: "text", ProposedPassword: "text!", AccessToken: "text!" },
  async (pools, { PreviousPassword, ProposedPassword, AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const now = pool.clock.now();
    checkNotLocked(user, now);
    // A user who signed up without a password sets the first one.
    if (user.password !== undefined && !isPassword(pool.settings, user, PreviousPassword ?? "")) {
      noteFailure(user, now);
      throw refusals.wrongPassword();
    }
    setPassword(pool.settings, user, ProposedPassword);
    user.modifiedAt = now;
    return {};
  },
);
