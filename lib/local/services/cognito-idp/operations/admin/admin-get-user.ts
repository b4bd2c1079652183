import { attributeList } from "../../state/attributes";
import { mfaAnswer, seconds } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html */
export const adminGetUser = operation(
  { UserPoolId: "text!", Username: "text!" },
  (pools, { UserPoolId, Username }) => {
    const user = pools.requirePool(UserPoolId).users.require(Username);
    return {
      Username: user.username,
      UserAttributes: attributeList(user),
      UserCreateDate: seconds(user.createdAt),
      UserLastModifiedDate: seconds(user.modifiedAt),
      Enabled: user.isEnabled,
      UserStatus: user.status,
      ...mfaAnswer(user),
    };
  },
);
