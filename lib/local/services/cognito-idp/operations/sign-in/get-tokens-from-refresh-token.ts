import { refusals } from "../../errors";
import { isSameSecret } from "../../secrets/codes";
import { refreshTokens } from "../../tokens/refresh";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetTokensFromRefreshToken.html */
export const getTokensFromRefreshToken = operation(
  {
    RefreshToken: "text!",
    ClientId: "text!",
    ClientSecret: "text",
    DeviceKey: "text",
    ClientMetadata: "textMap",
  },
  async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw refusals.notAuthorized(`Unable to verify secret hash for client ${client.id}`);
    const { RefreshToken, DeviceKey: deviceKey, ClientMetadata: clientMetadata } = input;
    return {
      AuthenticationResult: await refreshTokens(pool, client, RefreshToken, { deviceKey, clientMetadata }),
    };
  },
);
