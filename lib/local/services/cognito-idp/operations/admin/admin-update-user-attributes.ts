import { toAttributes } from "../../state/attributes";
import { operation } from "../contract";
import { updateAttributes } from "../update-attributes";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html */
export const adminUpdateUserAttributes = operation(
  { UserPoolId: "text!", Username: "text!", UserAttributes: "attributes!", ClientMetadata: "textMap" },
  async (pools, { UserPoolId, Username, UserAttributes, ClientMetadata: clientMetadata }) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    await updateAttributes({
      pool,
      user,
      client: undefined,
      attributes: toAttributes(UserAttributes),
      clientMetadata,
    });
    return {};
  },
);
