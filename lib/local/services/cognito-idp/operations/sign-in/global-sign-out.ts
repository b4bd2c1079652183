import { signOutEverywhere } from "../../tokens/refresh";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GlobalSignOut.html */
export const globalSignOut = operation({ AccessToken: "text!" }, async (pools, { AccessToken }) => {
  const { pool, user } = await pools.holderOf(AccessToken);
  signOutEverywhere(user, pool.clock.now());
  return {};
});
