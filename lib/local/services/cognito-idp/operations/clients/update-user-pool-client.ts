import { operation } from "../contract";
import { checkClientInput } from "./check-client-input";
import { clientAnswer } from "./client-answer";
import { clientMembers, clientValues } from "./client-members";

/**
 * Replaces the settings of a client: those that are left out get their defaults.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateUserPoolClient.html
 */
export const updateUserPoolClient = operation(
  { UserPoolId: "text!", ClientId: "text!", ClientName: "text", ...clientMembers },
  (pools, { UserPoolId, ClientId, ClientName, ...input }) => {
    const { pool, client } = pools.requireClientOf(UserPoolId, ClientId);
    const name = ClientName ?? client.name;
    const hasSecret = client.secret !== undefined;
    checkClientInput(pools, { poolId: UserPoolId, name, hasSecret, input, occasion: "updating" });
    pool.clients.put({
      id: ClientId,
      name,
      values: {
        ...clientValues(UserPoolId, name, input),
        ...(client.secret !== undefined && { client_secret: client.secret }),
      },
      createdAt: pool.clients.kept(ClientId)?.createdAt ?? 0,
      modifiedAt: pool.clock.now(),
    });
    return { UserPoolClient: clientAnswer(pool, pool.clients.require(ClientId)) };
  },
);
