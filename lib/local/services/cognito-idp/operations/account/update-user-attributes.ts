import { toAttributes } from "../../state/attributes";
import { operation } from "../contract";
import { updateAttributes } from "../update-attributes";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateUserAttributes.html */
export const updateUserAttributes = operation(
  { UserAttributes: "attributes!", AccessToken: "text!", ClientMetadata: "textMap" },
  async (pools, { UserAttributes, AccessToken, ClientMetadata: clientMetadata }) => {
    const { pool, user, client } = await pools.holderOf(AccessToken);
    const attributes = toAttributes(UserAttributes);
    return {
      CodeDeliveryDetailsList: await updateAttributes({ pool, user, client, attributes, clientMetadata }),
    };
  },
);
