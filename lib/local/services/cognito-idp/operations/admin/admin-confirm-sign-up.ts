import { refusals } from "../../errors";
import { postConfirmation } from "../../triggers/simple-triggers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminConfirmSignUp.html */
export const adminConfirmSignUp = operation(
  { UserPoolId: "text!", Username: "text!", ClientMetadata: "textMap" },
  async (pools, { UserPoolId, Username, ClientMetadata: clientMetadata }) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    if (user.status !== "UNCONFIRMED")
      throw refusals.notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    user.status = "CONFIRMED";
    user.modifiedAt = pool.clock.now();
    delete user.codes["sign-up"];
    await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", {
      clientId: undefined,
      clientMetadata,
    });
    return {};
  },
);
