import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";

/** Writes to a client; false when the client has gone. */
export type Post = (connectionId: string, message: object) => Promise<boolean>;

// #region post
/** Posts through the API that the event came from. */
export function postThrough({ domainName, stage }: { domainName: string; stage: string }): Post {
  const client = new ApiGatewayManagementApiClient({ endpoint: endpointOf(domainName, stage) });
  return async (ConnectionId, message) => {
    try {
      await client.send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(message) }));
      return true;
    } catch (error) {
      if (error instanceof GoneException) return false;
      throw error;
    }
  };
}

// #endregion

/** A local address, for tests, comes from the environment, as for every client of the AWS SDK. */
function endpointOf(domainName: string, stage: string): string {
  return process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI ?? `https://${domainName}/${stage}`;
}
