import { ownAnswer } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html */
export const getUser = operation({ AccessToken: "text!" }, async (pools, { AccessToken }) => {
  const { user, client } = await pools.holderOf(AccessToken);
  return ownAnswer(user, client);
});
