import { authFactorsAnswer } from "../auth-factors";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUserAuthFactors.html */
export const getUserAuthFactors = operation({ AccessToken: "text!" }, async (pools, { AccessToken }) => {
  const { pool, user } = await pools.holderOf(AccessToken);
  return authFactorsAnswer(pool, user);
});
