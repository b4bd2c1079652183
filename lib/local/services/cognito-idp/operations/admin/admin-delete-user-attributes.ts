import { operation } from "../contract";
import { deleteAttributes } from "../update-attributes";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUserAttributes.html */
export const adminDeleteUserAttributes = operation(
  { UserPoolId: "text!", Username: "text!", UserAttributeNames: "texts!" },
  (pools, { UserPoolId, Username, UserAttributeNames }) => {
    const pool = pools.requirePool(UserPoolId);
    deleteAttributes({ pool, user: pool.users.require(Username), client: undefined }, UserAttributeNames);
    return {};
  },
);
