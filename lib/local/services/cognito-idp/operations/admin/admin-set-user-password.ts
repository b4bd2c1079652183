import { clearFailures, setPassword } from "../../state/passwords";
import { operation } from "../contract";

const dayMs = 86_400_000;

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserPassword.html */
export const adminSetUserPassword = operation(
  { UserPoolId: "text!", Username: "text!", Password: "text!", Permanent: "flag" },
  (pools, { UserPoolId, Username, Password, Permanent = false }) => {
    const { settings, users, clock } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    setPassword(settings, user, Password);
    user.status = Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
    if (!Permanent) user.temporaryUntil = clock.now() + settings.passwordPolicy.temporaryDays * dayMs;
    user.modifiedAt = clock.now();
    clearFailures(user);
    return {};
  },
);
