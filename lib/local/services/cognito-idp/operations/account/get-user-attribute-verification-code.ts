import { refusals } from "../../errors";
import { operation } from "../contract";
import { sendCode } from "../send-code";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUserAttributeVerificationCode.html */
export const getUserAttributeVerificationCode = operation(
  { AccessToken: "text!", AttributeName: "text!", ClientMetadata: "textMap" },
  async (pools, { AccessToken, AttributeName, ClientMetadata: clientMetadata }) => {
    const { pool, user, clientId } = await pools.holderOf(AccessToken);
    const attribute = (["email", "phone_number"] as const).find((each) => each === AttributeName);
    const to = attribute && (user.pending[attribute] ?? user.attributes[attribute]);
    if (attribute === undefined || to === undefined)
      throw refusals.invalid(`${AttributeName} cannot be verified.`);
    const purpose = `verify-${attribute}` as const;
    const occasion = "VerifyUserAttribute";
    return {
      CodeDeliveryDetails: await sendCode({
        pool,
        user,
        purpose,
        occasion,
        attribute,
        to,
        clientId,
        clientMetadata,
      }),
    };
  },
);
