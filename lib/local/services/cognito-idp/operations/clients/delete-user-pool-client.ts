import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteUserPoolClient.html */
export const deleteUserPoolClient = operation(
  { UserPoolId: "text!", ClientId: "text!" },
  (pools, { UserPoolId, ClientId }) => {
    const { clients, styles } = pools.requirePool(UserPoolId);
    clients.delete(ClientId);
    const style = styles.ofClient(ClientId);
    if (style !== undefined) styles.delete(style.id);
    return {};
  },
);
