import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteUser.html */
export const deleteUser = operation({ AccessToken: "text!" }, async (pools, { AccessToken }) => {
  const { pool, user } = await pools.holderOf(AccessToken);
  pool.users.remove(user);
  return {};
});
