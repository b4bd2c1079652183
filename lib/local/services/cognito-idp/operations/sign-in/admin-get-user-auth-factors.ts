import { authFactorsAnswer } from "../auth-factors";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUserAuthFactors.html */
export const adminGetUserAuthFactors = operation(
  { UserPoolId: "text!", Username: "text!" },
  (pools, { UserPoolId, Username }) => {
    const pool = pools.requirePool(UserPoolId);
    return authFactorsAnswer(pool, pool.users.require(Username));
  },
);
