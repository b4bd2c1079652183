import { operation } from "../contract";
import { deleteAttributes } from "../update-attributes";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteUserAttributes.html */
export const deleteUserAttributes = operation(
  { UserAttributeNames: "texts!", AccessToken: "text!" },
  async (pools, { UserAttributeNames, AccessToken }) => {
    deleteAttributes(await pools.holderOf(AccessToken), UserAttributeNames);
    return {};
  },
);
