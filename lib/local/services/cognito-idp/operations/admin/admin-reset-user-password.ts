import { refusals } from "../../errors";
import { operation } from "../contract";
import { recoveryAddress } from "../recovery-address";
import { sendCode } from "../send-code";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminResetUserPassword.html */
export const adminResetUserPassword = operation(
  { UserPoolId: "text!", Username: "text!", ClientMetadata: "textMap" },
  async (pools, { UserPoolId, Username, ClientMetadata: clientMetadata }) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    if (user.status !== "CONFIRMED" && user.status !== "RESET_REQUIRED")
      throw refusals.notAuthorized("User password cannot be reset in the current state.");
    const attribute = recoveryAddress(pool.settings, user);
    user.status = "RESET_REQUIRED";
    user.modifiedAt = pool.clock.now();
    await sendCode({
      pool,
      user,
      purpose: "forgot-password",
      occasion: "ForgotPassword",
      attribute,
      clientMetadata,
    });
    return {};
  },
);
